package ppr

// Push computes personalized PageRank by forward push (Andersen, Chung & Lang 2006, "Local graph partitioning using
// PageRank vectors"). Every node has a residual, at first its seed weight. While a node has a residual above
// epsilon·max(1, degree), the share restart of the residual becomes score, and the row distributes the rest.
//
// restart in (0, 1] is the chance of going back to the seeds before every step; epsilon > 0 bounds the residual that a
// node may keep. The score of a node is never more than its PageRank, and the scores sum to 1 minus the remaining
// residuals. The queue is first in, first out, so the result depends on the arguments alone. It follows at most
// 1/(restart·epsilon) edges in a graph of any size. Without seeds there are no scores.
func (w *Walker) Push(g Graph, seeds []Seed, restart, epsilon float32) {
	w.begin(seeds, restart)
	w.epsilon = epsilon
	w.sow(1)
	// Nodes that are queued while one list is processed come after all of it: two lists in turns are a queue.
	for len(w.later) > 0 {
		w.now, w.later = w.later, w.now[:0]
		for _, u := range w.now {
			w.queued[u] = false
			if w.other[u] > float32(epsilon*float32(g.Degree(u))) {
				to, p := g.Row(u)
				w.push(u, to, p)
			}
		}
	}
}

// push turns a share of u's residual into score and distributes the rest.
func (w *Walker) push(u uint32, to []uint32, p []float32) {
	mass := w.other[u]
	w.other[u] = 0
	w.Score[u] += float32(w.restart * mass)
	mass -= float32(w.restart * mass)
	if mass == 0 {
		return
	}
	w.Edges += len(to)
	for i, v := range to {
		w.give(v, float32(mass*p[i]))
	}
	if len(to) == 0 {
		w.sow(mass)
	}
}

// sow gives mass to the seeds.
func (w *Walker) sow(mass float32) {
	for _, s := range w.seeds {
		w.give(s.Node, float32(mass*s.Weight))
	}
}

// give adds to a residual, and queues the node if it may have enough to push. Push decides that at the node's turn,
// after all nodes before it have given.
func (w *Walker) give(v uint32, mass float32) {
	w.reach(v)
	w.other[v] += mass
	if !w.queued[v] && w.other[v] > w.epsilon {
		w.queued[v] = true
		w.later = append(w.later, v)
	}
}
