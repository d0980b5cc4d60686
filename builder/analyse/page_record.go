package analyse

import (
	"encoding/binary"
	"iter"
	"math"
	"strings"

	"mycel/builder/arena"
	"mycel/builder/ingest/document"
	"mycel/builder/ner"
	"mycel/builder/varint"
)

// Record appends the analysis of a page without its document. o has its strings.
func (p *Page) Record(w *varint.Writer, o Own) { p.code(varint.Coder{W: w}, &o) }

// ReadPage reads the analysis of a document's page that Record has written.
func ReadPage(r *varint.Reader, doc *document.Document) (p *Page, o Own) {
	p = &Page{Doc: doc, Analysis: &Analysis{}}
	p.code(varint.Coder{R: r}, &o)
	return p, o
}

// code writes a page to a record, or reads it.
func (p *Page) code(c varint.Coder, o *Own) {
	c.Strings(&o.keys)
	c.Strings(&o.strings)
	p.outline(c)
	p.allWords(c, len(o.keys))
	p.signatures(c)
	ner.CodeNumbered(c, &p.Candidates, len(o.strings))
}

// RecordJoined appends a page whose words have the numbers of the corpus, and whose candidates have those of o.
func (p *Page) RecordJoined(w *varint.Writer, o Own) {
	c, size := varint.Coder{W: w}, p.Sizes()
	p.joined(c, &size, &o)
	p.outline(c)
	p.allWords(c, 0)
}

// ReadJoined reads a page that RecordJoined has written, at the end of a record. The page is packed, in the memory
// of the record.
func ReadJoined(r *varint.Reader, doc *document.Document) (p *Page, o Own) {
	p = &Page{Doc: doc}
	p.joined(varint.Coder{R: r}, &p.size, &o)
	p.packed = r.Rest()
	if len(doc.Text) > packedText {
		p.Analysis, p.packed = new(Room).Open(p).Analysis, ""
	}
	return p, o
}

// joined writes or reads the fields of a joined page that are not packed.
func (p *Page) joined(c varint.Coder, size *pageSize, o *Own) {
	varint.Number(c, &size.Chunks)
	varint.Number(c, &size.Sentences)
	c.Strings(&o.strings)
	p.signatures(c)
	ner.CodeNumbered(c, &p.Candidates, len(o.strings))
}

// outline writes or reads all fields but the words, into existing slices.
func (p *Analysis) outline(c varint.Coder) {
	varint.List(c, &p.Sentences)
	n := len(p.Sentences)
	p.Tokens, p.wordEnd = varint.Resized(p.Tokens, n), varint.Resized(p.wordEnd, n)
	p.Costs, p.Poor = varint.Resized(p.Costs, n), varint.Resized(p.Poor, n)
	at, word := 0, 0
	for i := range p.Sentences {
		varint.Step(c, &p.Sentences[i], &at)
		varint.Number(c, &p.Tokens[i])
		varint.Number(c, &p.Costs[i])
		words := p.wordEnd[i] - word
		c.Marked(&words, &p.Poor[i])
		word += words
		p.wordEnd[i] = word
	}
	varint.List(c, &p.labels)
	p.ChunkEnd = varint.Resized(p.ChunkEnd, len(p.labels))
	for i := range p.labels {
		varint.Number(c, &p.labels[i])
		varint.Number(c, &p.ChunkEnd[i])
	}
	varint.List(c, &p.Chunks)
	for i := range p.Chunks {
		k := &p.Chunks[i]
		for _, n := range []*int{&k.Section, &k.First, &k.End, &k.Start, &k.To, &k.Tokens} {
			varint.Number(c, n)
		}
	}
}

// allWords writes or reads the words behind the outline, into existing slices. Forms are below forms.
func (p *Analysis) allWords(c varint.Coder, forms int) {
	p.Heading = varint.Resized(p.Heading, len(p.labels))
	for i := range p.Heading {
		varint.Numbers(c, &p.Heading[i], forms)
	}
	for _, list := range []*WordList{&p.Words, &p.Title, &p.Description} {
		varint.Numbers(c, list, forms)
	}
	varint.List(c, &p.Links)
	for i := range p.Links {
		varint.Numbers(c, &p.Links[i], forms)
	}
	p.codeKinds(c)
	varint.Numbers(c, &p.Symbols, forms)
	p.SymbolAt = varint.Resized(p.SymbolAt, len(p.Symbols))
	for i := range p.SymbolAt {
		c.Marked(&p.SymbolAt[i].Sentence, &p.SymbolAt[i].Alone)
	}
	varint.List(c, &p.written)
	for i := range p.written {
		x := &p.written[i]
		varint.Below(c, &x.key, forms)
		c.String(&x.written)
		varint.Number(c, &x.count)
		if c.R != nil {
			x.written = strings.Clone(x.written)
		}
	}
}

// signatures writes or reads the signatures of the chunks.
func (p *Page) signatures(c varint.Coder) {
	n := len(p.Signatures)
	varint.Number(c, &n)
	if c.R != nil {
		raw := c.R.Take(n * signatureBytes)
		p.Signatures = make([]Signature, len(raw)/signatureBytes) // empty if not signed, or damaged
		_, _ = binary.Decode([]byte(raw), binary.LittleEndian, p.Signatures)
	} else {
		c.W.Bytes, _ = binary.Append(c.W.Bytes, binary.LittleEndian, p.Signatures)
	}
}

// signatureBytes is the length of a signature in a record: hashes have no short form.
const signatureBytes = 4*SignatureBands + 8

// Packer packs pages. It is not safe for concurrent use.
type Packer struct {
	record     varint.Writer
	pages      arena.Strings
	candidates arena.Strings // candidates, which are freed before the pages
}

// Pack packs a page into a quarter of its memory; each use then has to read it again. No other goroutine may use the
// page meanwhile. Long pages stay as they are: they may have many chunks, and each chunk may need the whole page.
func (k *Packer) Pack(p *Page) {
	k.PackCandidates(p)
	if len(p.Doc.Text) > packedText {
		return
	}
	k.record.Bytes = k.record.Bytes[:0]
	p.outline(varint.Coder{W: &k.record})
	p.allWords(varint.Coder{W: &k.record}, 0)
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

// Open returns a page with its analysis. The analysis of a packed page belongs to the caller.
func (p *Page) Open() *Page { return new(Room).Open(p) }

// Room is memory for one open packed page at a time. It is not safe for concurrent use.
type Room struct {
	Page
	room Analysis
}

// Open returns a page with its analysis, which is valid until the next one is opened.
func (o *Room) Open(p *Page) *Page { return o.read(p, true) }

// Outline is Open without the page's words, which are half of it.
func (o *Room) Outline(p *Page) *Page { return o.read(p, false) }

func (o *Room) read(p *Page, words bool) *Page {
	if p.packed == "" {
		return p
	}
	c := varint.Coder{R: varint.NewReader(p.packed)}
	o.room.outline(c)
	if words {
		o.room.allWords(c, math.MaxUint32)
	}
	o.Page = *p
	o.Analysis, o.packed = &o.room, ""
	return &o.Page
}

// Opened goes through pages and their numbers, one open page at a time.
func Opened(pages []*Page) iter.Seq2[int, *Page] { return each(pages, (*Room).Open) }

// Outlined is Opened without the pages' words.
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
