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

// Rank ranks chunks by the words of the query alone; sections with the query as a name come first. It ranks
// documentation by pages.
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
		s.Best = 1 // scores must compare with those of other bundles
	}
	out := &method.Ranking{Mode: Mode, Reason: keywordsAsked, Best: best, Items: s.Fill(s.ExactFirst(r, nil), r, method.Words)}
	s.BoostNames(r, out.Items)
	s.Forget() // other methods must not use these scores
	out.Stats = s.Stats()
	return out
}

const keywordsAsked = "keyword search was asked for"

// uncovered is the share of its score that a chunk without any of the query's weight would lose.
const uncovered = 0.3

// preferCover lowers the scores of chunks by the share of the query's weight, in idf, that they lack. BM25 itself
// scores one word that occurs often as high as two words that occur once.
func (m *ranker) preferCover(r *method.Request) {
	if len(r.Query.Terms)+len(r.Query.Lacks) < 2 {
		return
	}
	weight, sum := query.Weights(m.s.Index.Dictionary, r.Query)
	if !(sum > 0) {
		return // an index may give all words the weight 0
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
