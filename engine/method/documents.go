package method

import (
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Filters and boosts, which authors attach to documents, act on every method in the same
// way. Filters leave chunks out before a method ranks; boosts change its order afterwards.
//
// A chunk that is left out has no score and is in no ranking. It may still be an end
// of a link between chunks that are found.

// MaxDepth is how many items of a ranking can change places.
const MaxDepth = 1000

// Length is how many items a ranking is to have.
func (r *Request) Length() int { return max(r.Options.K, r.Depth) }

// Wants tells whether the filters let a node through. Summaries always may.
//
//go:noinline
func (r *Request) Wants(node uint32) bool {
	return r.Only == nil || int(node) >= len(r.Only) || r.Only[node]
}

// Admitted returns those of the chunks that the filters let through.
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

// leaveOut removes the chunks that the filters leave out from the scores, and notes the best score.
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

// Matches tells, by document, whether the words of the query find it, with r's filters and without sections that have
// an excluded word. Phrases are ignored, because they would need the texts of all passages.
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
// items stay in their order, titles that are the query before headings, and exact matches before all others.
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

// Exacts returns how many items at the front are exact matches.
func Exacts(items []Item) int {
	n := 0
	for n < len(items) && items[n].Exact != NotExact {
		n++
	}
	return n
}

// multiply multiplies scores by factors, one for each, and orders the items by the products.
//
// A mode may put an item before one of a higher score: a group of passages, or passages before those of keyword search
// that fill a list up. An item then counts at least as much as each that follows, so that factors of 1 change no order.
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

// Reorder puts items in the order of descending scores, one for each; equal ones stay in their order.
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
