package sprig

import "mycel/engine/rank"

// Fusion of ranked lists by rank alone: scores of different retrievers have no
// common scale.

// rrfConstant is the k of reciprocal rank fusion (Cormack, Clarke & Büttcher 2009,
// "Reciprocal rank fusion outperforms Condorcet and individual rank learning
// methods").
const rrfConstant = 60

// fusionDepth is how much of each list is fused.
const fusionDepth = 100

// rrf fuses lists by Σ 1/(60 + rank), ranks from 1. What a list does not have gets
// nothing from it. Ties go to the smaller id.
func rrf(lists ...[]rank.Item) []rank.Item {
	return fuse(lists, func(rank int) float32 { return 1 / float32(rrfConstant+rank) }, plus)
}

// minRank fuses lists by the best rank that an id has in any of them: its score is
// 1/rank. Of equal scores the one that the first list ranks higher comes first,
// and ids that it lacks come last.
func minRank(first []rank.Item, others ...[]rank.Item) []rank.Item {
	fused := fuse(append([][]rank.Item{first}, others...), func(rank int) float32 { return 1 / float32(rank) }, func(a, b float32) float32 { return max(a, b) })
	place := func(id uint32) int {
		for i, it := range first {
			if it.ID == id {
				return i
			}
		}
		return len(first)
	}
	for start := 0; start < len(fused); {
		end := start + 1
		for end < len(fused) && fused[end].Score == fused[start].Score {
			end++
		}
		rank.Stable(fused[start:end], func(a, b rank.Item) int { return place(a.ID) - place(b.ID) })
		start = end
	}
	return fused
}

// fuse turns the ranks of every id into worths, joins them by add, and orders the ids by
// the results.
func fuse(lists [][]rank.Item, worth func(rank int) float32, add func(a, b float32) float32) []rank.Item {
	var all []rank.Item
	for _, list := range lists {
		for i, it := range list[:min(len(list), fusionDepth)] {
			all = append(all, rank.Item{ID: it.ID, Score: worth(i + 1)})
		}
	}
	merged := merge(all, add)
	rank.Sort(merged, rank.Compare)
	return merged
}

func plus(a, b float32) float32 { return a + b }

// merge orders items by id and makes one of those with the same.
func merge(all []rank.Item, add func(a, b float32) float32) []rank.Item {
	rank.Stable(all, func(a, b rank.Item) int { return int(a.ID) - int(b.ID) })
	merged := all[:0]
	for _, it := range all {
		if n := len(merged); n > 0 && merged[n-1].ID == it.ID {
			merged[n-1].Score = add(merged[n-1].Score, it.Score)
		} else {
			merged = append(merged, it)
		}
	}
	return merged
}
