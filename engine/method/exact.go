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

// A query that is exactly the title of a page asks for that page. The same holds for headings, and down to identifiers
// in the text. Such passages come before all others. A title puts pages with a text of their own first at any score. A
// heading, an identifier, another form of a name or an entry of a glossary may equal the query by chance: it does so
// only where the score of its page is near the best.

// Exactness is the kind of a hit's name that equals the query.
type Exactness string

const (
	NotExact   Exactness = ""
	ExactTitle Exactness = "title"   // of the page
	ExactHead  Exactness = "heading" // of the section
	ExactCode  Exactness = "code"    // an identifier of several words in the text, whole
)

// Ranks of exact matches. Names with exactly the words of the query come before names with other forms of them, and
// titles before headings.
const (
	sameTitle    = iota // with all words of the query
	wholeHeading        // word for word, while other headings differ only in function words and endings
	looseTitle          // without function words of the query
	sameHeading
	sameMember // a heading behind the title of the page: sleep, on the page Thread
	wholeCode
	likeTitle
	likeHeading
	notNamed
)

var exactness = [notNamed]Exactness{ExactTitle, ExactHead, ExactTitle, ExactHead, ExactHead, ExactCode, ExactTitle, ExactHead}

// maxWholes is the most texts that are searched for an identifier. It is small because each text may have to be fetched
// only for this.
const maxWholes = 32

// ExactFirst puts the chunks of sections with the query as a name in front of a ranking. Chunks that the ranking has
// keep its reasons. The nodes must hold the scores of the chunks.
func (s *Searcher) ExactFirst(r *Request, ranked []Item) []Item {
	items, firm := s.ExactMatches(r)
	if len(items) == 0 || r.ByPage && r.Query.DidYouMean() != "" {
		return ranked // the misspelt word may stand for another
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
	namedLeast = 0.7 // least share of the best page's score for a page that comes first by a name that is not firm
	textLeast  = 125 // least tokens of a page that is more than an entry of a glossary
)

// hasText tells whether a page is more than an entry of a glossary. It reads the rows of the page's first chunks, and
// not lengths of texts: the search engine does not load them.
func hasText(t *corpus.Tables, doc model.DocID) bool {
	tokens := uint32(0)
	for c, end := t.DocChunks(doc); c < end && tokens < textLeast; c++ {
		tokens += t.ChunkTokens(c)
	}
	return tokens >= textLeast
}

// ExactMatches returns the best chunks of the sections with the query as a name, at most K, best first. The first firm
// of them have exactly the words of the query, and are no headings, or headings from which others differ only a little.
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
				head, _ := s.Index.Corpus.DocChunks(doc) // the first section may have no chunk
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

// named returns the rank of a section's name for the query. It returns notNamed for a member that is written in another
// way.
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
			return notNamed // the title gives this name, too
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

// otherForm tells whether a title lacks a word of the query in a form that the corpus has: the query "annotated" does
// not mean "No annotation".
func otherForm(q *query.Query, title string) bool {
	keys := lexical.Keys(title)
	return slices.ContainsFunc(q.Words, func(w query.Word) bool {
		return w.Read == query.Exact && !w.Stop && !slices.Contains(keys, w.Key)
	})
}

// endAlike tells whether the query ends with exactly the words of a title, or the title with exactly the words of the
// query.
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

// appendBest appends the best chunk of a section that the query's operators let through, unless chunks has it.
func (s *Searcher) appendBest(chunks []uint32, r *Request, section model.SectionID) []uint32 {
	first, end := s.Index.Corpus.SectionChunks(section)
	if first == end && int(first) < s.Index.Corpus.NumChunks() {
		end++ // a section without text: the first section below stands for it
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

// exactIdentifiers returns the best chunks with the identifier that is the query.
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

// Has returns the terms of the query that a title has, bit i for Terms[i].
func (r *Request) Has(title string) (mask uint32) {
	for t := text.NewScanner(title); t.Next(); {
		if bit := r.Query.Bit(t.Key()); bit >= 0 {
			mask |= 1 << bit
		}
	}
	return mask
}

// AsksFor tells whether a title has all words that the query searches for, each as often as the query: the query
// queue.Queue does not mean the title queue.
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
