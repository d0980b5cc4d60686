// Package ppr computes personalized PageRank: the share of time that a walk spends at each node of a graph if it
// keeps restarting at the seeds.
//
// With transition probabilities P, seeds s that sum to 1 and the chance a of
// restarting before every step, it is the solution of
//
//	r = a·s + (1−a)·Pᵀr
//
// (Haveliwala 2002, "Topic-sensitive PageRank"). A node without outgoing edges sends the walk back to the seeds,
// so no mass is lost: r sums to 1.
package ppr

// Graph is a directed graph with transition probabilities. It is read row by row, so it need not exist as a
// table.
type Graph interface {
	// NumNodes returns the number of nodes; they are numbered from 0.
	NumNodes() int
	// Degree returns the length of u's row, or an upper bound that is cheaper to compute.
	Degree(u uint32) int
	// Row returns the nodes that u leads to, ascending, and their probabilities, which are positive
	// and sum to 1. Both are empty for a dangling node. They are valid until the next call.
	Row(u uint32) (to []uint32, p []float32)
}

// Seed is a node at which walks start.
type Seed struct {
	Node   uint32
	Weight float32 // ≥ 0; the weights of all seeds sum to 1
}

// Walker is scratch space for walks over graphs with at most as many nodes as NewWalker was given. The cost of a
// walk depends on the nodes that it touches, not on the size of the graph. It allocates only while its lists
// still grow. Not safe for concurrent use.
type Walker struct {
	Score   []float32 // by node: r; zero for nodes not in Reached
	Reached []uint32  // nodes that have received mass, in this order
	Edges   int       // edges followed

	other   []float32 // by node: its residual, or the next round's mass
	known   []bool    // by node: in Reached
	queued  []bool    // by node: in the queue
	now     []uint32  // first half of the queue
	later   []uint32  // second half
	seeds   []Seed
	restart float32
	epsilon float32 // of Push
}

// NewWalker makes room for n nodes: 10 bytes each.
func NewWalker(n int) *Walker {
	return &Walker{Score: make([]float32, n), other: make([]float32, n), known: make([]bool, n), queued: make([]bool, n)}
}

// begin forgets the last walk. O(len(Reached)).
func (w *Walker) begin(seeds []Seed, restart float32) {
	for _, u := range w.Reached {
		w.Score[u], w.other[u], w.known[u] = 0, 0, false
	}
	w.Reached = w.Reached[:0]
	w.Edges = 0
	w.seeds, w.restart = seeds, restart
}

// reach notes that mass has come to u.
func (w *Walker) reach(u uint32) {
	if !w.known[u] {
		w.known[u] = true
		w.Reached = append(w.Reached, u)
	}
}
