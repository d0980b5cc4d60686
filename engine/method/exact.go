package method

import (
	"slices"
	"strings"

	"mycel/engine/corpus"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/query"
	"mycel/engine/rank"
	"mycel/engine/text"
)

// A query that is the title of a page, word for word, asks for that page, and so on
// down to an identifier in the text. Such passages come before all others. Pages with a text of their
// own do so by their title whatever their score; a heading, an identifier, a name in another form or an entry of a glossary may be the
// query by chance, and does so only where its page scores near the best.

// Exactness says which name of a hit is the query.
type Exactness string

const (
	NotExact   Exactness = ""
	ExactTitle Exactness = "title"   // of the page
	ExactHead  Exactness = "heading" // of the section
	ExactCode  Exactness = "code"    // an identifier of several words in the text, whole
)

// Ranks of exact matches. Names with the very words of the query come before names with
// other forms of them, and titles before headings.
const (
	sameTitle    = iota // with all words of the query
	wholeHeading        // word for word, where others differ in function words and endings alone
	looseTitle          // without function words of the query
	sameHeading
	sameMember // heading, behind the title of the page: sleep, on the page Thread
	wholeCode
	likeTitle
	likeHeading
	notNamed
)

var exactness = [notNamed]Exactness{ExactTitle, ExactHead, ExactTitle, ExactHead, ExactHead, ExactCode, ExactTitle, ExactHead}

// maxWholes is how many texts are looked at for an identifier. Nobody asked for texts that
// have it and no others, so few do: each may have to be fetched.
const maxWholes = 32

// ExactFirst returns the chunks of the sections that are named as the query is, with the reasons of a ranking where
// that has them, and behind them the ranking. The nodes hold the scores of the chunks.
func (s *Searcher) ExactFirst(r *Request, ranked []Item) []Item {
	items, firm := s.ExactMatches(r)
	if len(items) == 0 || r.ByPage && r.Query.DidYouMean() != "" {
		return ranked // a corrected word may have been meant for another
	}
	top, best := float32(1), float32(0)
	if len(ranked) > 0 {
		top = max(top, ranked[0].Score)
	}
	for i := range ranked {
		best = max(best, ranked[i].Score)
	}
	kept := items[:0]
	for i, it := range items {
		named, score := it, float32(0)
		for j := range ranked {
			if s.Index.Unit(r, uint32(ranked[j].Node)) == s.Index.Unit(r, uint32(it.Node)) {
				it, score = ranked[j], ranked[j].Score
				break
			}
		}
		if r.ByPage && score < namedLeast*best &&
			(i >= firm || named.Exact == ExactTitle && !hasText(s.Index.Corpus, s.Index.Document(uint32(named.Node)))) {
			continue
		}
		if r.ByPage && it.Node != named.Node {
			it.Nested = append([]Nested{{model.ChunkID(it.Node), s.Scores.Score[it.Node]}}, it.Nested...)
			it.Node = named.Node
		}
		it.Exact, it.Score = named.Exact, top
		kept = append(kept, it)
	}
	return append(kept, ranked...)
}

const (
	namedLeast = 0.7 // share of the best page's score with which a page comes first by a name that is not firm
	textLeast  = 125 // tokens of a page that is more than an entry of a glossary
)

// hasText tells whether a page is more than an entry of a glossary. It asks for the rows of the first chunks of the page.
// The engine that only searches knows these rows, and no lengths of texts.
func hasText(t *corpus.Tables, doc model.DocID) bool {
	tokens := uint32(0)
	for c, end := t.DocChunks(doc); c < end && tokens < textLeast; c++ {
		tokens += t.ChunkTokens(c)
	}
	return tokens >= textLeast
}

// ExactMatches returns the best chunks of the sections that are named as the query is,
// at most K, best first. The first of them, firm in number, are no headings and have the very words of the query, or are
// headings where others differ in little.
func (s *Searcher) ExactMatches(r *Request) (items []Item, firm int) {
	if len(r.Query.Terms) == 0 {
		return nil, 0
	}
	var found [notNamed][]uint32 // chunks, by rank
	names := s.Index.Parser.NamesOf(r.Query)
	if len(names) > 0 {
		names = append(names, lexical.WholeName(names[0].First, r.Query.Keys()))
		if option := text.Option(r.Query.Text); option != "" {
			names = append(names, lexical.WholeName(names[0].First, []string{option}))
		}
	}
	sections, headings := s.Index.Names.Of(names, &s.Index.Postings.Reader)
	for _, named := range sections {
		section, n := named.Section, s.Index.named(r.Query, named)
		if n == notNamed {
			continue
		}
		found[n] = s.appendBest(found[n], r, section)
		if n == sameHeading || n == likeHeading {
			headings++
			doc := s.Index.Corpus.SectionDoc(section)
			if title := lexical.Subject(s.Index.Corpus.DocTitle.At(int(doc))); r.AsksFor(title) {
				// The page Class Sieve comes before its constructors, which are headed Sieve. The page
				// The Slice Type comes behind its section Other Slices.
				about := likeTitle
				if n == sameHeading && strings.HasSuffix(title, lexical.Subject(s.Index.Corpus.Heading.At(int(section)))) {
					about = min(about, s.Index.named(r.Query, lexical.Named{Section: section, By: lexical.ByTitle}))
				}
				head, _ := s.Index.Corpus.DocChunks(doc) // the first section may have none
				found[about] = s.appendBest(found[about], r, s.Index.Corpus.ChunkSection(head))
			}
		}
	}
	if headings > lexical.MaxNamesakes {
		found[sameHeading], found[likeHeading] = nil, nil
	}
	if found[sameMember] == nil {
		found[wholeCode] = s.exactIdentifiers(r)
	}
	for n, chunks := range found {
		for _, it := range rank.Top(nil, chunks, s.Scores.Score, r.Options.K-len(items)) {
			items = append(items, Item{Node: model.NodeID(it.ID), Source: Words, Exact: exactness[n]})
		}
		if n == looseTitle {
			firm = len(items)
		}
	}
	return items, firm
}

