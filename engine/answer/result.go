package answer

import (
	"mycel/engine/excerpt"
	"mycel/engine/facet"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/query"
	"mycel/engine/rank"
)

// Result is the answer to a query, with everything needed to show and explain it. Spans are byte offsets into the
// string beside them.
type Result struct {
	Query   string     // as searched for; over-long queries are cut
	Cut     bool       // the query is too long: a part of it was not read or not searched for
	Mode    string     // the mode that answered, never "auto"
	Reason  string     // one sentence that says why this mode answered
	Missing []parts.ID // parts of the index, or blocks of text for excerpts
	Waiting bool       // parts of the index are missing: the result has nothing else
	Terms   []Term     // the words of the query
	// DidYouMean is the query with its unknown words replaced by the words that are searched for instead; "" if no word
	// was replaced.
	DidYouMean string
	Entities   []Entity     // entities found in the query
	Notes      []Reason     // findings on the way to the answer
	Hits       []Hit        // distinct sections, best first
	Filters    []ValueCount // of all documents that match; by key, then by value
	Best       float32      // for a bundle of a set: word score of its best passage, the divisor of all scores
	Shared     string       // for a root: its knowledge of the words, for the Options of its bundles
	Bundles    []rank.Item  // for a root: bundles that have words of the query, each with the greatest score that its passages may have
	Stats      method.Stats
	Timings    *method.Timings // nil if not asked for
}

// Lacking returns the parts that are missing.
func (r *Result) Lacking() []parts.ID { return r.Missing }

// Term is a word of the query.
type Term struct {
	Word  string
	Span  model.Span // in Query
	Known bool       // the corpus has it in some form
	Stop  bool       // too common to be searched for
	Read  query.Reading
	As    []string // words searched for in its place, if it is read as a beginning or a misspelling

	Excluded bool // hits must not have the word

	Chunks int // number of chunks with the term of the word; 0 for stop words
}

// Entity is an entity that the query names.
type Entity struct {
	Name   string
	Span   model.Span // in Query
	Chunks int        // chunks that mention it
}

// Hit is one section; in documentation it is the best section of its page.
type Hit struct {
	Document       string // stable id
	Title          string // of the document
	Heading        string // of the section, "" before the first heading
	Breadcrumb     []string
	URL            string // with the section's fragment
	Anchor         string
	Section        model.SectionID
	Chunk          model.ChunkID
	Score          float32
	Meta           []facet.Field // of the document
	TitleMatches   []model.Span
	HeadingMatches []model.Span
	Excerpt        *excerpt.Excerpt // nil while its text is missing
	// AlsoIn lists passages with nearly the same text, for which this hit stands: the preferred ones first, at most
	// maxAlsoIn.
	AlsoIn  []AlsoIn
	Version string   // of the document, if it is known and AlsoIn is not empty
	Nested  []Nested // further sections of the page that match, best first; nil where every hit is a section
	Why     Why
}

// Nested is a section below a hit of the same page.
type Nested struct {
	Heading        string
	URL            string // with the section's fragment
	Anchor         string
	Section        model.SectionID
	Chunk          model.ChunkID
	Score          float32 // of the section; a hit has the score of its page
	HeadingMatches []model.Span
	Excerpt        *excerpt.Excerpt // nil while its text is missing
}

// AlsoIn is a passage with nearly the text of a hit.
type AlsoIn struct {
	Source
	Version string // of its document, "" if it is not known
}

// Why says which words, entities and reasons led to a hit.
type Why struct {
	Source   method.Source
	Exact    method.Exactness // the part of the hit that equals the query
	Terms    []int            // positions in Result.Terms of the words that the hit shows; without an excerpt, of the words that its passage has
	Entities []EntityCount    // entities of the query that the chunk mentions
	Reasons  []Reason         // in the order of their steps
}

// EntityCount is the number of times that a chunk mentions an entity of the query.
type EntityCount struct {
	Entity int // position in Result.Entities
	Count  int
}

// Options choose the parts of a result besides its hits.
type Options struct {
	Excerpts       []byte // see engine.Options, for all fields
	NestedExcerpts bool
	Explain        bool
}

