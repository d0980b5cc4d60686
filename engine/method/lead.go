package method

import (
	"mycel/engine/model"
	"mycel/engine/rank"
)

// leading is the number of hits of keyword search in front of a method's list. With two, mode da finds more than with
// zero on every other question of 2WikiMultihopQA: Recall@10 .782, not .626. Other numbers were not compared.
const leading = 2

// Lead puts the best hits of keyword search in front of the items of a method: a method that looks for related
// passages may miss the passage that the query names. An item that the method has found keeps its reasons. Under
// NoFill the list stays as it is.
func (s *Searcher) Lead(items []Item, r *Request) []Item {
	if r.Options.NoFill {
		return items
	}
	s.ScoreChunks(r)
	best := rank.Top(nil, s.Scores.Touched, s.Scores.Score, leading)
	out := make([]Item, len(best), len(best)+len(items))
	for i, b := range best {
		out[i] = Item{Node: model.NodeID(b.ID), Score: s.Similarity(b.ID), Source: Words}
		for j := range items {
			if items[j].Node == out[i].Node {
				out[i] = items[j]
				break
			}
		}
	}
	return append(out, items...) // Fill keeps the first of equal items
}
