// Package auto chooses a method by the query.
package auto

import (
	"math/bits"

	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/method/bm25"
	"mycel/engine/method/bridge"
	"mycel/engine/param"
)

// Mode is the mode that chooses.
const Mode = "auto"

// Method chooses between methods.
var Method = &method.Method{
	Name: "auto", Modes: []string{Mode}, Label: param.Text("best"), Summary: param.Text("Chooses between bm25 and bridge by the query."),
	Plain: (*method.Index).Paged,
	Early: early,
	Open:  func(s *method.Searcher) method.Ranker { return (&ranker{s}).rank },
}

// ranker chooses.
type ranker struct{ s *method.Searcher }

// early asks for the vectors, which the walk reads, together with the rows that it begins
// with.
func early(s *method.Searcher, r *method.Request) {
	if s.Dense != nil && !s.Index.Paged() && byWords(r.Query) == "" && asks(r.Query) {
		s.Index.VectorsReady()
	}
}

// keywordTerms is the length of a query, in terms, up to which it can be a mere
// look-up.
const keywordTerms = 3

// rank ranks documentation by pages, whatever the query. In a collection of passages the query
// chooses. A few words without a function word between them are a look-up if the best passage has
// all of them, and keywords rank it. Any other query, however long, may need more than one
// passage: the bridge walk, which contains the ranking by keywords, looks for the words that the
// best passages leave uncovered.
func (m *ranker) rank(r *method.Request) *method.Ranking {
	s := m.s
	if s.Index.Paged() {
		out := s.Rank(bm25.Method, r)
		out.Reason = "pages of several sections rank by the sum of their best sections"
		out.Brief = true
		return out
	}
	if reason := m.lookUp(r); reason != "" {
		out := s.Rank(bm25.Method, r)
		out.Reason = reason
		return out
	}
	r.WidenForNames()
	out := s.Rank(bridge.Method, r)
	if s.Index.Waits() {
		s.ExactMatches(r) // it reads titles, which are asked for together with what the walk waits for
		return out
	}
	out.Items = s.Fill(s.ExactFirst(r, out.Items), r, method.Filled)
	s.BoostNames(r, out.Items)
	return out
}

// lookUp returns why the query is ranked by keywords alone, or "" if it is not.
func (m *ranker) lookUp(r *method.Request) string {
	if reason := byWords(r.Query); reason != "" || asks(r.Query) {
		return reason
	}
	m.s.ScoreChunks(r)
	best := m.s.TopNodes(1)
	if len(best) == 0 || bits.OnesCount32(m.s.Scores.Mask[best[0].ID]) < len(r.Query.Terms) {
		return "" // no passage that passes the filters has all words
	}
	return "these are words to look up, and one passage has all of them"
}

// byWords returns why a query is ranked by keywords alone, or "" if it is a question or a lookup.
func byWords(q *lexical.Query) string {
	switch {
	case len(q.Terms) == 0 && !q.Partial:
		return "no passage has any of these words"
	case len(q.Phrases)+len(q.Excluded) > 0:
		return "the query says which words it wants and which it does not"
	}
	return ""
}

// asks reports whether a query has too many words for a look-up, or function words that are not
// searched for. Of a partial query all words but these count.
func asks(q *lexical.Query) bool {
	terms := len(q.Terms)
	for i := range q.Words {
		if w := &q.Words[i]; w.Stop && !q.Searches(w.Term) {
			return true
		}
		if q.Partial {
			terms++
		}
	}
	return terms > keywordTerms
}