// NewResult turns a ranking into a result, with the texts and explanations that the options ask for.
func NewResult(t *Tables, r *method.Request, ranking *method.Ranking, o *Options) *Result {
	p := newPresenter(t, r, ranking)
	p.explain, p.nestedTexts = o.Explain, o.NestedExcerpts
	excerpts := o.Excerpts
	for i, it := range ranking.Items {
		p.bare = excerpts != nil && (i/8 >= len(excerpts) || excerpts[i/8]>>(i%8)&1 == 0)
		p.out.Hits = append(p.out.Hits, p.hit(it))
	}
	return p.out
}

// newPresenter makes a result that has no hits yet.
func newPresenter(t *Tables, r *method.Request, ranking *method.Ranking) *presenter {
	x := t.Index
	out := &Result{Query: r.Query.Text, Mode: ranking.Mode, Reason: ranking.Reason, Stats: ranking.Stats, Timings: ranking.Timings}
	out.Cut = r.Query.Cut
	if len(r.Query.Shared) > 0 {
		out.Best = ranking.Best
	}
	if x.Content == lexical.Bundles {
		out.Bundles, out.Shared = ranking.Bundles, query.ShareWords(x.Dictionary, r.Query)
	}
	out.DidYouMean = r.Query.DidYouMean()
	for i := range r.Query.Words {
		w := &r.Query.Words[i]
		out.Terms = append(out.Terms, Term{
			Word: r.Query.Text[w.Start:w.End], Span: span(w.Start, w.End), Stop: w.Stop,
			Known: w.Read == query.Exact || w.Read == query.Stem, Read: w.Read, As: w.As, Excluded: w.Excluded,
		})
		if w.Known && !w.Stop {
			out.Terms[i].Chunks = int(x.Dictionary.DF(w.Term))
		}
	}
	for _, symbol := range r.Query.Symbols {
		out.Terms = append(out.Terms, Term{
			Word: r.Query.Text[symbol.Start:symbol.End], Span: span(symbol.Start, symbol.End),
			Known: true, Read: query.Exact, Chunks: int(x.Dictionary.DF(symbol.Term)),
		})
	}
	for _, l := range r.Entities {
		out.Entities = append(out.Entities, Entity{
			Name: x.Entities.Name(l.Entity), Span: span(l.Start, l.End), Chunks: x.EntityChunks.Len(uint32(l.Entity)),
		})
	}
	p := &presenter{t: t, r: r, out: out, has: ranking.Has, matcher: excerpt.NewMatcher(x.Dictionary, r.Query)}
	out.Notes = p.reasons(ranking.Notes)
	return p
}

func span(start, end int) model.Span { return model.Span{Start: uint32(start), End: uint32(end)} }

// presenter builds the hits of one result.
type presenter struct {
	t           *Tables
	r           *method.Request
	out         *Result
	matcher     *excerpt.Matcher
	has         func() []uint32 // ids of the terms in the ranking's chunks
	bare        bool            // the next hit needs no texts
	explain     bool            // hits name the links to them; see Options
	nestedTexts bool            // nested sections have excerpts
}

func (p *presenter) hit(it method.Item) Hit {
	x := p.t.Index
	chunk := model.ChunkID(it.Node)
	section := x.Corpus.ChunkSection(chunk)
	from := sourceOf(p.t.Index, section)
	h := Hit{
		Document: from.Document,
		Title:    from.Title,
		Heading:  from.Heading,
		URL:      from.URL,
		Anchor:   x.Corpus.Anchor.At(int(section)),
		Section:  section,
		Chunk:    chunk,
		Score:    it.Score,
	}
	h.Meta = p.t.Fields(x.Corpus.SectionDoc(section))
	h.Breadcrumb = p.breadcrumb(h.Title, section)
	h.TitleMatches = p.matcher.Spans(h.Title)
	h.HeadingMatches = p.matcher.Spans(h.Heading)
	p.alsoIn(&h)
	h.Why = p.why(it)
	if p.explain && !p.bare {
		p.calls(&h)
	}
	if text, ok := p.text(chunk); ok {
		var ex excerpt.Excerpt
		if first, _ := x.Corpus.SectionChunks(section); chunk == first && (it.Exact == method.ExactTitle || it.Exact == method.ExactHead) {
			ex = p.matcher.Lead(text) // a page whose name is the query begins with a description of its subject
		} else {
			ex = p.matcher.Best(text)
		}
		h.Excerpt = &ex
	}
	h.Why.Terms = p.shown(&h)
	for _, n := range it.Nested {
		h.Nested = append(h.Nested, p.nested(n))
	}
	return h
}

