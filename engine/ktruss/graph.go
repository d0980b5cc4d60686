// Package ktruss finds dense subgraphs: k-trusses (Cohen 2008), in which every edge lies in at least k−2
// triangles; and, within these, the part that is most relevant to a query (Q-Peel, 2026). It knows only nodes
// and edges; the caller gives them a meaning.
//
// A connected k-truss of n nodes has a density of at least (k−1)/(n−1), and a diameter of at most ⌊(2n−2)/k⌋.
package ktruss

// Edge is an undirected edge, U < V.
type Edge struct{ U, V uint32 }

// Graph is an undirected graph without self loops whose edges are numbered.
type Graph struct {
	ends []Edge   // by number, ascending
	off  []uint32 // n+1
	nbr  []uint32 // of each node, ascending
	edge []uint32 // parallel: numbers of the edges
}

// NewGraph makes the graph on n nodes with the given edges, which are distinct and
// ascending by (U, V). It keeps edges. O(n + len(edges)).
func NewGraph(n int, edges []Edge) *Graph {
	g := &Graph{ends: edges, off: make([]uint32, n+1), nbr: make([]uint32, 2*len(edges)), edge: make([]uint32, 2*len(edges))}
	for _, e := range edges {
		g.off[e.U+1]++
		g.off[e.V+1]++
	}
	for i := range n {
		g.off[i+1] += g.off[i]
	}
	next := append([]uint32(nil), g.off...)
	put := func(from, to, edge uint32) {
		g.nbr[next[from]], g.edge[next[from]] = to, edge
		next[from]++
	}
	// Smaller neighbours first, then larger ones: rows ascend.
	for i, e := range edges {
		put(e.V, e.U, uint32(i))
	}
	for i, e := range edges {
		put(e.U, e.V, uint32(i))
	}
	return g
}

// NumNodes returns the number of nodes.
func (g *Graph) NumNodes() int { return len(g.off) - 1 }

// NumEdges returns the number of edges.
func (g *Graph) NumEdges() int { return len(g.ends) }

// Edge returns the ends of an edge.
func (g *Graph) Edge(i int) Edge { return g.ends[i] }

// Degree returns the number of neighbours of u.
func (g *Graph) Degree(u uint32) int { return int(g.off[u+1] - g.off[u]) }

// Neighbours returns the neighbours of u, ascending, with the numbers of the edges.
func (g *Graph) Neighbours(u uint32) (nodes, edges []uint32) {
	i, j := g.off[u], g.off[u+1]
	return g.nbr[i:j], g.edge[i:j]
}
