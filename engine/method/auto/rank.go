// Package auto chooses a method by the query.
package auto

import (
	"math/bits"

	"mycel/engine/entity"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/method/bm25"
	"mycel/engine/method/bridge"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/query"
)

// Mode is the mode that chooses.
const Mode = "auto"

// Method chooses between methods.
var Method = &method.Method{
	Name: "auto", Modes: []string{Mode}, Label: param.Text("best"), Summary: param.Text("Chooses between bm25 and bridge by the query."),
	Plain: true,
	Early: early,
	Open:  func(s *method.Searcher) method.Ranker { return (&ranker{s}).rank },
}

// ranker chooses.
type ranker struct{ s *method.Searcher }

// early notes the parts that the walk reads, together with the rows with which it begins.
func early(s *method.Searcher, r *method.Request) {
	if s.Index.Content != lexical.Passages || byWords(r.Query) != "" || !asks(r.Query) {
		return
	}
	bridge.Early(s, r)
	if s.Dense != nil {
		s.Index.VectorsLoaded()
	}
}

// keywordTerms is the most terms of a query that is a mere look-up.
const keywordTerms = 3

// rank ranks documentation by pages for every query. In a collection of passages the query decides. A few words
// without a function word between them are a look-up if the best passage has all of them; keywords rank it. Any other
// query, however long, may need more than one passage. For it the bridge walk, which contains the ranking by
// keywords, looks for the words that the best passages leave uncovered.
func (m *ranker) rank(r *method.Request) *method.Ranking {
	s := m.s
	if s.Index.Content == lexical.Documentation {
		out := s.Rank(bm25.Method, r)
		out.Reason = "pages of several sections rank by the sum of their best sections"
		out.Brief = true
		if r.Chunks && r.Budget > 0 && !s.Index.AnyMissing() {
			m.wholePage(r, out)
		}
		return out
	}
	if reason := m.lookUp(r); reason != "" {
		out := s.Rank(bm25.Method, r)
		out.Reason = reason
		return out
	}
	r.WidenForNames()
	out := s.Rank(bridge.Method, r)
	if s.Index.AnyMissing() && len(out.Items) == 0 {
		s.ExactMatches(r) // it reads titles: they are fetched together with the rows of the walk
		return out
	}
	out.Items = s.Fill(s.ExactFirst(r, out.Items), r, method.Filled)
	s.BoostNames(r, out.Items)
	return out
}

// mostBeside is the most content words beside the title in a question for a whole page. leastSections is the fewest
// sections of such a page.
const (
	mostBeside    = 2
	leastSections = 3
)

// wholePage puts the sections of a page behind the best item and before all others, in their order,
// if the query asks for the page as a whole.
func (m *ranker) wholePage(r *method.Request, out *method.Ranking) {
	first, end := m.named(r, out.Items)
	if end-first < leastSections {
		return
	}
	c := m.s.Index.Corpus
	items := out.Items[:1:1]
	for section := first; section < end; section++ {
		from, to := c.SectionChunks(section)
		if from == to || section == c.ChunkSection(model.ChunkID(items[0].Node)) {
			continue
		}
		it := method.Item{Node: model.NodeID(from), Score: items[0].Score, Source: items[0].Source}
		for _, other := range out.Items {
			if n := model.ChunkID(other.Node); from <= n && n < to {
				it = other
				break
			}
		}
		items = append(items, it)
	}
	for _, it := range out.Items[1:] {
		if s := c.ChunkSection(model.ChunkID(it.Node)); s < first || s >= end {
			items = append(items, it)
		}
	}
	out.Items = items[:min(len(items), r.Options.K)]
	out.Reason = "the question names a page, whose sections come first"
}

// named returns the sections of the page that the query asks for as a whole; an empty range if there is no such page.
func (m *ranker) named(r *method.Request, items []method.Item) (first, end model.SectionID) {
	x := m.s.Index
	for _, l := range r.Entities {
		beside := 0
		for i := range r.Query.Words {
			if w := &r.Query.Words[i]; !w.Stop && (w.Start < l.Start || w.Start >= l.End) {
				beside++
			}
		}
		if beside > mostBeside {
			continue
		}
		about := x.Titles.About(l.Entity)
		for _, it := range items {
			first, end = x.Corpus.DocSections(x.Corpus.SectionDoc(x.Corpus.ChunkSection(model.ChunkID(it.Node))))
			all := 0
			for _, a := range about {
				if s, exact := entity.Section(a); exact && first <= s && s < end {
					all++
				}
			}
			if all == int(end-first) {
				return first, end
			}
		}
	}
	return 0, 0
}

// lookUp returns the reason why keywords alone rank the query; "" if they do not.
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

// byWords returns the reason why keywords alone rank a query; "" for a question or a look-up.
func byWords(q *query.Query) string {
	switch {
	case len(q.Terms) == 0 && !q.Partial:
		return "no passage has any of these words"
	case len(q.Phrases)+len(q.Excluded) > 0:
		return "the query says which words it wants and which it does not"
	}
	return ""
}

// asks reports whether a query has too many words for a look-up, or function words that are not searched for. In a
// partial query the other words count, too.
func asks(q *query.Query) bool {
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