// nested presents a section below a hit.
func (p *presenter) nested(from method.Nested) Nested {
	c := p.t.Index.Corpus
	section := c.ChunkSection(from.Chunk)
	n := Nested{
		Heading: c.Heading.At(int(section)),
		URL:     urlOf(p.t.Index, section),
		Anchor:  c.Anchor.At(int(section)),
		Section: section,
		Chunk:   from.Chunk,
		Score:   from.Score,
	}
	n.HeadingMatches = p.matcher.Spans(n.Heading)
	if p.nestedTexts {
		if text, ok := p.text(from.Chunk); ok {
			ex := p.matcher.Best(text)
			n.Excerpt = &ex
		}
	}
	return n
}

// maxAlsoIn is the most passages with nearly the same text that a hit names.
const maxAlsoIn = 20

// alsoIn lists the other passages for which a hit stands.
func (p *presenter) alsoIn(h *Hit) {
	x := p.t.Index
	for _, c := range x.Replaced(p.r, h.Chunk) {
		if len(h.AlsoIn) == maxAlsoIn {
			break
		}
		h.Version = versionOf(x, h.Section)
		s := x.Corpus.ChunkSection(model.ChunkID(c))
		h.AlsoIn = append(h.AlsoIn, AlsoIn{sourceOf(x, s), versionOf(x, s)})
	}
}

// versionOf returns the version of a section's document, "" if it is unknown.
func versionOf(x *method.Index, s model.SectionID) string {
	if v := x.Alike.Version(x.Corpus.SectionDoc(s)); v >= 0 {
		return x.Alike.VersionName(v)
	}
	return ""
}

// why explains an item. It does not know the shown words yet.
func (p *presenter) why(it method.Item) Why {
	x := p.t.Index
	why := Why{Source: it.Source, Exact: it.Exact, Reasons: p.reasons(it.Reasons)}
	for i, l := range p.r.Entities {
		e, chunk := uint32(l.Entity), uint32(it.Node)
		n := 0
		if x.EntityChunks.Apart(e) {
			n = x.ChunkEntities.Count(chunk, e) // the count needs fewer parts than the set
		} else {
			n = x.EntityChunks.Count(e, chunk)
		}
		if n > 0 {
			why.Entities = append(why.Entities, EntityCount{Entity: i, Count: n})
		}
	}
	return why
}

// urlOf returns the address of a section.
func urlOf(x *method.Index, s model.SectionID) string {
	c := x.Corpus
	url := c.DocURL.At(int(c.SectionDoc(s)))
	if anchor := c.Anchor.At(int(s)); anchor != "" {
		url += "#" + anchor
	}
	return url
}

// breadcrumb lists the title and the headings above a section, outermost first. It leaves out a first heading that
// repeats the title.
func (p *presenter) breadcrumb(title string, s model.SectionID) []string {
	c := p.t.Index.Corpus
	var up []string
	for {
		parent, ok := c.Parent(s)
		if !ok {
			break
		}
		s = parent
		if h := c.Heading.At(int(s)); h != "" && h != title {
			up = append(up, h)
		}
	}
	crumbs := []string{title}
	for i := len(up) - 1; i >= 0; i-- {
		crumbs = append(crumbs, up[i])
	}
	return crumbs
}

// text returns the text of a chunk; ok is false if it is missing.
func (p *presenter) text(chunk model.ChunkID) (text excerpt.Text, ok bool) {
	if p.bare {
		return text, false
	}
	return p.t.OfChunk(chunk)
}

// shown lists the query's words that the hit's title, heading or excerpt has; without an excerpt, those of its passage.
func (p *presenter) shown(h *Hit) (words []int) {
	found := map[model.TermID]bool{}
	collect := func(s string, spans []model.Span) {
		for _, m := range spans {
			for _, t := range p.matcher.Terms(s[m.Start:m.End]) {
				found[t] = true
			}
		}
	}
	collect(h.Title, h.TitleMatches)
	collect(h.Heading, h.HeadingMatches)
	has := uint32(0)
	if h.Excerpt != nil {
		collect(h.Excerpt.Text, h.Excerpt.Matches)
	} else if p.has != nil {
		has = p.has()[h.Chunk]
	}
	for i := range p.r.Query.Words {
		w := &p.r.Query.Words[i]
		if at := p.r.Query.Position(w.Term); w.Known && (found[w.Term] || at >= 0 && has>>at&1 != 0) {
			words = append(words, i)
		}
	}
	return words
}
