package analyse

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strings"

	"mycel/builder/arena"
	"mycel/builder/ingest/document"
	"mycel/builder/ner"
	"mycel/builder/varint"
)

// Record appends all that is known of a page but its document. o is its strings, by which
// its numbers go.
func (p *Page) Record(w *varint.Writer, o Own) {
	recordStrings(w, o.keys)
	recordStrings(w, o.strings)
	p.Analysis.record(w)
	p.recordSignatures(w)
	p.Candidates.Record(w)
}

// ReadPage reads what Record has written of a document's page.
func ReadPage(r *varint.Reader, doc *document.Document) (*Page, Own) {
	p, o := &Page{Doc: doc, Analysis: &Analysis{}}, Own{readStrings(r), readStrings(r)}
	p.readOutline(r)
	p.readAllWords(r, len(o.keys))
	p.readSignatures(r)
	p.Candidates = ner.ReadNumbered(r, len(o.strings))
	return p, o
}

// RecordJoined appends a page whose words have the numbers of the corpus, and whose candidates have
// those of o.
func (p *Page) RecordJoined(w *varint.Writer, o Own) {
	w.Uint(uint64(p.Sizes().Chunks))
	w.Uint(uint64(p.Sizes().Sentences))
	recordStrings(w, o.strings)
	p.recordSignatures(w)
	p.Candidates.Record(w)
	p.Analysis.record(w)
}

// ReadJoined reads the last thing of a record that RecordJoined has written. The page is packed, in the
// memory of the record.
func ReadJoined(r *varint.Reader, doc *document.Document) (*Page, Own) {
	p := &Page{Doc: doc, size: pageSize{uint32(r.Int()), uint32(r.Int())}}
	o := Own{strings: readStrings(r)}
	p.readSignatures(r)
	p.Candidates = ner.ReadNumbered(r, len(o.strings))
	p.packed = r.Rest()
	if len(doc.Text) > packedText {
		p.Analysis, p.packed = new(Room).Open(p).Analysis, ""
	}
	return p, o
}

func recordStrings(w *varint.Writer, list []string) {
	w.Int(len(list))
	for _, s := range list {
		w.String(s)
	}
}

func readStrings(r *varint.Reader) []string {
	list := make([]string, r.Count())
	for i := range list {
		list[i] = r.String()
	}
	return list
}

func (p *Analysis) record(w *varint.Writer) {
	words := func(list WordList) {
		w.Int(len(list))
		for _, f := range list {
			w.Uint(uint64(f))
		}
	}
	w.Int(len(p.Sentences))
	at, word := 0, 0
	for i, start := range p.Sentences {
		w.Int(start - at)
		w.Int(p.Tokens[i])
		w.Uint(uint64(p.Costs[i]))
		words := 2 * (p.wordEnd[i] - word)
		if p.Poor[i] {
			words++
		}
		w.Int(words)
		at, word = start, p.wordEnd[i]
	}
	w.Int(len(p.labels))
	for i, n := range p.labels {
		w.Uint(uint64(n))
		w.Int(p.ChunkEnd[i])
	}
	w.Int(len(p.Chunks))
	for _, c := range p.Chunks {
		for _, n := range []int{c.Section, c.First, c.End, c.Start, c.To, c.Tokens} {
			w.Int(n)
		}
	}
	for _, list := range p.Heading {
		words(list)
	}
	words(p.Words)
	words(p.Title)
	words(p.Description)
	w.Int(len(p.Links))
	for _, list := range p.Links {
		words(list)
	}
	p.recordKinds(w)
	words(p.Symbols)
	for _, s := range p.SymbolAt {
		at := 2 * s.Sentence
		if s.Alone {
			at++
		}
		w.Int(at)
	}
	w.Int(len(p.written))
	for _, s := range p.written {
		w.Uint(uint64(s.key))
		w.String(s.written)
		w.Int(s.count)
	}
}

// readOutline reads all but the words, into slices that are there.
func (p *Analysis) readOutline(r *varint.Reader) {
	p.readSentences(r)
	p.labels = resized(p.labels, r.Count())
	p.ChunkEnd = resized(p.ChunkEnd, len(p.labels))
	for i := range p.labels {
		p.labels[i], p.ChunkEnd[i] = uint32(r.Int()), r.Int()
	}
	p.Chunks = resized(p.Chunks, r.Count())
	for i := range p.Chunks {
		c := &p.Chunks[i]
		for _, n := range []*int{&c.Section, &c.First, &c.End, &c.Start, &c.To, &c.Tokens} {
			*n = r.Int()
		}
	}
}

// readAllWords reads the words behind the outline, into slices that are there.
func (p *Analysis) readAllWords(r *varint.Reader, forms int) {
	p.Heading = resized(p.Heading, len(p.labels))
	for i := range p.Heading {
		p.Heading[i] = readWords(p.Heading[i], r, forms)
	}
	p.Words = readWords(p.Words, r, forms)
	p.Title = readWords(p.Title, r, forms)
	p.Description = readWords(p.Description, r, forms)
	p.Links = resized(p.Links, r.Count())
	for i := range p.Links {
		p.Links[i] = readWords(p.Links[i], r, forms)
	}
	p.readKinds(r)
	p.Symbols = readWords(p.Symbols, r, forms)
	p.SymbolAt = resized(p.SymbolAt, len(p.Symbols))
	for i := range p.SymbolAt {
		at := r.Int()
		p.SymbolAt[i] = Symbol{at / 2, at%2 != 0}
	}
	p.written = p.written[:0]
	for range r.Count() {
		p.written = append(p.written, spelt{readForm(r, forms), strings.Clone(r.String()), r.Int()})
	}
}

