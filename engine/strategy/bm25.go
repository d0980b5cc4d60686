package strategy

import "math/bits"

// BM25 ranks chunks by the words of the query alone (Robertson & Zaragoza 2009,
// "The Probabilistic Relevance Framework"), those first that are named as the query
// is. Documentation it ranks by pages.
func (s *Searcher) BM25(r *Request) *Ranking {
	if s.Index.Paged() {
		out := s.Pages(r)
		out.Reason = keywordsAsked
		return out
	}
	r.deepen()
	s.ScoreChunks(r)
	s.preferCover(r)
	if !r.Chunks {
		s.preferHeads(r)
	}
	out := &Ranking{Mode: ModeBM25, Reason: keywordsAsked, Items: s.Fill(s.promote(r, nil), r, Words)}
	s.preferNames(r, out.Items)
	s.scored = nil // these scores are no others' evidence
	out.Stats = s.Stats()
	return out
}

const keywordsAsked = "keyword search was asked for"

// uncovered is the part of its score that a chunk with none of the query's weight
// would lose.
const uncovered = 0.3

// preferCover lowers the scores of chunks by the part of the query's weight, in idf,
// that they do not have. BM25 by itself takes much of one word for as good as each
// of two.
func (s *Searcher) preferCover(r *Request) {
	terms := r.Query.Terms
	if len(terms) < 2 {
		return
	}
	weight := make([]float32, len(terms))
	sum := float32(0)
	for i, t := range terms {
		weight[i] = s.Index.Dictionary.IDF(t)
		sum += weight[i]
	}
	if !(sum > 0) {
		return // an index may say that its words weigh nothing
	}
	s.best = 0
	for _, c := range s.Scores.Touched {
		missing := sum
		for mask := s.Scores.Mask[c]; mask != 0; mask &= mask - 1 {
			missing -= weight[bits.TrailingZeros32(mask)]
		}
		s.Scores.Score[c] *= 1 - float32(uncovered*(missing/sum))
		s.best = max(s.best, s.Scores.Score[c])
	}
}
