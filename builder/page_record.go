package builder

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strings"

	"mycel/builder/arena"
	"mycel/builder/ingest"
	"mycel/builder/ner"
	"mycel/builder/varint"
)

// record appends all that is known of a page but its document. o is its strings, by which
// its numbers go.
func (p *page) record(w *varint.Writer, o own) {
	recordStrings(w, o.keys)
	recordStrings(w, o.strings)
	p.analysis.record(w)
	p.recordSignatures(w)
	p.candidates.Record(w)
}

// readPage reads what record has written of a document's page.
func readPage(r *varint.Reader, doc *ingest.Document) (*page, own) {
	p, o := &page{doc: doc, analysis: &analysis{}}, own{readStrings(r), readStrings(r)}
	p.readOutline(r)
	p.readAllWords(r, len(o.keys))
	p.readSignatures(r)
	p.candidates = ner.ReadNumbered(r, len(o.strings))
	if !p.sound() || slices.Contains(o.keys, "") {
		r.Fail()
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

func (p *analysis) record(w *varint.Writer) {
	words := func(list wordList) {
		w.Int(len(list))
		for _, f := range list {
			w.Uint(uint64(f))
		}
	}
	w.Int(len(p.sentences))
	at, word := 0, 0
	for i, start := range p.sentences {
		w.Int(start - at)
		w.Int(p.tokens[i])
		w.Uint(uint64(p.costs[i]))
		w.Int(p.wordEnd[i] - word)
		at, word = start, p.wordEnd[i]
	}
	w.Int(len(p.labels))
	for i, n := range p.labels {
		w.Uint(uint64(n))
		w.Int(p.chunkEnd[i])
	}
	w.Int(len(p.chunks))
	for _, c := range p.chunks {
		for _, n := range []int{c.section, c.first, c.end, c.start, c.to, c.tokens} {
			w.Int(n)
		}
	}
	for _, list := range p.heading {
		words(list)
	}
	words(p.words)
	words(p.title)
	w.Int(len(p.written))
	for _, s := range p.written {
		w.Uint(uint64(s.key))
		w.String(s.written)
		w.Int(s.count)
	}
}

// sound tells whether a page that was read can be one that was written: nobody looks again
// whether a chunk is on the page, or a sentence in its text. O(sentences).
func (p *page) sound() bool {
	last, words := len(p.sentences)-1, 0
	if last >= 0 {
		words = p.wordEnd[last]
		if p.sentences[last] > len(p.doc.Text) {
			return false
		}
	}
	if words != len(p.words) || len(p.labels) != len(p.doc.Sections) || len(p.signatures) != len(p.chunks) {
		return false
	}
	next := 0
	for section, end := range p.chunkEnd {
		if end < next || end > len(p.chunks) {
			return false
		}
		for ; next < end; next++ {
			if p.chunks[next].section != section || !p.soundChunk(next) {
				return false
			}
		}
	}
	return next == len(p.chunks) && next > 0
}

// soundChunk is sound for a chunk behind others.
func (p *page) soundChunk(i int) bool {
	c := p.chunks[i]
	if len(p.chunks) == 1 && c.end == 0 {
		return c.first == 0 && c.start == 0 && c.to == 0 // of a page without text
	}
	if i > 0 && (c.first <= p.chunks[i-1].first || c.end <= p.chunks[i-1].end) {
		return false
	}
	return c.first < c.end && c.end <= len(p.sentences) && c.start == p.sentences[c.first] && c.to == p.sentenceEnd(c.end-1)
}

// readOutline reads all but the words, into slices that are there.
func (p *analysis) readOutline(r *varint.Reader) {
	p.readSentences(r)
	p.labels = resized(p.labels, r.Count())
	p.chunkEnd = resized(p.chunkEnd, len(p.labels))
	for i := range p.labels {
		p.labels[i], p.chunkEnd[i] = uint32(r.Uint()), r.Int()
	}
	p.chunks = resized(p.chunks, r.Count())
	for i := range p.chunks {
		c := &p.chunks[i]
		for _, n := range []*int{&c.section, &c.first, &c.end, &c.start, &c.to, &c.tokens} {
			*n = r.Int()
		}
	}
}

// readAllWords reads the words behind the outline, into slices that are there.
func (p *analysis) readAllWords(r *varint.Reader, forms int) {
	p.heading = resized(p.heading, len(p.labels))
	for i := range p.heading {
		p.heading[i] = readWords(p.heading[i], r, forms)
	}
	p.words = readWords(p.words, r, forms)
	p.title = readWords(p.title, r, forms)
	p.written = p.written[:0]
	for range r.Count() {
		p.written = append(p.written, spelt{readForm(r, forms), strings.Clone(r.String()), r.Int()})
	}
}

// resized returns a slice of n elements, of which all are to be written, in the memory of
// another one if there is enough.
func resized[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

// pagePacker packs pages. It is not safe for concurrent use.
type pagePacker struct {
	record     varint.Writer
	pages      arena.Strings
	candidates arena.Strings // which are done with before the pages are
}

// pack makes a page small: a quarter of what it was, for the time that each use takes to
// read it again. Nobody else may use the page meanwhile. Long pages stay as they are: they
// may have many chunks, for each of which somebody may want to read them.
func (k *pagePacker) pack(p *page) {
	k.record.Bytes = k.record.Bytes[:0]
	p.candidates.Pack(&k.record, &k.candidates)
	if len(p.doc.Text) > packedText {
		return
	}
	k.record.Bytes = k.record.Bytes[:0]
	p.analysis.record(&k.record)
	p.size = p.sizes()
	p.packed, p.analysis = k.pages.Keep(string(k.record.Bytes)), nil
}

// sizes counts the chunks and sentences of a page without opening it.
func (p *page) sizes() pageSize {
	if p.analysis == nil {
		return p.size
	}
	return pageSize{uint32(len(p.chunks)), uint32(len(p.sentences))}
}

// packedText is the length of the longest text, in bytes, whose page is packed.
const packedText = 64 << 10

// open returns a page with its analysis. That of a packed page is the caller's alone and
// goes with it.
func (p *page) open() *page { return new(pageRoom).open(p) }

// pageRoom is room for a packed page to be open in, one at a time. It is not safe for
// concurrent use.
type pageRoom struct {
	page
	room analysis
}

// open returns a page with its analysis, which is valid until the next one is opened.
func (o *pageRoom) open(p *page) *page { return o.read(p, true) }

// outline is open for what needs none of the page's words, which are half of it.
func (o *pageRoom) outline(p *page) *page { return o.read(p, false) }

func (o *pageRoom) read(p *page, words bool) *page {
	if p.packed == "" {
		return p
	}
	r := varint.NewReader(p.packed)
	o.room.readOutline(r)
	if words {
		o.room.readAllWords(r, math.MaxUint32)
	}
	o.page = *p
	o.analysis, o.packed = &o.room, ""
	return &o.page
}

// opened goes through pages and their numbers, one open page at a time.
func opened(pages []*page) iter.Seq2[int, *page] { return each(pages, (*pageRoom).open) }

// outlined is opened for what needs none of the pages' words.
func outlined(pages []*page) iter.Seq2[int, *page] { return each(pages, (*pageRoom).outline) }

func each(pages []*page, open func(*pageRoom, *page) *page) iter.Seq2[int, *page] {
	return func(yield func(int, *page) bool) {
		var room pageRoom
		for i, p := range pages {
			if !yield(i, open(&room, p)) {
				return
			}
		}
	}
}

// recordSignatures appends the signatures of the chunks, in bytes of fixed number since
// they are hashes.
func (p *page) recordSignatures(w *varint.Writer) {
	w.Int(len(p.signatures))
	for _, s := range p.signatures {
		for _, band := range s.bands {
			w.Bytes = binary.LittleEndian.AppendUint32(w.Bytes, band)
		}
		w.Bytes = binary.LittleEndian.AppendUint64(w.Bytes, s.runs)
	}
}

func (p *page) readSignatures(r *varint.Reader) {
	n := r.Count()
	raw := []byte(r.Take(n * signatureBytes))
	if len(raw) == 0 {
		return // not signed, or damaged
	}
	p.signatures = make([]signature, n)
	for i := range p.signatures {
		s := &p.signatures[i]
		for k := range s.bands {
			s.bands[k] = binary.LittleEndian.Uint32(raw)
			raw = raw[4:]
		}
		s.runs = binary.LittleEndian.Uint64(raw)
		raw = raw[8:]
	}
}

// signatureBytes is the length of a signature in a record.
const signatureBytes = 4*alikeBands + 8

func (p *analysis) readSentences(r *varint.Reader) {
	n := r.Count()
	p.sentences, p.tokens, p.wordEnd = resized(p.sentences, n), resized(p.tokens, n), resized(p.wordEnd, n)
	p.costs = resized(p.costs, n)
	at, word := 0, 0
	for i := range n {
		at += r.Int()
		p.sentences[i], p.tokens[i], p.costs[i] = at, r.Int(), uint32(r.Uint())
		word += r.Int()
		p.wordEnd[i] = word
	}
}

// readWords reads a list of words into one that is there.
func readWords(list wordList, r *varint.Reader, forms int) wordList {
	list = resized(list, r.Count())
	varint.Fill(r, list, forms)
	return list
}

func readForm(r *varint.Reader, forms int) form {
	n := r.Int()
	if n >= forms {
		r.Fail()
		return 0
	}
	return form(n)
}
