package builder

import (
	"context"
	"slices"
	"strings"

	"mycel/builder/ingest"
	"mycel/builder/ner"
	"mycel/builder/segment"
	"mycel/engine/text"
)

// page is what one document's text says by itself. It depends on the document
// and the configuration only, never on other documents.
type page struct {
	doc       *ingest.Document
	*analysis          // nil while it is packed: see pack
	packed    string   // a record in its place
	size      pageSize // while it is packed

	candidates *ner.Numbered
	signatures []signature // per chunk
}

// own is the strings of a page, by the numbers that the page has for them until it joins
// the other pages.
type own struct {
	keys    []string // of words
	strings []string // of candidates
}

// pageSize is how much there is of a page.
type pageSize struct{ chunks, sentences uint32 }

// analysis is what is known of a page's text.
type analysis struct {
	sentences []int    // start offsets in doc.Text; they partition it
	tokens    []int    // per sentence
	costs     []uint32 // per sentence: tokens it adds to a context at most
	labels    []uint32 // per section: tokens that naming it adds
	chunks    []chunk
	chunkEnd  []int // per section: end of its chunks

	words   wordList // of the text, sentence after sentence
	wordEnd []int    // per sentence: end of its words
	title   wordList
	heading []wordList // per section
	written []spelt    // words that are written otherwise than their keys are spelt
}

// chunk is a run of sentences inside one section.
type chunk struct {
	section    int
	first, end int // sentences
	start, to  int // bytes in doc.Text
	tokens     int
}

// analyser analyses documents. What it says of one depends on the document and on the
// analyser's options only. It is safe for concurrent use.
type analyser struct {
	counter   *segment.Counter
	size      int
	overlap   int
	sentences int // longest sentence, in tokens
	ner       ner.Options
	scan      scanner
	tongues   *tongues
}

// maxSentenceTokens is where an endless sentence is cut.
const maxSentenceTokens = 400

// page analyses a document. A page may be a book, or as long as one: ctx is looked at
// within it.
func (a *analyser) page(ctx context.Context, doc *ingest.Document) (*page, own, error) {
	p := &page{doc: doc, analysis: &analysis{}}
	sp := newSpeller()
	for i, s := range doc.Sections {
		if ctx.Err() != nil {
			return nil, own{}, ctx.Err()
		}
		a.section(p, i, s)
		p.chunkEnd = append(p.chunkEnd, len(p.chunks))
		p.heading = append(p.heading, a.words(s.Heading, sp))
	}
	if len(p.chunks) == 0 {
		// A page without text can still be found by its title.
		p.chunks = append(p.chunks, chunk{})
		for i := range p.chunkEnd {
			p.chunkEnd[i] = 1
		}
	}
	a.countTokens(ctx, p)
	p.title = a.words(p.ownTitle(), sp)
	for i := range p.sentences {
		if ctx.Err() != nil {
			return nil, own{}, ctx.Err()
		}
		p.words = append(p.words, a.words(doc.Text[p.sentences[i]:p.sentenceEnd(i)], sp)...)
		p.wordEnd = append(p.wordEnd, len(p.words))
	}
	p.words, p.wordEnd = slices.Clone(p.words), slices.Clone(p.wordEnd) // without room to grow
	p.sentences, p.tokens = slices.Clone(p.sentences), slices.Clone(p.tokens)
	p.written = sp.spelt()
	candidates, err := a.scan(p, a.ner)
	if err != nil {
		return nil, own{}, err
	}
	var strings own
	strings.keys = a.tongues.mark(p, sp.keys)
	strings.strings, p.candidates = candidates.Own()
	p.sign(strings.keys)
	return p, strings, nil
}

// join gives a page the numbers that its strings have in the corpus.
func (p *page) join(o own, f *forms, s *ner.Strings) {
	f.adopt(o.keys, p.written, p.lists)
	s.Adopt(o.strings, p.candidates)
}

// lists goes through all lists of words of a page.
func (p *analysis) lists(visit func(wordList)) {
	visit(p.words)
	visit(p.title)
	for _, list := range p.heading {
		visit(list)
	}
}

// ownTitle returns the document's title, "" for records without one: those go by
// their id, which says nothing about them.
func (p *page) ownTitle() string {
	if p.doc.Title == p.doc.ID {
		return ""
	}
	return p.doc.Title
}

// section splits one section into sentences and chunks.
func (a *analyser) section(p *page, i int, s ingest.Section) {
	if s.Start == s.End {
		return
	}
	first := len(p.sentences)
	p.sentences = append(p.sentences, segment.Sentences(p.doc.Text, s.Start, s.End, a.counter, a.sentences)...)
	for k := first; k < len(p.sentences); k++ {
		end := s.End
		if k+1 < len(p.sentences) {
			end = p.sentences[k+1]
		}
		p.tokens = append(p.tokens, a.counter.Count(p.doc.Text[p.sentences[k]:end]))
	}
	if strings.TrimSpace(p.doc.Text[s.Start:s.End]) == "" {
		return
	}
	for _, c := range segment.Chunks(p.tokens[first:], a.size, a.overlap) {
		to := s.End
		if first+c.End < len(p.sentences) {
			to = p.sentences[first+c.End]
		}
		p.chunks = append(p.chunks, chunk{
			section: i, first: first + c.First, end: first + c.End,
			start: p.sentences[first+c.First], to: to, tokens: c.Tokens,
		})
	}
}

func (p *page) sentenceEnd(i int) int {
	if i+1 < len(p.sentences) {
		return p.sentences[i+1]
	}
	return len(p.doc.Text)
}

// sentenceWords returns the words of the sentences [first, end).
func (p *page) sentenceWords(first, end int) wordList {
	if first == end {
		return nil
	}
	return p.words[p.wordsBefore(first):p.wordsBefore(end)]
}

// wordsBefore returns how many words the sentences before one have.
func (p *analysis) wordsBefore(sentence int) int {
	if sentence == 0 {
		return 0
	}
	return p.wordEnd[sentence-1]
}

// hasWords tells whether a chunk has a word.
func (p *analysis) hasWords(c chunk) bool { return p.wordsBefore(c.first) < p.wordsBefore(c.end) }

// words returns the keys of the tokens of s, and behind a compound such as useEffect
// those of its parts. They are numbered by sp.
func (a *analyser) words(s string, sp *speller) wordList {
	var list wordList
	sc := text.NewScanner(s)
	for sc.Next() {
		list = append(list, sp.word(sc.Key(), sc.Text()))
		for _, p := range text.Parts(sc.Text()) {
			part := sc.Text()[p[0]:p[1]]
			list = append(list, sp.word(text.AppendKey(nil, part), part))
		}
	}
	return list
}
