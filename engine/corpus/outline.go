package corpus

import (
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// The hierarchy has the sections of each document and the chunks of each section. It lies in parts of
// many documents each. The core knows the rows of each part.

// chunksPerByte bounds the rows for which Decode makes room: this number for each byte of the core.
const chunksPerByte = 64

// Encode writes the first document, section and chunk of each part of the hierarchy, and behind them
// the numbers of all documents, sections and chunks.
func Encode(docs, sections, chunks []uint32) []byte {
	var w wire.Writer
	w.Offsets(docs)
	w.Offsets(sections)
	w.Offsets(chunks)
	return w.Bytes()
}

// EncodeOutline writes the number of sections of each document of a part, and the number of chunks of
// each section. firstSection and firstChunk are the first ones of the part.
func EncodeOutline(w *wire.Writer, docs []Document, sections []Section, firstSection, firstChunk uint32) {
	ends := make([]uint32, 1, len(docs)+1)
	for _, d := range docs {
		ends = append(ends, d.SectionEnd-firstSection)
	}
	w.Offsets(ends)
	ends = make([]uint32, 1, len(sections)+1)
	for _, s := range sections {
		ends = append(ends, s.ChunkEnd-firstChunk)
	}
	w.Offsets(ends)
}

// Decode reads the bytes that Encode wrote. The hierarchy has n parts from first on, which LoadOutline
// loads later. core is the size of the core in bytes; it bounds the rows for which Decode makes room.
func Decode(b []byte, first parts.ID, n, core int) (*Tables, error) {
	r := wire.NewReader(b)
	docs, sections, chunks := r.Offsets(n, -1), r.Offsets(n, -1), r.Offsets(n, -1)
	most := uint64(core) * chunksPerByte
	for _, starts := range [][]uint32{docs, sections, chunks} {
		if uint64(starts[len(starts)-1]) > most {
			r.Fail("more rows than there can be")
		}
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	t := &Tables{hierarchy: &hierarchy{}}
	t.docsAt.Layout, t.secsAt.Layout, t.chunksAt.Layout = parts.Ranges(first, docs), parts.Ranges(first, sections), parts.Ranges(first, chunks)
	return t, nil
}

// Outline returns the layouts of documents, sections and chunks.
func (t *Tables) Outline() []*parts.Layout {
	return []*parts.Layout{t.docsAt.Layout, t.secsAt.Layout, t.chunksAt.Layout}
}

// LoadOutline reads a part that EncodeOutline wrote. It checks every reference in it, so that the
// methods below cannot fail.
func (t *Tables) LoadOutline(part int, b []byte) error {
	r := wire.NewReader(b)
	firstDoc, docs := t.docsAt.Span(part)
	firstSec, sections := t.secsAt.Span(part)
	firstChunk, chunks := t.chunksAt.Span(part)
	ofDocs := r.Offsets(docs, sections)
	ofSecs := r.Offsets(sections, chunks)
	if err := r.Close(); err != nil {
		return err
	}
	if t.docSec == nil {
		t.docSec, t.secDoc, t.secChunk, t.chunkSec = room(t.NumDocuments()+1), room(t.NumSections()), room(t.NumSections()+1), room(t.NumChunks())
	}
	place(t.docSec[firstDoc:], t.secDoc[firstSec:], ofDocs, uint32(firstDoc), uint32(firstSec))
	place(t.secChunk[firstSec:], t.chunkSec[firstChunk:], ofSecs, uint32(firstSec), uint32(firstChunk))
	return nil
}

//go:noinline
func room(n int) []uint32 { return make([]uint32, n) }

// place sets the borders of rows, which end at ends, and writes the row of each member into owner.
func place(borders, owner, ends []uint32, firstRow, firstMember uint32) {
	for i, end := range ends {
		borders[i] = firstMember + end
		if i > 0 {
			for m := ends[i-1]; m < end; m++ {
				owner[m] = firstRow + uint32(i-1)
			}
		}
	}
}

// OutlineLoaded reports whether the hierarchy is loaded, and notes its parts if not.
func (t *Tables) OutlineLoaded() bool { return t.chunksAt.HasAll() }

// DocChunks returns the chunks [first, end) of a document.
func (t *Tables) DocChunks(d model.DocID) (first, end model.ChunkID) {
	if from, to := t.DocSections(d); from < to {
		first, _ = t.SectionChunks(from)
		_, end = t.SectionChunks(to - 1)
	}
	return first, end
}

// DocSections returns the sections [first, end) of a document; an empty range while its part is
// missing.
func (t *Tables) DocSections(d model.DocID) (first, end model.SectionID) {
	if !t.docsAt.Has(uint32(d)) {
		return 0, 0
	}
	return model.SectionID(t.docSec[d]), model.SectionID(t.docSec[d+1])
}

// SectionChunks returns the chunks [first, end) of a section; an empty range while its part is missing.
func (t *Tables) SectionChunks(s model.SectionID) (first, end model.ChunkID) {
	if !t.secsAt.Has(uint32(s)) {
		return 0, 0
	}
	return model.ChunkID(t.secChunk[s]), model.ChunkID(t.secChunk[s+1])
}

// SectionDoc returns the document of a section, 0 while its part is missing.
func (t *Tables) SectionDoc(s model.SectionID) model.DocID {
	if !t.secsAt.Has(uint32(s)) {
		return 0
	}
	return model.DocID(t.secDoc[s])
}

// Parent returns the section that encloses s; ok is false at the top, and while the part is missing.
func (t *Tables) Parent(s model.SectionID) (parent model.SectionID, ok bool) {
	if !t.Heading.Has(uint32(s)) {
		return s, false
	}
	part, at := t.Heading.Place(uint32(s))
	up := parts.Row[rows](t.rows, uint32(part)).up[at]
	return s - model.SectionID(up), up > 0
}

// ChunkSection returns the section of a chunk, 0 while its part is missing.
func (t *Tables) ChunkSection(c model.ChunkID) model.SectionID {
	if !t.chunksAt.Has(uint32(c)) {
		return 0
	}
	return model.SectionID(t.chunkSec[c])
}
