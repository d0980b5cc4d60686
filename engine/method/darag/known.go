package darag

import (
	"slices"

	"mycel/engine/entity"
	"mycel/engine/method"
	"mycel/engine/model"
)

// Communities of several k have many chunks and entities in common. A query reads each of them once.

// known is the record of a chunk or an entity that a query has read.
type known struct {
	list []uint32 // the entities of a chunk, or the chunks of an entity, ascending; nil before it is needed

	places   []uint64 // of a chunk, by entity: its sentences, as bits; nil before they are needed
	greatest float32  // of a chunk: greatest worth of a sentence; of meaning with places

	match *described // of an entity; nil before it is needed
}

// memory has the records of a query.
type memory struct {
	x                *method.Index
	chunks, entities map[uint32]*known
	rows             []uint32 // room for lists, which queries share
	marks            []bool   // by chunk: whether the entity marked is mentioned
	marked           []uint32 // the chunks that are
	entity           uint32
}

// of returns the record of a chunk or an entity.
func of(all map[uint32]*known, id uint32) *known {
	k := all[id]
	if k == nil {
		k = &known{}
		all[id] = k
	}
	return k
}

// read reads a row.
func (m *memory) read(all map[uint32]*known, x *entity.Index, row uint32) *known {
	k := of(all, row)
	if k.list == nil {
		first := len(m.rows)
		m.rows = x.Append(m.rows, row)
		k.list = m.rows[first:]
	}
	return k
}

// mentions returns the entities that a chunk mentions, ascending.
func (m *memory) mentions(chunk uint32) []uint32 {
	return m.read(m.chunks, m.x.ChunkEntities, chunk).list
}

// chunksOf returns the chunks that mention an entity, ascending.
func (m *memory) chunksOf(e uint32) []uint32 {
	return m.read(m.entities, m.x.EntityChunks, e).list
}

// placed returns a chunk with places. worth is of a sentence.
func (m *memory) placed(chunk uint32, first, end model.SentenceID, worth func(model.SentenceID) float32) *known {
	k := m.read(m.chunks, m.x.ChunkEntities, chunk)
	if k.places != nil {
		return k
	}
	row := m.x.EntityPlaces.Row(chunk)
	k.places = make([]uint64, len(k.list))
	for i := range k.places {
		k.places[i] = row.Next()
	}
	for s := first; s < end; s++ {
		k.greatest = max(k.greatest, worth(s))
	}
	return k
}

// sentences returns the sentences of a chunk with places that mention an entity, as bits; it must mention it.
func (k *known) sentences(e uint32) uint64 {
	i, _ := slices.BinarySearch(k.list, e)
	return k.places[i]
}

// mark marks the chunks that mention an entity, in the place of those of another one.
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
