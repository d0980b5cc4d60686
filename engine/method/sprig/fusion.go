package sprig

import "mycel/engine/rank"

// rrfConstant is the k of reciprocal rank fusion (Cormack, Clarke & Büttcher 2009, "Reciprocal rank fusion outperforms
// Condorcet and individual rank learning methods").
const rrfConstant = 60

// fusionDepth is the number of items of each list that are fused.
const fusionDepth = 100

// rrf fuses lists by Σ 1/(60 + rank), ranks from 1. It uses ranks alone, because scores of different retrievers have
// no common scale. An id that a list lacks gets no score from it. Ties go to the smaller id.
func rrf(lists ...[]rank.Item) []rank.Item {
	var all []rank.Item
	for _, list := range lists {
		for i, it := range list[:min(len(list), fusionDepth)] {
			all = append(all, rank.Item{ID: it.ID, Score: 1 / float32(rrfConstant+i+1)})
		}
	}
	rank.Stable(all, func(a, b rank.Item) int { return int(a.ID) - int(b.ID) })
	fused := all[:0]
	for _, it := range all {
		if n := len(fused); n > 0 && fused[n-1].ID == it.ID {
			fused[n-1].Score += it.Score
		} else {
			fused = append(fused, it)
		}
	}
	rank.Sort(fused, rank.Compare)
	return fused
}
