package strategy

import (
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

// maxTitle is the number of words up to which a query can be a title.
const maxTitle = 24

// maxNamesakes is how many sections may have a heading that names them. What more have, such
// as Examples, is no name.
const maxNamesakes = 3

// maxWholes is how many texts are looked at for an identifier. Nobody asked for texts that
// have it and no others, so few do: each may have to be fetched.
const maxWholes = 32

// namesake is a chunk with the rank of its name.
type namesake struct {
	chunk uint32
	rank  int
	score float32
}

// promote returns the chunks of the sections that are named as the query is, with
// the reasons of a ranking where that has them, and behind them the ranking. The
// nodes hold the scores of the chunks.
func (s *Searcher) promote(r *Request, ranked []Item) []Item {
	found := s.namesakes(r)
	if len(found) == 0 {
		return ranked
	}
	top := float32(1)
	if len(ranked) > 0 {
		top = max(top, ranked[0].Score)
	}
	items := make([]Item, len(found), len(found)+len(ranked))
	for i, n := range found {
		it := &items[i]
		*it = Item{Node: model.NodeID(n.chunk), Reader: Words, Pair: -1}
		for j := range ranked {
			if s.unit(r, uint32(ranked[j].Node)) == s.unit(r, n.chunk) {
				*it = ranked[j]
				break
			}
		}
		it.Exact, it.Score = exactness[n.rank], top
	}
	return append(items, ranked...)
}

// namesakes returns the best chunks of the sections that are named as the query is,
// at most K, best first.
func (s *Searcher) namesakes(r *Request) []namesake {
	if len(r.Query.Terms) == 0 || len(r.Query.Words) > maxTitle {
		return nil
	}
	found, headings := s.wholes(r), 0
	add := func(section model.SectionID, n int) {
		if best, ok := s.bestOf(r, section); ok {
			found = append(found, namesake{chunk: best, rank: n, score: s.nodes.Score[best]})
		}
	}
	seen := map[model.SectionID]bool{}
	for _, c := range s.titled(r.Query) {
		section := s.x.Corpus.ChunkSection(c)
		if first, _ := s.x.Corpus.SectionChunks(section); c != first || seen[section] {
			continue
		}
		seen[section] = true
		n := s.named(r.Query, c, section)
		if n == notNamed {
			continue
		}
		add(section, n)
		if n == sameHeading || n == likeHeading {
			headings++
			// The constructors of a class have its name, but the page is about it.
			if doc := s.x.Corpus.SectionDoc(section); s.asksFor(r, subject(s.x.Corpus.DocTitle.At(int(doc)))) {
				head, _ := s.x.Corpus.DocSections(doc)
				add(head, n-1)
			}
		}
	}
	if headings > maxNamesakes {
		kept := found[:0]
		for _, f := range found {
			if f.rank != sameHeading && f.rank != likeHeading {
				kept = append(kept, f)
			}
		}
		found = kept
	}
	rank.Sort(found, func(a, b namesake) int {
		if a.rank != b.rank {
			return a.rank - b.rank
		}
		return rank.Compare(rank.Item{ID: a.chunk, Score: a.score}, rank.Item{ID: b.chunk, Score: b.score})
	})
	return found[:min(len(found), r.Options.K)]
}

// named returns how the query is the name of a section, of which c is the first
// chunk: its heading, or the title of the page that begins with it.
func (s *Searcher) named(q *lexical.Query, c model.ChunkID, section model.SectionID) int {
	n := s.same(q, s.x.Corpus.Heading.At(int(section)), sameHeading, likeHeading)
	doc := s.x.Corpus.SectionDoc(section)
	if head, _ := s.x.Corpus.DocChunks(doc); c == head {
		n = min(n, s.same(q, s.x.Corpus.DocTitle.At(int(doc)), sameTitle, likeTitle))
	}
	return n
}

// titled returns the chunks that have all of the query's words in their titles or
// headings, ascending. What these are is not looked at: it may have to be fetched.
func (s *Searcher) titled(q *lexical.Query) (chunks []model.ChunkID) {
	rarest, least := 0, 0
	for i := range q.Terms {
		n := 0
		for _, t := range q.Readings(i) {
			n += int(s.x.Dictionary.DF(t))
		}
		if i == 0 || n < least {
			rarest, least = i, n
		}
	}
	in := make([]bool, s.x.Corpus.NumChunks())
	for _, t := range q.Readings(rarest) {
		s.each(t, func(c model.ChunkID, places uint64) { in[c] = in[c] || places&1 != 0 })
	}
	for c := range in {
		if in[c] {
			chunks = append(chunks, model.ChunkID(c))
		}
	}
	for i := range q.Terms {
		if i != rarest {
			chunks = s.inTitles(q.Readings(i), chunks)
		}
	}
	return chunks
}

// inTitles keeps those of some chunks, ascending, that have one of the terms in their
// titles or headings.
func (s *Searcher) inTitles(terms []model.TermID, chunks []model.ChunkID) []model.ChunkID {
	has := make([]bool, len(chunks))
	for _, t := range terms {
		list, places := s.x.Postings.List(t), s.x.Postings.Places(t)
		at, passed := 0, 0 // chunks, and places of postings that are none of them
		for block := list.Read(&s.block); len(block) > 0 && at < len(chunks); block = list.Read(&s.block) {
			for i := range block {
				c := model.ChunkID(block[i].Passage)
				for at < len(chunks) && chunks[at] < c {
					at++
				}
				if at == len(chunks) {
					break
				}
				if chunks[at] != c {
					passed++
					continue
				}
				places.Skip(passed)
				passed = 0
				has[at] = has[at] || places.Next()&1 != 0
			}
		}
	}
	kept := chunks[:0]
	for i, c := range chunks {
		if has[i] {
			kept = append(kept, c)
		}
	}
	return kept
}

// same compares a title, or its subject, with the query: exact if the words have the same
// keys, like if they are searched for as the same, function words left out, else notNamed.
func (s *Searcher) same(q *lexical.Query, title string, exact, like int) int {
	short := subject(title)
	switch {
	case sameKeys(q, title), sameKeys(q, short):
		return exact
	case s.sameTerms(q, title), s.sameTerms(q, short):
		return like
	}
	return notNamed
}

// subject returns a title without its number, and without what explains it: json of
// "json — JSON encoder and decoder", max_connections of "20.3. max_connections (integer)".
func subject(title string) string {
	for title != "" && (title[0]-'0' <= 9 || title[0] == '.' || title[0] == ' ') {
		title = title[1:]
	}
	for i, c := range title {
		if c == '(' || c == '—' || c == '–' || c == '|' || (c == '-' || c == ':') && i+1 < len(title) && title[i+1] == ' ' {
			return title[:i]
		}
	}
	return title
}

func sameKeys(q *lexical.Query, title string) bool {
	i := 0
	next := func() bool {
		for i < len(q.Words) && q.Words[i].Excluded {
			i++
		}
		return i < len(q.Words)
	}
	for words := text.NewScanner(title); words.Next(); i++ {
		if !next() || string(words.Key()) != q.Words[i].Key {
			return false
		}
	}
	return !next()
}

func (s *Searcher) sameTerms(q *lexical.Query, title string) bool {
	i := 0
	next := func() *lexical.Word { // that is searched for, or that no title has
		for ; i < len(q.Words); i++ {
			if w := &q.Words[i]; q.BitOf(w) >= 0 || !w.Stop && !w.Excluded {
				i++
				return w
			}
		}
		return nil
	}
	for words := text.NewScanner(title); words.Next(); {
		key := string(words.Key())
		t, stop, known := s.x.Dictionary.Lookup(key)
		if q.Bit(s.x.Dictionary, key) < 0 {
			if stop {
				continue
			}
			return false
		}
		if w := next(); w == nil || !known || !q.Means(w, t) {
			return false
		}
	}
	return next() == nil
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
func (s *Searcher) wholes(r *Request) []namesake {
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
	var found []namesake
	for _, it := range rank.Top(nil, together, s.nodes.Score, maxWholes) {
		if len(found) == r.Options.K {
			break
		}
		if s.admits(r, it.ID) && r.contains(p, it.ID) {
			found = append(found, namesake{chunk: it.ID, rank: wholeCode, score: it.Score})
		}
	}
	return found
}
