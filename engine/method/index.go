package method

import (
	"slices"

	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/facet"
	"mycel/engine/graph"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/query"
	"mycel/engine/tree"
	"mycel/engine/vector"
	"mycel/engine/wire"
)

// Index holds everything that a method reads. All of it is immutable.
type Index struct {
	Corpus          *corpus.Tables
	Dictionary      *lexical.Dictionary
	Parser          *query.Parser     // of queries, by the dictionary
	Postings        *lexical.Postings // over chunks
	SummaryPostings *lexical.Postings // over summaries
	Names           *lexical.Names    // of sections
	Content         lexical.Content   // the kind of the chunks
	Counted         bool              // documents have values to filter or to sort by
	Entities        *entity.Vocabulary
	EntityChunks    *entity.Index
	ChunkEntities   *entity.Index
	EntityPlaces    *wire.Places // parallel to ChunkEntities
	Titles          *entity.Titles
	Graph           *graph.CSR
	Tree            *tree.Tree
	Vectors         *vector.Table   // of chunks; nil for an index without vectors
	Encoder         *vector.Encoder // of the vectors; nil for vectors that were trained on the corpus
	Links           *corpus.Links   // between pages; empty for an index without links
	Alike           *corpus.Alike   // chunks with nearly the same text; nil for an index without near duplicates
	Boosts          *facet.Boosts   // of chunks: factors of their final scores; nil where all are 1
	Sentences       int             // of all texts
	Edges           int             // of the graph, each once
	Costs           Costs           // nil for an index without token counts
	Systems         []string        // modes that the index was built for: see SystemsOf
	Own             *Sections       // the loaded sections of methods

	Layouts map[string][]*parts.Layout // by group of parts: the part of each row of its tables

	Missing *parts.Missing // of the reader
}

// Costs bounds the tokens of the pieces of a context, from above. *evidence.Tokens implements it.
type Costs interface {
	Sentence(model.SentenceID) int
	Label(model.SectionID) int // of the line that names a section
}

// For returns the same index for another reader, which notes missing parts in w.
func (x *Index) For(w *parts.Missing) *Index {
	y := *x
	y.Parser = x.Parser.For(w)
	y.Dictionary = &y.Parser.Dictionary
	y.Corpus, y.Postings, y.SummaryPostings = x.Corpus.For(w), x.Postings.For(w), x.SummaryPostings.For(w)
	y.Entities, y.EntityChunks, y.ChunkEntities = x.Entities.For(w), x.EntityChunks.For(w), x.ChunkEntities.For(w)
	y.Boosts = x.Boosts.For(w)
	y.EntityPlaces, y.Titles = x.EntityPlaces.For(w), x.Titles.For(w)
	y.Missing = w
	out := new(Index) // the compiler fills a value on the stack with less code
	*out = y
	return out
}

// HasPart reports whether the table of a group of one part is loaded, and notes the part if it is not. A group without
// a part counts as loaded. A table may be read before its part is loaded, but its rows are wrong.
func (x *Index) HasPart(group string) bool {
	if of := x.Layouts[group]; len(of) > 0 {
		at := parts.Reader{Layout: of[0], Missing: x.Missing}
		return at.Loaded()
	}
	return true
}

// Has tells whether the index has the data of a mode. Modes that are not known need no data.
func (x *Index) Has(mode string) bool {
	for _, m := range bundle.MethodGroups() {
		if m.Mode == mode {
			return slices.Contains(x.Systems, mode)
		}
	}
	return true
}

// Modes lists the modes in which the index can answer, the default first. It is kept out of line for the size of the
// browser's engine.
//
//go:noinline
func (x *Index) Modes() (list []string) {
	for _, m := range registered {
		for _, mode := range m.Modes {
			if x.Has(mode) {
				list = append(list, mode)
			}
		}
	}
	return list
}

// Plain tells whether a mode, or the default for "", ranks without the entities of the query.
func (x *Index) Plain(mode string) bool {
	for _, m := range registered {
		if mode == "" || slices.Contains(m.Modes, mode) {
			return m.Plain && x.Content != lexical.Passages
		}
	}
	return false
}

// Document returns the document of a chunk.
func (x *Index) Document(chunk uint32) model.DocID {
	return x.Corpus.SectionDoc(x.Corpus.ChunkSection(model.ChunkID(chunk)))
}

// Places returns the sentences of a chunk that mention an entity, as bits: see package wire.
func (x *Index) Places(chunk, entity uint32) uint64 {
	row := x.EntityPlaces.Row(chunk)
	for n, e := range x.ChunkEntities.Set(chunk).Append(nil) {
		if e == entity {
			row.Skip(n)
			return row.Next()
		}
	}
	return 0
}

// Unit returns the number of a chunk's section or page, or of the chunk itself, as the request wants. A list has only one
// chunk of each.
func (x *Index) Unit(r *Request, chunk uint32) uint32 {
	switch {
	case r.Chunks:
		return chunk
	case r.ByPage:
		return uint32(x.Document(chunk))
	}
	return uint32(x.Corpus.ChunkSection(model.ChunkID(chunk)))
}

// Signs reads a table of vectors with the dimensions of the chunks' vectors. It returns nil for an index without
// vectors, where b must be empty.
func (x *Index) Signs(b []byte, rows int) (*vector.Table, error) {
	if x.Vectors == nil {
		if len(b) > 0 {
			return nil, &wire.Error{What: "vectors in an index without"}
		}
		return nil, nil
	}
	t := vector.NewTable(x.Vectors.Dims(), rows)
	return t, t.Load(b)
}
