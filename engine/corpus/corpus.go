// Package corpus holds the tables that say what the chunks are chunks of:
// documents, their sections, their text blocks. Texts themselves lie outside the
// index, in blocks that are fetched when they are shown.
//
// All texts together form one sequence of bytes, document after document;
// positions in it are global offsets (uint32, so a corpus holds at most 4 GiB of
// text). Sentences partition it, and so do blocks.
package corpus

import (
	"mycel/engine/model"
	"mycel/engine/wire"
)

// Tables describes every document, section and chunk. Row i belongs to
// identifier i. It borrows the bytes it was decoded from.
type Tables struct {
	// Documents.
	DocID    wire.Strings // stable name: a path or the _id of a record
	DocURL   wire.Strings // address without fragment
	DocTitle wire.Strings
	docText  []uint32 // n+1 global offsets
	docSec   []uint32 // n+1 section numbers

	// Sections.
	Heading   wire.Strings // "" for the text before the first heading
	Anchor    wire.Strings // fragment identifier, "" for none
	secDoc    []uint32
	secParent []uint32 // enclosing section, or the section itself at the top
	secChunk  []uint32 // n+1 chunk numbers

	// Chunks.
	chunkSec   []uint32
	chunkStart []uint32 // global offsets
	chunkEnd   []uint32
	chunkTok   []uint32 // tokens, as the header's tokenizer counts them
}

// Document, Section and Chunk are the rows that the builder encodes.
type (
	Document struct {
		ID, URL, Title string
		TextEnd        uint32 // global offset; the start is the previous row's end
		SectionEnd     uint32
	}
	Section struct {
		Heading, Anchor string
		Doc             model.DocID
		Parent          model.SectionID // itself at the top
		ChunkEnd        uint32
	}
	Chunk struct {
		Section model.SectionID
		Text    model.Span // global offsets
		Tokens  uint32
	}
)

// Encode writes the tables.
func Encode(docs []Document, sections []Section, chunks []Chunk) []byte {
	var w wire.Writer
	column(&w, docs, func(d Document) string { return d.ID })
	column(&w, docs, func(d Document) string { return d.URL })
	column(&w, docs, func(d Document) string { return d.Title })
	ends(&w, docs, func(d Document) uint32 { return d.TextEnd })
	ends(&w, docs, func(d Document) uint32 { return d.SectionEnd })

	column(&w, sections, func(s Section) string { return s.Heading })
	column(&w, sections, func(s Section) string { return s.Anchor })
	numbers(&w, sections, func(s Section) uint32 { return uint32(s.Doc) })
	numbers(&w, sections, func(s Section) uint32 { return uint32(s.Parent) })
	ends(&w, sections, func(s Section) uint32 { return s.ChunkEnd })

	numbers(&w, chunks, func(c Chunk) uint32 { return uint32(c.Section) })
	numbers(&w, chunks, func(c Chunk) uint32 { return c.Text.Start })
	numbers(&w, chunks, func(c Chunk) uint32 { return c.Text.End })
	numbers(&w, chunks, func(c Chunk) uint32 { return c.Tokens })
	return w.Bytes()
}

func column[T any](w *wire.Writer, rows []T, get func(T) string) {
	a := make([]string, len(rows))
	for i, row := range rows {
		a[i] = get(row)
	}
	w.Strings(a)
}

func numbers[T any](w *wire.Writer, rows []T, get func(T) uint32) {
	a := make([]uint32, len(rows))
	for i, row := range rows {
		a[i] = get(row)
	}
	w.Uint32s(a)
}

func ends[T any](w *wire.Writer, rows []T, get func(T) uint32) {
	a := make([]uint32, len(rows)+1)
	for i, row := range rows {
		a[i+1] = get(row)
	}
	w.Uint32s(a)
}

// Decode reads the tables and checks that every reference in them holds, so
// that no method below can fail.
func Decode(b []byte) (*Tables, error) {
	r := wire.NewReader(b)
	t := &Tables{}
	t.DocID = r.Strings(-1)
	docs := t.DocID.Len()
	t.DocURL = r.Strings(docs)
	t.DocTitle = r.Strings(docs)
	t.docText = r.Offsets(docs, -1)
	t.docSec = r.Offsets(docs, -1)
	sections := int(t.docSec[len(t.docSec)-1])
	t.Heading = r.Strings(sections)
	t.Anchor = r.Strings(sections)
	t.secDoc = r.IDs(sections, docs)
	t.secParent = r.IDs(sections, sections)
	t.secChunk = r.Offsets(sections, -1)
	chunks := int(t.secChunk[len(t.secChunk)-1])
	t.chunkSec = r.IDs(chunks, sections)
	text := int(t.docText[len(t.docText)-1])
	t.chunkStart = r.IDs(chunks, text+1)
	t.chunkEnd = r.IDs(chunks, text+1)
	t.chunkTok = r.Uint32s()
	if len(t.chunkTok) != chunks {
		r.Fail("token counts do not match the chunks")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	for i := range t.chunkStart {
		if t.chunkStart[i] > t.chunkEnd[i] {
			r.Fail("chunk that ends before it starts")
		}
	}
	for i, p := range t.secParent {
		if int(p) > i || t.secDoc[p] != t.secDoc[i] {
			r.Fail("section whose parent comes later or from another document")
		}
	}
	return t, r.Close()
}

// NumDocuments, NumSections and NumChunks return the numbers of rows.
func (t *Tables) NumDocuments() int { return t.DocID.Len() }
func (t *Tables) NumSections() int  { return len(t.secDoc) }
func (t *Tables) NumChunks() int    { return len(t.chunkSec) }

// TextLen returns the number of bytes of all texts together.
func (t *Tables) TextLen() uint32 { return t.docText[len(t.docText)-1] }

// DocText returns where a document's text lies.
func (t *Tables) DocText(d model.DocID) model.Span {
	return model.Span{Start: t.docText[d], End: t.docText[d+1]}
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

// ChunkText returns where a chunk's text lies.
func (t *Tables) ChunkText(c model.ChunkID) model.Span {
	return model.Span{Start: t.chunkStart[c], End: t.chunkEnd[c]}
}

// ChunkTokens returns the number of tokens of a chunk.
func (t *Tables) ChunkTokens(c model.ChunkID) uint32 { return t.chunkTok[c] }
