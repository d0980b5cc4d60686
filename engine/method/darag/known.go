package darag

import (
	"slices"

	"mycel/engine/entity"
	"mycel/engine/method"
	"mycel/engine/model"
)

// Communities of different k share many chunks and entities. A query reads the row of each once.

// known is the record of a chunk or an entity that a query has read.
type known struct {
	id   uint32
	list []uint32 // the entities of a chunk, or the chunks of an entity, ascending; nil before it is needed

	places   []uint64 // of a chunk, by entity: its sentences, as bits; nil before they are needed
	greatest float32  // of a chunk: greatest weight of a sentence; valid if judged is set
	judged   bool

	match   described // of an entity; valid if matched is set
	matched bool
}

// records has the records of all chunks, or of all entities, that a query has read.
type records struct {
	at  []uint32 // by id: 1 + its place in all, 0 for none
	all []known
}

// of returns the record of a chunk or an entity. The pointer is valid until the next record is made.
func (r *records) of(id uint32) *known {
	if r.at[id] == 0 {
		r.all = append(r.all, known{id: id})
		r.at[id] = uint32(len(r.all))
	}
	return &r.all[r.at[id]-1]
}

// forget removes the records.
func (r *records) forget() {
	for i := range r.all {
		r.at[r.all[i].id] = 0
	}
	r.all = r.all[:0]
}

// memory has the records of a query. Its room is kept between queries.
type memory struct {
	x                *method.Index
	chunks, entities records
	rows             []uint32 // backing array of list in all records
	places           []uint64 // backing array of places in all records
	marks            []bool   // by chunk: whether it mentions entity
	marked           []uint32 // the chunks that mention entity
	entity           uint32
}

func newMemory(x *method.Index) memory {
	chunks, entities := x.Corpus.NumChunks(), x.Entities.Len()
	return memory{
		x: x, chunks: records{at: make([]uint32, chunks)}, entities: records{at: make([]uint32, entities)},
		marks: make([]bool, chunks),
	}
}

// read reads a row.
func (m *memory) read(all *records, x *entity.Index, row uint32) *known {
	k := all.of(row)
	if k.list == nil {
		first := len(m.rows)
		m.rows = x.Append(m.rows, row)
		k.list = m.rows[first:]
	}
	return k
}

// mentions returns the entities that a chunk mentions, ascending.
func (m *memory) mentions(chunk uint32) []uint32 {
	return m.read(&m.chunks, m.x.ChunkEntities, chunk).list
}

// chunksOf returns the chunks that mention an entity, ascending.
func (m *memory) chunksOf(e uint32) []uint32 {
	return m.read(&m.entities, m.x.EntityChunks, e).list
}

// judged returns the record of a chunk with the greatest weight of its sentences.
func (q reporter) judged(chunk uint32, first, end model.SentenceID) *known {
	k := q.memory.chunks.of(chunk)
	if !k.judged {
		k.judged = true
		for _, mask := range q.d.masks[first:end] {
			k.greatest = max(k.greatest, q.cover(mask))
		}
	}
	return k
}

// placed returns the record of a chunk with its places.
func (m *memory) placed(chunk uint32) *known {
	k := m.read(&m.chunks, m.x.ChunkEntities, chunk)
	if k.places == nil {
		row, from := m.x.EntityPlaces.Row(chunk), len(m.places)
		for range k.list {
			m.places = append(m.places, row.Next())
		}
		k.places = m.places[from:]
	}
	return k
}

// sentences returns, as bits, the sentences of the chunk that mention an entity. The chunk must have places
// and mention the entity.
func (k *known) sentences(e uint32) uint64 {
	i, _ := slices.BinarySearch(k.list, e)
	return k.places[i]
}

// mark marks the chunks that mention an entity, and unmarks those of the entity before.
func (m *memory) mark(e uint32) {
	if m.marked != nil && m.entity == e {
		return
	}
	for _, c := range m.marked {
		m.marks[c] = false
	}
	m.entity, m.marked = e, m.chunksOf(e)
	for _, c := range m.marked {
		m.marks[c] = true
	}
}

// forget removes what a query has read.
func (m *memory) forget() {
	m.chunks.forget()
	m.entities.forget()
	m.rows, m.places, m.marked = m.rows[:0], m.places[:0], nil
	clear(m.marks)
}
