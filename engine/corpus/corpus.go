// Package corpus has the tables of documents, sections, chunks and text blocks. Texts
// are outside the index, in blocks that are fetched when they are shown.
//
// All texts together are one sequence of bytes, document after document. Positions in
// it are global offsets (uint32, so a corpus has at most 4 GiB of text). Sentences
// partition it, and so do blocks.
package corpus

import (
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Tables describes every document, section and chunk; row i is that of identifier i. The core has
// the hierarchy. Names, addresses and positions of texts are in parts, those of a document beside
// its chunks.
type Tables struct {
	// Documents.
	DocID    Column // stable name: a path or the _id of a record
	DocURL   Column // address without fragment
	DocTitle Column
	docText  []model.Span // global offsets
	docSec   []uint32     // n+1 section numbers

	// Sections.
	Heading   Column // "" for the text before the first heading
	Anchor    Column // fragment identifier, "" for none
	secDoc    []uint32
	secParent []uint32 // enclosing section, or the section itself at the top
	secChunk  []uint32 // n+1 chunk numbers

	// Chunks.
	at       parts.Reader
	chunkSec []uint32
	text     []model.Span // global offsets
	tokens   []uint32     // as the header's tokenizer counts them
}

// Column has a string for each row; the strings are in parts.
type Column struct {
	parts.Reader
	row []string
}

// Len returns the number of rows.
func (c *Column) Len() int { return len(c.row) }

// At returns the string of a row, "" while its part is missing.
//
//go:noinline
func (c *Column) At(i int) string {
	if !c.Has(uint32(i)) {
		return ""
	}
	return c.row[i]
}

//go:noinline
func (c *Column) load(rows []uint32, s wire.Strings) {
	for i, row := range rows[:min(len(rows), s.Len())] {
		c.row[row] = s.At(i)
	}
}

// Document, Section and Chunk are the rows that the builder encodes.
type (
	Document struct {
		ID, URL, Title string
		Text           model.Span // global offsets
		SectionEnd     uint32
	}
	Section struct {
		Heading, Anchor string
		Parent          model.SectionID // itself at the top
		ChunkEnd        uint32
	}
	Chunk struct {
		Section model.SectionID
		Text    model.Span // global offsets
		Tokens  uint32
	}
)

// Encode writes the hierarchy: which sections a document has, which chunks and which parent a
// section has.
func Encode(docs []Document, sections []Section, chunks int) []byte {
	ends := func(n int, end func(i int) uint32) []uint32 {
		a := make([]uint32, n+1)
		for i := range n {
			a[i+1] = end(i)
		}
		return a
	}
	up := make([]uint32, len(sections))
	for i, s := range sections {
		up[i] = uint32(i) - uint32(s.Parent)
	}
	var w wire.Writer
	w.Offsets(ends(len(docs), func(i int) uint32 { return docs[i].SectionEnd }))
	w.Offsets(ends(len(sections), func(i int) uint32 { return sections[i].ChunkEnd }))
	w.Uint32s(up)
	return w.Bytes()
}

// Decode reads the hierarchy and checks every reference in it, so that no method below can fail.
// Room is made for no more than maxChunks chunks.
func Decode(b []byte, maxChunks int) (*Tables, error) {
	r := wire.NewReader(b)
	t := &Tables{docSec: r.Offsets(-1, -1)}
	docs := len(t.docSec) - 1
	sections := int(t.docSec[docs])
	t.secChunk = r.Offsets(sections, -1)
	t.secParent = r.IDs(sections, sections)
	if int(t.secChunk[len(t.secChunk)-1]) > maxChunks {
		r.Fail("more chunks than there can be")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	t.secDoc = owners(t.docSec)
	t.chunkSec = owners(t.secChunk)
	for i, up := range t.secParent {
		if int(up) > i || t.secDoc[i-int(up)] != t.secDoc[i] {
			r.Fail("section whose parent comes later or from another document")
			return nil, r.Close()
		}
		t.secParent[i] = uint32(i) - up
	}
	for _, c := range []*Column{&t.DocID, &t.DocURL, &t.DocTitle} {
		c.row = make([]string, docs)
	}
	for _, c := range []*Column{&t.Heading, &t.Anchor} {
		c.row = make([]string, sections)
	}
	t.docText = make([]model.Span, docs)
	t.text, t.tokens = make([]model.Span, len(t.chunkSec)), make([]uint32, len(t.chunkSec))
	return t, nil
}

// owners returns, for each row of the ranges that end at ends, the range in which it is.
func owners(ends []uint32) []uint32 {
	out := make([]uint32, 0, ends[len(ends)-1])
	for i, end := range ends[1:] {
		for len(out) < int(end) {
			out = append(out, uint32(i))
		}
	}
	return out
}

// Spread returns where the parts of documents and of sections begin, given where those of the
// chunks do. A section is in the part of its first chunk, a document in that of its first
// section. Without chunks or sections, they are in the part of the row before.
//
//go:noinline
func (t *Tables) Spread(chunks []uint32) (docs, sections []uint32) {
	sections = spread(t.secChunk, chunks)
	return spread(t.docSec, sections), sections
}

// spread returns the first row of each part, given where the rows end and the first of what
// they have in each part.
func spread(ends, starts []uint32) []uint32 {
	out, rows := make([]uint32, len(starts)), len(ends)-1
	row := 0
	for part, first := range starts {
		for part > 0 && row < rows && (ends[row] < first || ends[row] == ends[row+1]) {
			row++
		}
		if part == len(starts)-1 {
			row = rows
		}
		out[part] = uint32(row)
	}
	return out
}

// SetParts sets the parts of the rows.
//
//go:noinline
func (t *Tables) SetParts(docs, sections, chunks *parts.Layout) {
	for _, c := range []*Column{&t.DocID, &t.DocURL, &t.DocTitle} {
		c.Layout = docs
	}
	t.Heading.Layout, t.Anchor.Layout, t.at.Layout = sections, sections, chunks
}

// For returns the same tables for another engine, which notes missing parts in w.
//
//go:noinline
func (t *Tables) For(w *parts.Want) *Tables {
	u := *t
	for _, c := range []*Column{&u.DocID, &u.DocURL, &u.DocTitle, &u.Heading, &u.Anchor} {
		c.Want = w
	}
	u.at.Want = w
	return &u
}

// EncodeRows writes the shown fields of the documents, sections and chunks of one part, and the
// positions of their texts, counted from base: so the part does not change when texts before it
// do.
func EncodeRows(w *wire.Writer, docs []Document, sections []Section, chunks []Chunk, base uint32) {
	column(w, docs, func(d Document) string { return d.ID })
	column(w, docs, func(d Document) string { return d.URL })
	column(w, docs, func(d Document) string { return d.Title })
	spans(w, docs, base, func(d Document) model.Span { return d.Text })
	column(w, sections, func(s Section) string { return s.Heading })
	column(w, sections, func(s Section) string { return s.Anchor })
	spans(w, chunks, base, func(c Chunk) model.Span { return c.Text })
	tokens := make([]uint32, len(chunks))
	for i, c := range chunks {
		tokens[i] = c.Tokens
	}
	w.Uint32s(tokens)
}

func column[T any](w *wire.Writer, rows []T, get func(T) string) {
	a := make([]string, len(rows))
	for i, row := range rows {
		a[i] = get(row)
	}
	w.Strings(a)
}

// spans writes the starts of spans, which ascend, and their lengths.
func spans[T any](w *wire.Writer, rows []T, base uint32, get func(T) model.Span) {
	starts := make([]uint32, 1, len(rows)+1)
	lengths := make([]uint32, len(rows))
	for i, row := range rows {
		starts = append(starts, get(row).Start-base)
		lengths[i] = get(row).End - get(row).Start
	}
	w.Offsets(starts)
	w.Uint32s(lengths)
}

// Load reads what EncodeRows wrote for the rows of one part. text is the number of bytes of all
// texts.
func (t *Tables) Load(docs, sections, chunks []uint32, b []byte, base, text uint32) error {
	r := wire.NewReader(b)
	t.DocID.load(docs, r.Strings(len(docs)))
	t.DocURL.load(docs, r.Strings(len(docs)))
	t.DocTitle.load(docs, r.Strings(len(docs)))
	loadSpans(t.docText, docs, r, base, text)
	t.Heading.load(sections, r.Strings(len(sections)))
	t.Anchor.load(sections, r.Strings(len(sections)))
	loadSpans(t.text, chunks, r, base, text)
	tokens := r.IDs(len(chunks), 1<<32-1)
	if err := r.Close(); err != nil {
		return err
	}
	for i, c := range chunks {
		t.tokens[c] = tokens[i]
	}
	return nil
}

//go:noinline
func loadSpans(dst []model.Span, rows []uint32, r *wire.Reader, base, text uint32) {
	starts := r.Offsets(len(rows), -1)
	lengths := r.IDs(len(rows), 1<<32-1)
	if !r.OK() {
		return
	}
	for i, row := range rows {
		start := base + starts[i+1]
		if start < base || start > text || lengths[i] > text-start {
			r.Fail("text beyond the corpus")
		} else {
			dst[row] = model.Span{Start: start, End: start + lengths[i]}
		}
	}
}

// NumDocuments, NumSections and NumChunks return the numbers of rows.
func (t *Tables) NumDocuments() int { return len(t.docSec) - 1 }
func (t *Tables) NumSections() int  { return len(t.secDoc) }
func (t *Tables) NumChunks() int    { return len(t.chunkSec) }

// DocText returns the position of a document's text, an empty span while its part is missing.
func (t *Tables) DocText(d model.DocID) model.Span {
	if !t.DocID.Has(uint32(d)) {
		return model.Span{}
	}
	return t.docText[d]
}

// DocChunks returns the chunks [first, end) of a document.
func (t *Tables) DocChunks(d model.DocID) (first, end model.ChunkID) {
	return model.ChunkID(t.secChunk[t.docSec[d]]), model.ChunkID(t.secChunk[t.docSec[d+1]])
}

// DocSections returns the sections [first, end) of a document.
func (t *Tables) DocSections(d model.DocID) (first, end model.SectionID) {
	return model.SectionID(t.docSec[d]), model.SectionID(t.docSec[d+1])
}

// SectionChunks returns the chunks [first, end) of a section.
func (t *Tables) SectionChunks(s model.SectionID) (first, end model.ChunkID) {
	return model.ChunkID(t.secChunk[s]), model.ChunkID(t.secChunk[s+1])
}

// SectionDoc returns the document of a section.
func (t *Tables) SectionDoc(s model.SectionID) model.DocID { return model.DocID(t.secDoc[s]) }

// Parent returns the section that encloses s; ok is false at the top.
func (t *Tables) Parent(s model.SectionID) (parent model.SectionID, ok bool) {
	p := model.SectionID(t.secParent[s])
	return p, p != s
}

// ChunkSection returns the section of a chunk.
func (t *Tables) ChunkSection(c model.ChunkID) model.SectionID {
	return model.SectionID(t.chunkSec[c])
}

// ChunkText returns the position of a chunk's text, an empty span while its part is missing.
func (t *Tables) ChunkText(c model.ChunkID) model.Span {
	if !t.at.Has(uint32(c)) {
		return model.Span{}
	}
	return t.text[c]
}

// ChunkTokens returns the number of tokens of a chunk, 0 while its part is missing.
func (t *Tables) ChunkTokens(c model.ChunkID) uint32 {
	if !t.at.Has(uint32(c)) {
		return 0
	}
	return t.tokens[c]
}
