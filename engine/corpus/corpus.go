// Package corpus has the tables of documents, sections, chunks and text blocks. The texts lie outside the index, in
// blocks that are fetched to show them.
//
// All texts together are one sequence of bytes, document after document. A position in it is a global offset (uint32,
// so a corpus has at most 4 GiB of text). Sentences partition the sequence, and so do blocks.
package corpus

import (
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Tables describes every document, section and chunk; row i belongs to identifier i. The rows lie in parts, not in the
// core. The hierarchy has parts of its own. Names, addresses and text positions are in other parts; those of a document
// lie beside its chunks.
type Tables struct {
	DocID    Column // stable name: a path or the _id of a record
	DocURL   Column // address without fragment
	DocTitle Column
	Heading  Column // "" for the text before the first heading
	Anchor   Column // fragment identifier, "" for none
	Blocks   Blocks
	at       parts.Reader // where the parts with the rows of chunks are
	rows     *parts.Rows  // by part of chunks: the rows of the part

	// The hierarchy.
	docsAt, secsAt, chunksAt parts.Reader
	*hierarchy               // shared with other engines
}

// hierarchy is made when its first part is loaded.
type hierarchy struct {
	docSec   []uint32 // n+1 section numbers
	secDoc   []uint32
	secChunk []uint32 // n+1 chunk numbers
	chunkSec []uint32
}

// rows has the fields of a part's documents, sections and chunks.
type rows struct {
	name   [numColumns]wire.Strings
	up     []uint32 // by section: its number minus the number of its enclosing section
	text   []Stretch
	tokens []uint32 // by chunk: as the header's tokenizer counts
}

// Column has a string for each row; the strings are in parts.
type Column struct {
	parts.Reader
	at   int // in rows.name
	part *parts.Rows
}

// numColumns is the number of columns.
const numColumns = 5

// Len returns the number of rows.
func (c *Column) Len() int { return c.NumRows() }

// At returns the string of a row, "" while its part is missing.
func (c *Column) At(i int) string {
	if !c.Has(uint32(i)) {
		return ""
	}
	part, at := c.Place(uint32(i))
	return parts.Row[rows](c.part, uint32(part)).name[c.at].At(at)
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
	t.at.Layout, t.rows = chunks, parts.NewRows(chunks.Len())
	for i, c := range []*Column{&t.DocID, &t.DocURL, &t.DocTitle, &t.Heading, &t.Anchor} {
		c.Layout, c.at, c.part = docs, i, t.rows
		if i > 2 {
			c.Layout = sections
		}
	}
}

// For returns the same tables for another engine, which notes missing parts in w.
//
//go:noinline
func (t *Tables) For(w *parts.Missing) *Tables {
	u := *t
	for _, c := range []*Column{&u.DocID, &u.DocURL, &u.DocTitle, &u.Heading, &u.Anchor} {
		c.Missing = w
	}
	u.at.Missing, u.docsAt.Missing, u.secsAt.Missing, u.chunksAt.Missing, u.Blocks.Missing = w, w, w, w, w
	return &u
}

// EncodeRows writes the shown fields of the documents, sections and chunks of one part, and the places of the chunks in
// their blocks. starts has the global offsets of those blocks: places count from there, so the part stays the same when
// texts before it change. first is the number of the first section.
func EncodeRows(w *wire.Writer, docs []Document, sections []Section, chunks []Chunk, first uint32, starts []uint32) {
	column(w, docs, func(d Document) string { return d.ID })
	column(w, docs, func(d Document) string { return d.URL })
	column(w, docs, func(d Document) string { return d.Title })
	column(w, sections, func(s Section) string { return s.Heading })
	column(w, sections, func(s Section) string { return s.Anchor })
	up := make([]uint32, len(sections))
	for i, s := range sections {
		up[i] = first + uint32(i) - uint32(s.Parent)
	}
	w.Uint32s(up)
	var places, tokens []uint32
	for _, c := range chunks {
		block, last := blockAt(starts, c.Text.Start), blockAt(starts, max(c.Text.Start, c.Text.End-1))
		places = append(places, c.Text.Start-starts[block], uint32(c.Text.Len()), uint32(last-block))
		tokens = append(tokens, c.Tokens)
	}
	w.Uint32s(places)
	w.Uint32s(tokens)
}

func column[T any](w *wire.Writer, rows []T, get func(T) string) {
	a := make([]string, len(rows))
	for i, row := range rows {
		a[i] = get(row)
	}
	w.Strings(a)
}

// Load reads what EncodeRows wrote for the rows of one part.
func (t *Tables) Load(part int, b []byte) error {
	r := wire.NewReader(b)
	_, docs := t.DocID.Span(part)
	firstSection, sections := t.Heading.Span(part)
	firstChunk, chunks := t.at.Span(part)
	here := &rows{}
	for i := range here.name {
		n := docs
		if i > 2 {
			n = sections
		}
		here.name[i] = r.Strings(n)
	}
	here.up = r.IDs(sections, firstSection+sections)
	for i, up := range here.up {
		if int(up) > i+firstSection {
			r.Fail("parent before the first section")
		}
	}
	places := r.IDs(3*chunks, 1<<32-1)
	here.tokens = r.IDs(chunks, 1<<32-1)
	for c := 0; r.OK() && c < chunks; c++ {
		at := Stretch{Start: places[3*c], Length: places[3*c+1], First: t.Blocks.OfChunk(model.ChunkID(firstChunk + c))}
		if reach := int(places[3*c+2]); reach < t.Blocks.Len()-int(at.First) {
			at.End = at.First + model.BlockID(reach) + 1
		} else {
			r.Fail("text beyond the corpus")
		}
		here.text = append(here.text, at)
	}
	if err := r.Close(); err != nil {
		return err
	}
	parts.SetRow(t.rows, uint32(part), here)
	return nil
}

// NumDocuments, NumSections and NumChunks return the numbers of rows.
func (t *Tables) NumDocuments() int { return t.docsAt.NumRows() }
func (t *Tables) NumSections() int  { return t.secsAt.NumRows() }
func (t *Tables) NumChunks() int    { return t.chunksAt.NumRows() }

// DocText returns the position of a document's text; an empty span while its part is missing.
func (t *Tables) DocText(d model.DocID) model.Span {
	if !t.Blocks.Loaded() {
		return model.Span{}
	}
	return model.Span{Start: t.Blocks.documents[d], End: t.Blocks.documents[d+1]}
}

// ChunkText returns the position of a chunk's text; an empty span while a part is missing.
func (t *Tables) ChunkText(c model.ChunkID) model.Span {
	at, ok := t.ChunkStretch(c)
	if !t.Blocks.Loaded() || !ok {
		return model.Span{}
	}
	return t.Blocks.span(at)
}

// ChunkStretch returns the place of a chunk's text; ok is false while its part is missing.
func (t *Tables) ChunkStretch(c model.ChunkID) (at Stretch, ok bool) {
	if !t.at.Has(uint32(c)) {
		return at, false
	}
	part, row := t.at.Place(uint32(c))
	return parts.Row[rows](t.rows, uint32(part)).text[row], true
}

// ChunkTokens returns the number of tokens of a chunk; 0 while its part is missing.
func (t *Tables) ChunkTokens(c model.ChunkID) uint32 {
	if !t.at.Has(uint32(c)) {
		return 0
	}
	part, row := t.at.Place(uint32(c))
	return parts.Row[rows](t.rows, uint32(part)).tokens[row]
}
