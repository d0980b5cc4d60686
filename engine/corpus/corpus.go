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
// no row of them. The hierarchy is in parts of its own. Names, addresses and positions of texts are
// in others, those of a document beside its chunks.
type Tables struct {
	// Documents.
	DocID    Column // stable name: a path or the _id of a record
	DocURL   Column // address without fragment
	DocTitle Column
	docText  []model.Span // global offsets
	docsAt   parts.Reader // the hierarchy, as secsAt and chunksAt
	docSec   []uint32     // n+1 section numbers

	// Sections.
	Heading   Column // "" for the text before the first heading
	Anchor    Column // fragment identifier, "" for none
	secsAt    parts.Reader
	secDoc    []uint32
	secParent []uint32 // enclosing section, or the section itself at the top
	secChunk  []uint32 // n+1 chunk numbers

	// Chunks.
	chunksAt parts.Reader
	at       parts.Reader // texts and tokens
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
	u.at.Want, u.docsAt.Want, u.secsAt.Want, u.chunksAt.Want = w, w, w, w
	return &u
}

// EncodeRows writes the shown fields of the documents, sections and chunks of one part, and the
// positions of their texts, counted from base: so the part does not change when texts before it
// do. first is the number of the first section.
func EncodeRows(w *wire.Writer, docs []Document, sections []Section, chunks []Chunk, first, base uint32) {
	column(w, docs, func(d Document) string { return d.ID })
	column(w, docs, func(d Document) string { return d.URL })
	column(w, docs, func(d Document) string { return d.Title })
	spans(w, docs, base, func(d Document) model.Span { return d.Text })
	column(w, sections, func(s Section) string { return s.Heading })
	column(w, sections, func(s Section) string { return s.Anchor })
	up := make([]uint32, len(sections))
	for i, s := range sections {
		up[i] = first + uint32(i) - uint32(s.Parent)
	}
	w.Uint32s(up)
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
	for i, up := range r.IDs(len(sections), len(t.secParent)) {
		if up > sections[i] {
			r.Fail("parent before the first section")
			break
		}
		t.secParent[sections[i]] = sections[i] - up
	}
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
