package analyse

import (
	"context"
	"iter"
	"slices"
	"strings"

	"mycel/builder/ingest/document"
	"mycel/builder/ner"
	"mycel/builder/segment"
	"mycel/engine/text"
)

// Page is the analysis of one document's text. It depends only on the document and the configuration, never on other
// documents.
type Page struct {
	Doc       *document.Document
	*Analysis          // nil while the page is packed: see Packer
	packed    string   // a record in place of Analysis
	size      pageSize // while it is packed

	Candidates *ner.Numbered
	Signatures []Signature // per chunk

	Questions [][]Question // by chunk, as a language model has asked them; nil without a model
}

// Question is a question that a chunk answers.
type Question struct {
	Text  string
	Words WordList
}

// Own holds the strings of a page. Before the page joins the others, its numbers index them.
type Own struct {
	keys    []string // of words
	strings []string // of candidates
}

// pageSize has the sizes of a page.
type pageSize struct{ Chunks, Sentences uint32 }

// Analysis holds the results of analysing one page's text.
type Analysis struct {
	Sentences []int    // start offsets in doc.Text; they partition it
	Tokens    []int    // per sentence
	Costs     []uint32 // per sentence: most tokens that it adds to a context
	Poor      []bool   // per sentence: it reads badly in a summary
	labels    []uint32 // per section: tokens of its name in a context
	Chunks    []Chunk
	ChunkEnd  []int // per section: end of its chunks

	Words   WordList // of the text, sentence after sentence
	wordEnd []int    // per sentence: end of its words
	Title   WordList
	Heading []WordList // per section
	Kinds   []WordKind // per word of Words
	runs    []kindRun  // of Kinds, in records

	Symbols  WordList // in the code of the text
	SymbolAt []Symbol // parallel

	Description WordList   // of Document.About
	Links       []WordList // texts of the document's links
	written     []spelt    // words whose spelling differs from their key
}

// Chunk is a run of sentences inside one section.
type Chunk struct {
	Section    int
	First, End int // sentences
	Start, To  int // bytes in doc.Text
	Tokens     int
}

// Analyser analyses documents. Its result for a document depends only on the document and on the analyser's options. It
// is safe for concurrent use.
type Analyser struct {
	Counter   *segment.Counter
	Size      int
	Overlap   int
	Sentences int // longest sentence, in tokens
	NER       ner.Options
	Languages *Languages
}

// MaxSentenceTokens is the length at which an endless sentence is cut.
const MaxSentenceTokens = 400

// Page analyses a document. A page may be as long as a book, so it checks ctx while it works.
func (a *Analyser) Page(ctx context.Context, doc *document.Document) (*Page, Own, error) {
	p := &Page{Doc: doc, Analysis: &Analysis{}}
	sp := NewSpeller()
	for i, s := range doc.Sections {
		if ctx.Err() != nil {
			return nil, Own{}, ctx.Err()
		}
		a.section(p, i, s)
		p.ChunkEnd = append(p.ChunkEnd, len(p.Chunks))
		p.Heading = append(p.Heading, a.Words(s.Heading, sp))
	}
	if len(p.Chunks) == 0 {
		// A page without text can still be found by its title.
		p.Chunks = append(p.Chunks, Chunk{})
		for i := range p.ChunkEnd {
			p.ChunkEnd[i] = 1
		}
	}
	a.countTokens(ctx, p)
	p.Title = a.Words(p.OwnTitle(), sp)
	for i := range p.Sentences {
		if ctx.Err() != nil {
			return nil, Own{}, ctx.Err()
		}
		p.Words = append(p.Words, a.Words(doc.Text[p.Sentences[i]:p.SentenceEnd(i)], sp)...)
		p.wordEnd = append(p.wordEnd, len(p.Words))
	}
	p.Kinds = p.kindsOfWords()
	p.findPoor(a.Languages.Stemmers[a.Languages.Of[doc.Lang]].IsStop)
	p.findSymbols(sp)
	p.Description = a.Words(doc.About(), sp)
	for _, l := range doc.Links {
		p.Links = append(p.Links, a.Words(l.Text, sp))
	}
	p.Words, p.wordEnd = slices.Clone(p.Words), slices.Clone(p.wordEnd) // without spare capacity
	p.Sentences, p.Tokens = slices.Clone(p.Sentences), slices.Clone(p.Tokens)
	p.written = sp.Spelt()
	var strings Own
	strings.keys = a.Languages.mark(doc.Lang, sp.Keys, p.lists)
	strings.strings, p.Candidates = ner.Scan(doc.Text, p.Sentences, p.Listings(), a.NER)
	p.sign(strings.keys)
	return p, strings, nil
}

// Join replaces the numbers of a page's strings by those of the corpus.
func (p *Page) Join(o Own, f *Forms, s *ner.Strings) {
	p.JoinWords(o, f)
	p.JoinCandidates(o, s)
}

// JoinWords is Join for the words.
func (p *Page) JoinWords(o Own, f *Forms) { f.Adopt(o.keys, p.written, p.lists) }

// JoinCandidates is Join for the candidates.
func (p *Page) JoinCandidates(o Own, s *ner.Strings) { s.Adopt(o.strings, p.Candidates) }

// Renumber replaces the numbers of the words.
func (p *Page) Renumber(numbers []Form) {
	p.lists(func(list WordList) {
		for i, w := range list {
			list[i] = numbers[w]
		}
	})
	p.written = nil // the spellings have been counted
}