// named returns how the query is the name of a section, notNamed for a member that is written otherwise.
func (x *Index) named(q *query.Query, n lexical.Named) int {
	title, same, like := x.Corpus.Heading.At(int(n.Section)), sameHeading, likeHeading
	start, end := lexical.Declared(title, x.Corpus.Anchor.At(int(n.Section)))
	declared := title[start:end]
	switch n.By {
	case lexical.ByTitle:
		title, same, like = x.Corpus.DocTitle.At(int(x.Corpus.SectionDoc(n.Section))), sameTitle, likeTitle
	case lexical.ByMember:
		same, like = sameMember, notNamed
	case lexical.ByWords:
		same, like = wholeHeading, notNamed
		if option := text.Option(q.Text); option != "" {
			if slices.Contains(text.Options(title), option) {
				return wholeHeading
			}
			return notNamed
		}
		if keys := q.Keys(); !slices.Equal(keys, lexical.Keys(title)) && !slices.Equal(keys, lexical.Keys(declared)) {
			return notNamed // it is the title that is found besides
		}
	}
	for _, symbol := range q.Symbols {
		if !text.HasSymbol(title, q.Text[symbol.Start:symbol.End]) {
			return notNamed
		}
	}
	if !endAlike(q, title) && !endAlike(q, lexical.Subject(title)) && !endAlike(q, declared) {
		if like == likeHeading && otherForm(q, title) {
			return notNamed
		}
		return like
	}
	if same == sameTitle && slices.ContainsFunc(q.Keys(), func(key string) bool { return !slices.Contains(lexical.Keys(title), key) }) {
		return looseTitle
	}
	return same
}

// otherForm tells whether a title lacks a word of the query in a form that the corpus has: who asks for "annotated"
// does not ask for "No annotation".
func otherForm(q *query.Query, title string) bool {
	keys := lexical.Keys(title)
	return slices.ContainsFunc(q.Words, func(w query.Word) bool {
		return w.Read == query.Exact && !w.Stop && !slices.Contains(keys, w.Key)
	})
}

// endAlike tells whether the query ends with the words of a title, in their very form, or the
// title with those of the query.
func endAlike(q *query.Query, title string) bool {
	keys := lexical.Keys(title)
	last := len(keys)
	for i := len(q.Words) - 1; i >= 0 && last > 0; i-- {
		if w := &q.Words[i]; !w.Excluded {
			if last--; keys[last] != w.Key {
				return false
			}
		}
	}
	return len(keys) > 0
}

// appendBest appends the best chunk of a section that the query's operators let through, if it is not there.
func (s *Searcher) appendBest(chunks []uint32, r *Request, section model.SectionID) []uint32 {
	first, end := s.Index.Corpus.SectionChunks(section)
	if first == end && int(first) < s.Index.Corpus.NumChunks() {
		end++ // it has no text of its own: its first section stands for it
	}
	best := end
	for c := first; c < end; c++ {
		if s.Scores.Mask[c] != 0 && (best == end || s.Scores.Score[c] > s.Scores.Score[best]) && s.Admits(r, uint32(c)) {
			best = c
		}
	}
	if best == end || slices.Contains(chunks, uint32(best)) {
		return chunks
	}
	return append(chunks, uint32(best))
}

// exactIdentifiers returns the best chunks that have the identifier which the query is.
func (s *Searcher) exactIdentifiers(r *Request) (found []uint32) {
	p := r.Query.Whole
	if p == nil {
		return nil
	}
	var together []uint32
	for c, places := range s.meeting(p.Terms) {
		if places != 0 && s.Scores.Mask[c] != 0 {
			together = append(together, uint32(c))
		}
	}
	for _, it := range rank.Top(nil, together, s.Scores.Score, maxWholes) {
		if len(found) == r.Options.K {
			break
		}
		if s.Admits(r, it.ID) && r.contains(p, it.ID) {
			found = append(found, it.ID)
		}
	}
	return found
}

// Has returns which terms of the query a title has, bit i for Terms[i].
func (r *Request) Has(title string) (mask uint32) {
	for t := text.NewScanner(title); t.Next(); {
		if bit := r.Query.Bit(t.Key()); bit >= 0 {
			mask |= 1 << bit
		}
	}
	return mask
}

// AsksFor tells whether a title has all words that the query searches for, as often as the
// query: who asks for queue.Queue does not ask for all of queue.
func (r *Request) AsksFor(title string) bool {
	missing, more := ^uint32(0)>>(32-len(r.Query.Terms)), 0
	for i := range r.Query.Words {
		if r.Query.BitOf(&r.Query.Words[i]) >= 0 {
			more++
		}
	}
	for t := text.NewScanner(title); t.Next(); {
		if bit := r.Query.Bit(t.Key()); bit >= 0 {
			missing &^= 1 << bit
			more--
		}
	}
	return missing == 0 && more <= 0 && len(r.Query.Lacks) == 0
}
