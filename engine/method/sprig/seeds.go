package sprig

import (
	"mycel/engine/ppr"
	"mycel/engine/rank"
)

// entitySeeds returns the entities that the query names, in the graph of terms its
// terms, weighted by df^−q.
func (q *query) entitySeeds() []ppr.Seed {
	var named []uint32
	if q.o.Nodes == NodesTerms {
		for _, t := range q.r.Query.Terms {
			named = append(named, uint32(t))
		}
	} else {
		for _, l := range q.r.Entities {
			named = append(named, uint32(l.Entity))
		}
	}
	var seeds []ppr.Seed
	for _, e := range named {
		if q.graph.known(e) {
			seeds = append(seeds, ppr.Seed{Node: q.graph.chunks + e, Weight: q.o.SeedPenalty.power(q.graph.df(e))})
		}
	}
	return seeds
}

// passageSeeds returns the best passages of a list with their weights, without passages of weight 0.
func (q *query) passageSeeds(list []rank.Item) []ppr.Seed {
	var seeds []ppr.Seed
	sum := float32(0)
	for i, it := range list[:min(len(list), q.o.SeedPassages)] {
		weight := max(0, it.Score)
		switch q.o.Weighting {
		case WeightRank:
			weight = 1 / float32(i+1)
		case WeightSoftmax:
			weight = float32(exp(float64(it.Score) - float64(list[0].Score)))
		}
		if weight > 0 {
			seeds = append(seeds, ppr.Seed{Node: it.ID, Weight: weight})
			sum += weight
		}
	}
	if q.o.Weighting == WeightSoftmax {
		scale(seeds, 1/sum)
	}
	return seeds
}

// mix joins the seeds of both kinds into one distribution. If one kind has no seed, the other gets all
// the mass.
func (q *query) mix(entities, passages []ppr.Seed) []ppr.Seed {
	ne, np := float32(len(entities)), float32(len(passages))
	share := float32(-1)
	switch {
	case ne == 0 || np == 0 || q.o.Mix == MixMass:
	case q.o.Mix == MixAdaptive:
		share = (ne + 1) / (ne + np + 2)
	case q.o.Mix == MixFixed:
		share = q.o.EntityShare
	}
	if share >= 0 {
		scale(entities, share/mass(entities))
		scale(passages, (1-share)/mass(passages))
	}
	seeds := append(passages, entities...)
	scale(seeds, 1/mass(seeds))
	return seeds
}

func mass(seeds []ppr.Seed) float32 {
	sum := float32(0)
	for _, s := range seeds {
		sum += s.Weight
	}
	return sum
}

func scale(seeds []ppr.Seed, by float32) {
	for i := range seeds {
		seeds[i].Weight *= by
	}
}

// everywhere returns all passages with equal weights.
func (q *query) everywhere() []ppr.Seed {
	seeds := make([]ppr.Seed, q.graph.chunks)
	for c := range seeds {
		seeds[c] = ppr.Seed{Node: uint32(c), Weight: 1 / float32(len(seeds))}
	}
	return seeds
}
