package sprig

import (
	"slices"

	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/model"
)

// rows are sets of numbers with counts, by row. *entity.Index implements it.
type rows interface {
	// Len returns the size of a row's set.
	Len(row uint32) int
	// Append appends the set in ascending order to dst.
	Append(dst []uint32, row uint32) []uint32
	// Counts returns the counts of the set's members, capped at 255.
	Counts(row uint32) []byte
}

// incidence lists the entities or terms in each chunk, and the chunks with each entity or term.
type incidence struct {
	byChunk rows // by chunk: its entities or terms
	byNode  rows // by entity or term: its chunks
	nodes   int  // entities or terms
}

func entityIncidence(x *method.Index) *incidence {
	return &incidence{byChunk: x.ChunkEntities, byNode: x.EntityChunks, nodes: x.Entities.Len()}
}

// termIncidence turns the postings into rows in memory: ten bytes a posting, half of
// which, the terms by chunk, the index does not have. Only
// the graph of terms needs it.
func termIncidence(p *lexical.Postings, terms int) *incidence {
	byTerm := &table{first: make([]uint32, 1, terms+1)}
	byChunk := &table{first: make([]uint32, p.Len()+1)}
	var buffer lexical.Block
	for t := range terms {
		list := p.List(model.TermID(t))
		for block := list.Read(&buffer); len(block) > 0; block = list.Read(&buffer) {
			for _, posting := range block {
				byTerm.ids = append(byTerm.ids, posting.Passage)
				byTerm.counts = append(byTerm.counts, byte(min(posting.TF, 255)))
				byChunk.first[posting.Passage+1]++
			}
		}
		byTerm.first = append(byTerm.first, uint32(len(byTerm.ids)))
	}
	for c := range p.Len() {
		byChunk.first[c+1] += byChunk.first[c]
	}
	byChunk.ids = make([]uint32, len(byTerm.ids))
	byChunk.counts = make([]byte, len(byTerm.ids))
	next := slices.Clone(byChunk.first)
	for t := range terms {
		for i := byTerm.first[t]; i < byTerm.first[t+1]; i++ {
			at := &next[byTerm.ids[i]]
			byChunk.ids[*at], byChunk.counts[*at] = uint32(t), byTerm.counts[i]
			*at++
		}
	}
	return &incidence{byChunk: byChunk, byNode: byTerm, nodes: terms}
}

// table is rows in memory.
type table struct {
	first  []uint32 // rows+1: where a row begins in the others
	ids    []uint32
	counts []byte
}

func (t *table) Len(row uint32) int { return int(t.first[row+1] - t.first[row]) }

func (t *table) Append(dst []uint32, row uint32) []uint32 {
	return append(dst, t.ids[t.first[row]:t.first[row+1]]...)
}

func (t *table) Counts(row uint32) []byte { return t.counts[t.first[row]:t.first[row+1]] }

// incidenceReady reports whether all rows of an incidence are loaded, and asks for those that are not.
func (m *ranker) incidenceReady(n Nodes) bool {
	x := m.s.Index
	if n == NodesTerms {
		return x.Postings.HasAll()
	}
	ready := x.EntityChunks.HasAll()
	return x.ChunkEntities.HasAll() && ready
}

// incidenceOf returns the incidence of entities or of terms. For terms it computes the rows by chunk.
func (m *ranker) incidenceOf(n Nodes) *incidence {
	if n == NodesTerms {
		return termIncidence(m.s.Index.Postings, m.s.Index.Dictionary.NumTerms())
	}
	return entityIncidence(m.s.Index)
}