// resized returns a slice of n elements with undefined content, in the memory of s if it is
// large enough.
func resized[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

// Packer packs pages. It is not safe for concurrent use.
type Packer struct {
	record     varint.Writer
	pages      arena.Strings
	candidates arena.Strings // which are done with before the pages are
}

// Pack packs a page into a quarter of its memory; each use then has to read it again. No
// other goroutine may use the page meanwhile. Long pages stay as they are: they may have
// many chunks, and each chunk may need the whole page.
func (k *Packer) Pack(p *Page) {
	k.PackCandidates(p)
	if len(p.Doc.Text) > packedText {
		return
	}
	k.record.Bytes = k.record.Bytes[:0]
	p.Analysis.record(&k.record)
	p.size = p.Sizes()
	p.packed, p.Analysis = k.pages.Keep(string(k.record.Bytes)), nil
}

// PackCandidates is Pack for the candidates alone.
func (k *Packer) PackCandidates(p *Page) {
	k.record.Bytes = k.record.Bytes[:0]
	p.Candidates.Pack(&k.record, &k.candidates)
}

// Sizes counts the chunks and sentences of a page without opening it.
func (p *Page) Sizes() pageSize {
	if p.Analysis == nil {
		return p.size
	}
	return pageSize{uint32(len(p.Chunks)), uint32(len(p.Sentences))}
}

// packedText is the length of the longest text, in bytes, whose page is packed.
const packedText = 64 << 10

// Open returns a page with its analysis. That of a packed page is the caller's alone and
// goes with it.
func (p *Page) Open() *Page { return new(Room).Open(p) }

// Room is room for a packed page to be open in, one at a time. It is not safe for
// concurrent use.
type Room struct {
	Page
	room Analysis
}

// Open returns a page with its analysis, which is valid until the next one is opened.
func (o *Room) Open(p *Page) *Page { return o.read(p, true) }

// Outline is open for what needs none of the page's words, which are half of it.
func (o *Room) Outline(p *Page) *Page { return o.read(p, false) }

func (o *Room) read(p *Page, words bool) *Page {
	if p.packed == "" {
		return p
	}
	r := varint.NewReader(p.packed)
	o.room.readOutline(r)
	if words {
		o.room.readAllWords(r, math.MaxUint32)
	}
	o.Page = *p
	o.Analysis, o.packed = &o.room, ""
	return &o.Page
}

// Opened goes through pages and their numbers, one open page at a time.
func Opened(pages []*Page) iter.Seq2[int, *Page] { return each(pages, (*Room).Open) }

// Outlined is opened for what needs none of the pages' words.
func Outlined(pages []*Page) iter.Seq2[int, *Page] { return each(pages, (*Room).Outline) }

func each(pages []*Page, open func(*Room, *Page) *Page) iter.Seq2[int, *Page] {
	return func(yield func(int, *Page) bool) {
		var room Room
		for i, p := range pages {
			if !yield(i, open(&room, p)) {
				return
			}
		}
	}
}

// recordSignatures appends the signatures of the chunks, in bytes of fixed number since
// they are hashes.
func (p *Page) recordSignatures(w *varint.Writer) {
	w.Int(len(p.Signatures))
	for _, s := range p.Signatures {
		for _, band := range s.Bands {
			w.Bytes = binary.LittleEndian.AppendUint32(w.Bytes, band)
		}
		w.Bytes = binary.LittleEndian.AppendUint64(w.Bytes, s.Runs)
	}
}

func (p *Page) readSignatures(r *varint.Reader) {
	n := r.Count()
	raw := []byte(r.Take(n * signatureBytes))
	if len(raw) == 0 {
		return // not signed, or damaged
	}
	p.Signatures = make([]Signature, n)
	for i := range p.Signatures {
		s := &p.Signatures[i]
		for k := range s.Bands {
			s.Bands[k] = binary.LittleEndian.Uint32(raw)
			raw = raw[4:]
		}
		s.Runs = binary.LittleEndian.Uint64(raw)
		raw = raw[8:]
	}
}

// signatureBytes is the length of a signature in a record.
const signatureBytes = 4*SignatureBands + 8

func (p *Analysis) readSentences(r *varint.Reader) {
	n := r.Count()
	p.Sentences, p.Tokens, p.wordEnd = resized(p.Sentences, n), resized(p.Tokens, n), resized(p.wordEnd, n)
	p.Costs, p.Poor = resized(p.Costs, n), resized(p.Poor, n)
	at, word := 0, 0
	for i := range n {
		at += r.Int()
		p.Sentences[i], p.Tokens[i], p.Costs[i] = at, r.Int(), uint32(r.Int())
		words := r.Int()
		word += words / 2
		p.wordEnd[i], p.Poor[i] = word, words%2 != 0
	}
}

// readWords reads a list of words into one that is there.
func readWords(list WordList, r *varint.Reader, forms int) WordList {
	list = resized(list, r.Count())
	varint.Fill(r, list, forms)
	return list
}

func readForm(r *varint.Reader, forms int) Form {
	n := r.Int()
	if n >= forms {
		r.Fail()
		return 0
	}
	return Form(n)
}
