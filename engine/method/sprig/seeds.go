package sprig

import (
	"mycel/engine/ppr"
	"mycel/engine/rank"
)

// entitySeeds returns the entities that the query names, weighted by df^−½.
func (q *query) entitySeeds() []ppr.Seed {
	var seeds []ppr.Seed
	for _, l := range q.r.Entities {
		if e := uint32(l.Entity); q.graph.known(e) {
			seeds = append(seeds, ppr.Seed{Node: q.graph.chunks + e, Weight: penalty(q.graph.df(e))})
		}
	}
	return seeds
}

// passageSeeds returns the best passages of a list, weighted by 1/rank.
func (q *query) passageSeeds(list []rank.Item) []ppr.Seed {
	var seeds []ppr.Seed
	for i, it := range list[:min(len(list), q.o.Int(paramSeedPassages))] {
		seeds = append(seeds, ppr.Seed{Node: it.ID, Weight: 1 / float32(i+1)})
	}
	return seeds
}

// mix joins the seeds of both kinds into one distribution, by the weights that they have.
func mix(entities, passages []ppr.Seed) []ppr.Seed {
	seeds := append(passages, entities...)
	sum := float32(0)
	for _, s := range seeds {
		sum += s.Weight
	}
	by := 1 / sum
	for i := range seeds {
		seeds[i].Weight *= by
	}
	return seeds
}
