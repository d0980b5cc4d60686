package ppr

// Lazy computes a walk that moves on or stays, and never restarts:
//
//	r ← move·Pᵀr + (1−move)·r
//
// starting at the seeds, for the given number of steps; move is in 0..1. A node without a way out keeps
// its mass. Scores sum to 1. O(steps · edges out of the nodes reached).
func (w *Walker) Lazy(g Graph, seeds []Seed, move float32, steps int) {
	w.begin(seeds, 0)
	for _, s := range seeds {
		w.reach(s.Node)
		w.Score[s.Node] += s.Weight
	}
	for range steps {
		for _, u := range w.Reached[:len(w.Reached):len(w.Reached)] {
			to, p := g.Row(u)
			mass := w.Score[u]
			if len(to) == 0 {
				w.other[u] += mass
				continue
			}
			going := float32(move * mass)
			w.other[u] += mass - going
			w.Edges += len(to)
			for i, v := range to {
				w.reach(v)
				w.other[v] += float32(going * p[i])
			}
		}
		for _, u := range w.Reached {
			w.Score[u], w.other[u] = w.other[u], 0
		}
	}
}