// lists calls visit for all lists of words of a page.
func (p *Analysis) lists(visit func(WordList)) {
	visit(p.Words)
	visit(p.Symbols)
	visit(p.Title)
	visit(p.Description)
	for _, list := range slices.Concat(p.Heading, p.Links) {
		visit(list)
	}
}

// OwnTitle returns the document's title; "" for records without a title: their title is their id, which does not
// describe them.
func (p *Page) OwnTitle() string {
	if p.Doc.Title == p.Doc.ID {
		return ""
	}
	return p.Doc.Title
}

// section splits one section into sentences and chunks.
func (a *Analyser) section(p *Page, i int, s document.Section) {
	if s.Start == s.End {
		return
	}
	first := len(p.Sentences)
	p.Sentences = append(p.Sentences, segment.Sentences(p.Doc.Text, s.Start, s.End, p.Doc.Wrapped, a.Counter, a.Sentences)...)
	for k := first; k < len(p.Sentences); k++ {
		end := s.End
		if k+1 < len(p.Sentences) {
			end = p.Sentences[k+1]
		}
		p.Tokens = append(p.Tokens, a.Counter.Count(p.Doc.Text[p.Sentences[k]:end]))
	}
	if strings.TrimSpace(p.Doc.Text[s.Start:s.End]) == "" {
		return
	}
	for _, c := range segment.Chunks(p.Tokens[first:], a.Size, a.Overlap) {
		to := s.End
		if first+c.End < len(p.Sentences) {
			to = p.Sentences[first+c.End]
		}
		p.Chunks = append(p.Chunks, Chunk{
			Section: i, First: first + c.First, End: first + c.End,
			Start: p.Sentences[first+c.First], To: to, Tokens: c.Tokens,
		})
	}
}

func (p *Page) SentenceEnd(i int) int {
	if i+1 < len(p.Sentences) {
		return p.Sentences[i+1]
	}
	return len(p.Doc.Text)
}

// SentenceWords returns the words of the sentences [first, end).
func (p *Page) SentenceWords(first, end int) WordList {
	if first == end {
		return nil
	}
	return p.Words[p.WordsBefore(first):p.WordsBefore(end)]
}

// WordsBefore returns the number of words in the sentences before a sentence.
func (p *Analysis) WordsBefore(sentence int) int {
	if sentence == 0 {
		return 0
	}
	return p.wordEnd[sentence-1]
}

// HasWords tells whether a chunk has a word.
func (p *Analysis) HasWords(c Chunk) bool { return p.WordsBefore(c.First) < p.WordsBefore(c.End) }

// Words returns the keys of the tokens of s, and behind each key those of its parts, as in useEffect and e-mail. sp
// numbers them.
func (a *Analyser) Words(s string, sp *speller) WordList {
	var list WordList
	sc := text.NewScanner(s)
	for sc.Next() {
		list = append(list, sp.word(sc.Key(), sc.Text()))
		for _, p := range sc.Parts() {
			list = append(list, sp.word(text.AppendKey(nil, p.Text), p.Text))
		}
	}
	return list
}

// WordsBeside returns the words of a text outside all pages, with the numbers of the table.
func (a *Analyser) WordsBeside(s, language string, f *Forms) WordList {
	sp := NewSpeller()
	words := a.Words(s, sp)
	lists := func(visit func(WordList)) { visit(words) }
	f.Adopt(a.Languages.mark(language, sp.Keys, lists), sp.Spelt(), lists)
	return words
}

// Parents returns for each section the enclosing section, or itself: the nearest section before it with a heading of a
// higher level.
func Parents(sections []document.Section) []int {
	up := make([]int, len(sections))
	var open []int
	for i, s := range sections {
		for len(open) > 0 && sections[open[len(open)-1]].Level >= s.Level {
			open = open[:len(open)-1]
		}
		up[i] = i
		if len(open) > 0 {
			up[i] = open[len(open)-1]
		}
		if s.Heading != "" {
			open = append(open, i)
		}
	}
	return up
}

// Around yields a section, then its enclosing sections, innermost first. parents is the result of Parents.
func Around(parents []int, section int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for s := section; yield(s) && parents[s] != s; {
			s = parents[s]
		}
	}
}

// Path returns the title of the page, and the headings around and of a section, outermost first. It leaves out headings
// that repeat the title. parents are those of the page.
func (p *Page) Path(section int, parents []int) (names []string) {
	for s := range Around(parents, section) {
		if h := p.Doc.Sections[s].Heading; h != "" && h != p.Doc.Title {
			names = append(names, h)
		}
	}
	if title := p.OwnTitle(); title != "" {
		names = append(names, title)
	}
	slices.Reverse(names)
	return names
}

// Titles lists the title and headings of page number doc, for the gazetteer.
func (p *Page) Titles(doc int) []ner.Title {
	var titles []ner.Title
	if title := p.OwnTitle(); title != "" {
		titles = append(titles, ner.Title{Text: title, Doc: doc})
	}
	for _, s := range p.Doc.Sections {
		if s.Heading != "" && s.Heading != p.Doc.Title {
			titles = append(titles, ner.Title{Text: s.Heading, Doc: doc, Level: max(1, s.Level)})
		}
	}
	return titles
}
