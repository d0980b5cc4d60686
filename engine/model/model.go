// Package model holds the identifiers that every layer of the engine shares.
// It imports nothing, so that any package can use it.
//
// All identifiers are dense, start at zero, and are positions in the bundle's
// flat arrays. Ties in every ranking are broken by the smaller identifier.
package model

type (
	// DocID names a document (a page).
	DocID uint32
	// SectionID names a section: the text under one heading of a document.
	SectionID uint32
	// ChunkID names a chunk, the unit of retrieval: a run of sentences inside
	// one section. The chunks of a document are consecutive.
	ChunkID uint32
	// SentenceID names a sentence. Sentences are consecutive over the corpus and belong to the document, not to the
	// chunk: overlapping chunks share them.
	SentenceID uint32
	// TermID names a term: the stem that several word forms share.
	TermID uint32
	// EntityID names an entity.
	EntityID uint32
	// NodeID names a node of the collapsed summary tree: chunk c is node c, and
	// summary s is node (number of chunks) + s.
	NodeID uint32
	// BlockID names a text block, the unit in which texts are fetched.
	BlockID uint32
)

// Span is a half-open range of byte offsets.
type Span struct{ Start, End uint32 }

// Code is a part of a text that is code.
type Code struct {
	Span
	Listing bool // a block of its own, or the output of a program; else code in a line of prose
}

// Len returns the number of bytes in the span.
func (s Span) Len() int { return int(s.End) - int(s.Start) }
