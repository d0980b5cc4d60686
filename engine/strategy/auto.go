package strategy

import (
	"math/bits"

	"mycel/engine/lexical"
)

// Run answers a request in the given mode; ok is false for an unknown mode.
func (s *Searcher) Run(mode string, r *Request) (out *Ranking, ok bool) {
	if !r.Options.Timings || s.Clock == nil {
		return s.run(mode, r)
	}
	start := s.Clock()
	s.seeded = 0
	if out, ok = s.run(mode, r); ok {
		end := s.Clock()
		if s.seeded == 0 {
			s.seeded = end
		}
		out.Timings = &Timings{Seeding: s.seeded - start, Walking: end - s.seeded}
	}
	return out, ok
}

func (s *Searcher) run(mode string, r *Request) (out *Ranking, ok bool) {
	ready := s.Ready(r)
	if ready {
		s.collapse(r)
	} else if s.Near != nil && !s.Index.Paged() && (mode == ModeAuto || mode == "") && byWords(r.Query) == "" && asks(r.Query) {
		s.VectorsReady() // which the walk reads, are asked for together with what it begins with
	}
	for i := range s.modes {
		if m := &s.modes[i]; m.name == mode || mode == "" {
			r.Mode = m.name
			if !ready || m.method != nil && !s.ownReady(m.method) {
				return Waiting(m.name), true
			}
			if m.method != nil {
				return s.rank(m.method, r), true
			}
			return m.run(s, r), true
		}
	}
	return nil, false
}

// keywordTerms is the length of a query, in terms, up to which it can be a mere
// look-up.
const keywordTerms = 3

// Auto ranks documentation by pages, whatever the query. In a collection of passages the query
// chooses. A few words without a function word between them are a look-up if the best passage has
// all of them, and keywords rank it. Any other query, however long, may need more than one
// passage: the bridge walk, which contains the ranking by keywords, looks for the words that the
// best passages leave uncovered.
func (s *Searcher) Auto(r *Request) *Ranking {
	if s.Index.Paged() {
		out := s.Pages(r)
		out.Reason = "pages of several sections rank by the sum of their best sections"
		return out
	}
	if reason := s.lookUp(r); reason != "" {
		out := s.BM25(r)
		out.Reason = reason
		return out
	}
	r.deepen()
	out := s.Bridge(r)
	if s.waits() {
		s.namesakes(r) // it reads titles, which are asked for together with what the walk waits for
		return out
	}
	out.Items = s.Fill(s.promote(r, out.Items), r, Filled)
	s.preferNames(r, out.Items)
	return out
}

// lookUp returns why the query is ranked by keywords alone, or "" if it is not.
func (s *Searcher) lookUp(r *Request) string {
	if reason := byWords(r.Query); reason != "" || asks(r.Query) {
		return reason
	}
	s.ScoreChunks(r)
	best := s.TopNodes(1)
	if len(best) == 0 || bits.OnesCount32(s.Scores.Mask[best[0].ID]) < len(r.Query.Terms) {
		return "" // no passage that passes the filters has all words
	}
	return "these are words to look up, and one passage has all of them"
}

// byWords returns why a query is ranked by keywords alone, or "" if it is a question or a lookup.
func byWords(q *lexical.Query) string {
	switch {
	case len(q.Terms) == 0:
		return "no passage has any of these words"
	case len(q.Phrases)+len(q.Excluded) > 0:
		return "the query says which words it wants and which it does not"
	}
	return ""
}

// asks reports whether a query has too many words for a look-up, or function words that are not
// searched for.
func asks(q *lexical.Query) bool {
	for i := range q.Words {
		if w := &q.Words[i]; w.Stop && !q.Searches(w.Term) {
			return true
		}
	}
	return len(q.Terms) > keywordTerms
}
