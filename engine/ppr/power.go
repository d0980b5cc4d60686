package ppr

// settled is the L1 change below which power iteration stops.
const settled = 1e-8

// Power computes personalized PageRank by power iteration, in at most the given number of rounds. It returns the number
// of rounds until the scores settled. Mass reaches only nodes within that number of steps of a seed. The arguments are
// those of Push; scores sum to 1. O(rounds · edges out of the nodes reached).
//
// It is the reference for Push. With the few rounds that a query has time for, Push is both faster and nearer to the
// limit.
func (w *Walker) Power(g Graph, seeds []Seed, restart float32, rounds int) int {
	w.begin(seeds, restart)
	for _, s := range seeds {
		w.reach(s.Node)
		w.Score[s.Node] += s.Weight
	}
	for round := range rounds {
		if w.round(g) < settled {
			return round + 1
		}
	}
	return rounds
}

// round computes r ← restart·s + (1−restart)·(Pᵀr + dangling·s). It returns the L1 change.
func (w *Walker) round(g Graph) float32 {
	back := w.restart // mass that goes to the seeds
	for _, u := range w.Reached[:len(w.Reached):len(w.Reached)] {
		mass := w.Score[u]
		mass -= float32(w.restart * mass)
		if mass == 0 {
			continue
		}
		to, p := g.Row(u)
		w.Edges += len(to)
		for i, v := range to {
			w.reach(v)
			w.other[v] += float32(mass * p[i])
		}
		if len(to) == 0 {
			back += mass
		}
	}
	for _, s := range w.seeds {
		w.other[s.Node] += float32(back * s.Weight)
	}
	change := float32(0)
	for _, u := range w.Reached {
		d := w.other[u] - w.Score[u]
		change += max(d, -d)
		w.Score[u], w.other[u] = w.other[u], 0
	}
	return change
}
