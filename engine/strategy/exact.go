package strategy

import (
	"slices"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/rank"
	"mycel/engine/text"
)

// A query that is the title of a page, word for word, asks for that page, and so on
// down to an identifier in the text. Such passages come before all others, whatever
// their scores: no weight has to be tuned for it.

// Exactness says what of a hit is the query.
type Exactness string

const (
	NotExact   Exactness = ""
	ExactTitle Exactness = "title"   // of the page
	ExactHead  Exactness = "heading" // of the section
	ExactCode  Exactness = "code"    // an identifier of several words in the text, whole
)

// Ranks of what is named as the query is. Words in the same form come before words
// that were read as others, or that differ in endings or function words. Before each
// rank of headings is that of titles.
const (
	sameTitle = iota
	sameHeading
	wholeCode
	likeTitle
	likeHeading
	notNamed
)

var exactness = [notNamed]Exactness{ExactTitle, ExactHead, ExactCode, ExactTitle, ExactHead}

// maxWholes is how many texts are looked at for an identifier. Nobody asked for texts that
// have it and no others, so few do: each may have to be fetched.
const maxWholes = 32

// promote returns the chunks of the sections that are named as the query is, with
// the reasons of a ranking where that has them, and behind them the ranking. The
// nodes hold the scores of the chunks.
func (s *Searcher) promote(r *Request, ranked []Item) []Item {
	items := s.namesakes(r)
	if len(items) == 0 {
		return ranked
	}
	top := float32(1)
	if len(ranked) > 0 {
		top = max(top, ranked[0].Score)
	}
	for i := range items {
		it := &items[i]
		exact := it.Exact
		for j := range ranked {
			if s.unit(r, uint32(ranked[j].Node)) == s.unit(r, uint32(it.Node)) {
				*it = ranked[j]
				break
			}
		}
		it.Exact, it.Score = exact, top
	}
	return append(items, ranked...)
}

// namesakes returns the best chunks of the sections that are named as the query is,
// at most K, best first.
func (s *Searcher) namesakes(r *Request) (items []Item) {
	if len(r.Query.Terms) == 0 {
		return nil
	}
	var found [notNamed][]uint32 // chunks, by rank
	found[wholeCode] = s.wholes(r)
	add := func(section model.SectionID, n int) {
		if best, ok := s.bestOf(r, section); ok && !slices.Contains(found[n], best) {
			found[n] = append(found[n], best)
		}
	}
	names := s.x.Dictionary.NamesOf(r.Query)
	sections, headings := s.x.Names.Of(names, &s.x.Postings.Reader)
	for i, section := range sections {
		n := s.named(r.Query, names, section)
		if n == notNamed || slices.Contains(sections[:i], section) {
			continue
		}
		add(section, n)
		if n == sameHeading || n == likeHeading {
			headings++
			// The constructors of a class have its name, but the page is about it.
			if doc := s.x.Corpus.SectionDoc(section); s.asksFor(r, lexical.Subject(s.x.Corpus.DocTitle.At(int(doc)))) {
				head, _ := s.x.Corpus.DocSections(doc)
				add(head, n-1)
			}
		}
	}
	if headings > lexical.MaxNamesakes {
		found[sameHeading], found[likeHeading] = nil, nil
	}
	for n, chunks := range found {
		for _, it := range rank.Top(nil, chunks, s.nodes.Score, r.Options.K-len(items)) {
			items = append(items, Item{Node: model.NodeID(it.ID), Reader: Words, Pair: -1, Exact: exactness[n]})
		}
	}
	return items
}

// named returns how the query, which may be so read as names, is the name of a section: its
// heading, or the title of the page that begins with it.
func (s *Searcher) named(q *lexical.Query, names []lexical.Name, section model.SectionID) int {
	n := s.same(q, names, s.x.Corpus.Heading.At(int(section)), sameHeading, likeHeading)
	doc := s.x.Corpus.SectionDoc(section)
	first, _ := s.x.Corpus.SectionChunks(section)
	if head, _ := s.x.Corpus.DocChunks(doc); first == head {
		n = min(n, s.same(q, names, s.x.Corpus.DocTitle.At(int(doc)), sameTitle, likeTitle))
	}
	return n
}

// same compares a title, or its subject, with the query: exact if the words have the same
// keys, like if they are one of the query's names, else notNamed.
func (s *Searcher) same(q *lexical.Query, names []lexical.Name, title string, exact, like int) int {
	n := notNamed
	for _, t := range [2]string{title, lexical.Subject(title)} {
		if sameKeys(q, t) {
			return exact
		}
		if s.x.Dictionary.IsNamed(t, names) {
			n = like
		}
	}
	return n
}

// sameKeys tells whether a title has the words that the query wants, in their very form.
func sameKeys(q *lexical.Query, title string) bool {
	words := text.NewScanner(title)
	for i := range q.Words {
		if w := &q.Words[i]; !w.Excluded && !(words.Next() && string(words.Key()) == w.Key) {
			return false
		}
	}
	return !words.Next()
}

// bestOf returns the best chunk of a section that the query's operators let through.
func (s *Searcher) bestOf(r *Request, section model.SectionID) (best uint32, ok bool) {
	first, end := s.x.Corpus.SectionChunks(section)
	for c := uint32(first); c < uint32(end); c++ {
		if s.nodes.Mask[c] != 0 && (!ok || s.nodes.Score[c] > s.nodes.Score[best]) && s.admits(r, c) {
			best, ok = c, true
		}
	}
	return best, ok
}

// wholes returns the best chunks that have the identifier which the query is.
func (s *Searcher) wholes(r *Request) (found []uint32) {
	p := r.Query.Whole
	if p == nil {
		return nil
	}
	var together []uint32
	for c, places := range s.meeting(p.Terms) {
		if places != 0 && s.nodes.Mask[c] != 0 {
			together = append(together, uint32(c))
		}
	}
	for _, it := range rank.Top(nil, together, s.nodes.Score, maxWholes) {
		if len(found) == r.Options.K {
			break
		}
		if s.admits(r, it.ID) && r.contains(p, it.ID) {
			found = append(found, it.ID)
		}
	}
	return found
}
