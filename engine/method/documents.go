package method

import (
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Filters and boosts, which authors attach to documents, act on every method in the same
// way. Filters leave chunks out before a method ranks; boosts change its order afterwards.
//
// A chunk that the filters leave out has no score and is in no ranking. It may still be an end of a link between chunks
// that are found.

// MaxDepth is the most items of a ranking that a boost or a sort key can move.
const MaxDepth = 1000

// Length returns the number of items that a ranking should have.
func (r *Request) Length() int { return max(r.Options.K, r.Depth) }

// Wants tells whether the filters let a node through. They let all summaries through.
//
//go:noinline
func (r *Request) Wants(node uint32) bool {
	return r.Only == nil || int(node) >= len(r.Only) || r.Only[node]
}

// Admitted returns the chunks that the filters let through.
//
//go:noinline
func (r *Request) Admitted(chunks []uint32) []uint32 {
	if r.Only == nil {
		return chunks
	}
	var out []uint32
	for _, c := range chunks {
		if r.Only[c] {
			out = append(out, c)
		}
	}
	return out
}

// leaveOut removes the scores of the chunks that the filters leave out, and notes the best of the others.
func (s *Searcher) leaveOut(r *Request) {
	kept := r.Admitted(s.Scores.Touched)
	if r.Only != nil {
		for _, c := range s.Scores.Touched {
			if !r.Wants(c) {
				s.Scores.Drop(c)
			}
		}
	}
	s.Best = 0
	for _, c := range kept {
		if x := s.Scores.Score[c]; x > s.Best { // max is a call in the browser
			s.Best = x
		}
	}
	s.Scores.Touched = kept
}

// Matches tells, by document, whether the words of the query find it. It applies r's filters, and leaves out sections
// with an excluded word. It ignores phrases, which would need the texts of all passages.
func (s *Searcher) Matches(r *Request) []bool {
	s.ScoreChunks(r)
	var excluded []bool // by section
	if o := s.operators(r); o != nil {
		excluded = o.excluded
	}
	out := make([]bool, s.Index.Corpus.NumDocuments())
	for _, chunks := range [][]uint32{s.Scores.Touched, r.hidden} {
		for _, c := range chunks {
			if excluded == nil || !excluded[s.Index.Corpus.ChunkSection(model.ChunkID(c))] {
				out[s.Index.Document(c)] = true
			}
		}
	}
	return out
}

// Factor returns the factor of the scores of a chunk.
func (x *Index) Factor(chunk uint32) float32 {
	if x.Boosts == nil {
		return 1
	}
	return x.Boosts.At(chunk)
}

// Boost multiplies the scores of ranked items by the factors of their chunks, and orders them by the products. Equal
// items keep their order. Exact matches stay before all others, and among them titles before headings.
func (x *Index) Boost(items []Item) {
	if x.Boosts == nil {
		return
	}
	factors := make([]float32, len(items))
	for i := range items {
		factors[i] = x.Factor(uint32(items[i].Node))
	}
	for len(items) > 0 {
		n := 1
		for n < len(items) && items[n].Exact == items[0].Exact {
			n++
		}
		multiply(items[:n], factors[:n])
		items, factors = items[n:], factors[n:]
	}
}

// Exacts returns the number of exact matches at the front of items.
func Exacts(items []Item) int {
	n := 0
	for n < len(items) && items[n].Exact != NotExact {
		n++
	}
	return n
}

// multiply multiplies scores by factors, one for each, and orders the items by the products.
//
// A mode may rank an item before one with a higher score: a group of passages, or passages before those of keyword
// search that fill a list. Such an item counts at least as much as every item behind it, so that factors of 1 change no
// order.
func multiply(items []Item, factors []float32) {
	least := float32(0)
	scores := make([]float32, len(items))
	for i := len(items) - 1; i >= 0; i-- {
		it := &items[i]
		least = max(least, it.Score)
		it.Score = least * factors[i]
		scores[i] = it.Score
	}
	Reorder(items, scores)
}

// Reorder orders items by descending scores, one for each; equal items keep their order.
func Reorder(items []Item, scores []float32) {
	order := make([]rank.Item, len(items))
	for i := range order {
		order[i] = rank.Item{ID: uint32(i), Score: scores[i]}
	}
	rank.Sort(order, rank.Compare)
	old := append([]Item(nil), items...)
	for i, o := range order {
		items[i] = old[o.ID]
	}
}
