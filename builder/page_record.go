package builder

import (
	"encoding/binary"
	"iter"
	"math"

	"mycel/builder/ingest"
	"mycel/builder/ner"
	"mycel/builder/varint"
)

// record appends all that is known of a page but its document, with the numbers that
// its words and strings will have.
func (p *page) record(w *varint.Writer, now renumbered) {
	p.analysis.record(w, now)
	p.recordSignatures(w)
	p.candidates.Record(w, now.strings)
	p.recordTitles(w)
}

func (p *analysis) record(w *varint.Writer, now renumbered) {
	words := func(list wordList) {
		w.Int(len(list))
		for _, f := range list {
			w.Uint(uint64(now.form(f)))
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
		words(p.heading[i])
	}
	w.Int(len(p.chunks))
	for _, c := range p.chunks {
		for _, n := range []int{c.section, c.first, c.end, c.start, c.to, c.tokens} {
			w.Int(n)
		}
	}
	words(p.words)
	words(p.title)
	w.Int(len(p.written))
	for _, s := range p.written {
		w.Uint(uint64(now.form(s.key)))
		w.String(s.written)
		w.Int(s.count)
	}
}

// readPage reads what record has written of a document's page. So many forms and strings
// are known.
func readPage(r *varint.Reader, doc *ingest.Document, forms, strings int) *page {
	p := &page{doc: doc, analysis: readAnalysis(r, forms)}
	p.readSignatures(r)
	p.candidates = ner.ReadNumbered(r, strings)
	p.readTitles(r)
	return p
}

// recordTitles appends what titles say by themselves.
func (p *page) recordTitles(w *varint.Writer) {
	w.Int(len(p.parsed))
	for _, t := range p.parsed {
		t.Record(w)
	}
}

// readTitles reads what recordTitles has written.
func (p *page) readTitles(r *varint.Reader) {
	n := r.Count()
	if n == 0 {
		return // there are none, or they were not parsed
	}
	titles := p.titles(0)
	if n != len(titles) {
		r.Fail()
		return
	}
	for _, t := range titles {
		p.parsed = append(p.parsed, t.ReadParsed(r))
	}
}

func readAnalysis(r *varint.Reader, forms int) *analysis {
	p := &analysis{}
	p.readSentences(r)
	p.labels = make([]uint32, r.Count())
	p.chunkEnd, p.heading = make([]int, len(p.labels)), make([]wordList, len(p.labels))
	for i := range p.labels {
		p.labels[i], p.chunkEnd[i], p.heading[i] = uint32(r.Uint()), r.Int(), readWords(r, forms)
	}
	p.chunks = make([]chunk, r.Count())
	for i := range p.chunks {
		c := &p.chunks[i]
		for _, n := range []*int{&c.section, &c.first, &c.end, &c.start, &c.to, &c.tokens} {
			*n = r.Int()
		}
	}
	p.words = readWords(r, forms)
	p.title = readWords(r, forms)
	for range r.Count() {
		p.written = append(p.written, spelt{readForm(r, forms), r.String(), r.Int()})
	}
	return p
}

// pack makes a page small: a quarter of what it was, for the time that each use takes to
// read it again. Nobody else may use the page meanwhile. Long pages stay as they are: they
// may have many chunks, for each of which somebody may want to read them.
func (p *page) pack() {
	p.candidates.Pack()
	if len(p.doc.Text) > packedText {
		return
	}
	var w varint.Writer
	p.analysis.record(&w, renumbered{})
	p.packed, p.analysis = string(w.Bytes), nil
}

// packedText is the length of the longest text, in bytes, whose page is packed.
const packedText = 64 << 10

// open returns a page with its analysis. That of a packed page is the caller's alone and
// goes with it.
func (p *page) open() *page {
	if p.packed == "" {
		return p
	}
	out := *p
	out.analysis, out.packed = readAnalysis(varint.NewReader(p.packed), math.MaxUint32), ""
	return &out
}

// opened goes through pages and their numbers, one open page at a time.
func opened(pages []*page) iter.Seq2[int, *page] {
	return func(yield func(int, *page) bool) {
		for i, p := range pages {
			if !yield(i, p.open()) {
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
	if n == 0 {
		return
	}
	ints := make([]int, 3*n)
	p.sentences, p.tokens, p.wordEnd = ints[:n:n], ints[n:2*n:2*n], ints[2*n:]
	p.costs = make([]uint32, n)
	at, word := 0, 0
	for i := range n {
		at += r.Int()
		p.sentences[i], p.tokens[i], p.costs[i] = at, r.Int(), uint32(r.Uint())
		word += r.Int()
		p.wordEnd[i] = word
	}
}

func readWords(r *varint.Reader, forms int) wordList {
	n := r.Count()
	if n == 0 {
		return nil
	}
	list := make(wordList, n)
	for i := range list {
		list[i] = readForm(r, forms)
	}
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
