package bm25

import (
	"math/bits"

	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/param"
	"mycel/engine/query"
)

// Mode is the mode of keyword search.
const Mode = method.ModeWords

// Method is keyword search as a method.
var Method = &method.Method{
	Name: "bm25", Modes: []string{Mode}, WordModes: param.Text(Mode), Label: param.Text("keywords"), Summary: param.Text("Ranks by the words of the query."), Source: param.Text("Robertson & Zaragoza 2009"),
	Plain: true,
	Open:  func(s *method.Searcher) method.Ranker { return (&ranker{s}).Rank },
}

// ranker ranks by words.
type ranker struct{ s *method.Searcher }

// Rank ranks chunks by the words of the query alone, those first that are named as the query
// is. Documentation it ranks by pages.
func (m *ranker) Rank(r *method.Request) *method.Ranking {
	s := m.s
	switch s.Index.Content {
	case lexical.Bundles:
		return m.bundles(r)
	case lexical.Documentation:
		return m.pages(r)
	}
	r.WidenForNames()
	s.ScoreChunks(r)
	m.preferCover(r)
	if !r.Chunks {
		m.boostIntros(r)
	}
	best := s.Best
	if len(r.Query.Shared) > 0 {
		s.Best = 1 // scores are to compare with those of other bundles
	}
	out := &method.Ranking{Mode: Mode, Reason: keywordsAsked, Best: best, Items: s.Fill(s.ExactFirst(r, nil), r, method.Words)}
	s.BoostNames(r, out.Items)
	s.Forget() // these scores are no others' evidence
	out.Stats = s.Stats()
	return out
}

const keywordsAsked = "keyword search was asked for"

// uncovered is the part of its score that a chunk with none of the query's weight would lose.
const uncovered = 0.3

// preferCover lowers the scores of chunks by the part of the query's weight, in idf, that they do not have. BM25 by
// itself takes much of one word for as good as each of two.
func (m *ranker) preferCover(r *method.Request) {
	if len(r.Query.Terms)+len(r.Query.Lacks) < 2 {
		return
	}
	weight, sum := query.Weights(m.s.Index.Dictionary, r.Query)
	if !(sum > 0) {
		return // an index may say that its words weigh nothing
	}
	m.s.Best = 0
	for _, c := range m.s.Scores.Touched {
		missing := sum
		for mask := m.s.Scores.Mask[c]; mask != 0; mask &= mask - 1 {
			missing -= weight[bits.TrailingZeros32(mask)]
		}
		m.s.Scores.Score[c] *= 1 - float32(uncovered*(missing/sum))
		m.s.Best = max(m.s.Best, m.s.Scores.Score[c])
	}
}
