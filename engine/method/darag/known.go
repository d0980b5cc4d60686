package darag

import (
	"slices"

	"mycel/engine/entity"
	"mycel/engine/model"
)

// Communities of several k have many chunks and entities in common. A query reads each of them once.

// known is what a query has read of a chunk or an entity.
type known struct {
	list []uint32 // the entities of a chunk, or the chunks of an entity, ascending; nil before it is needed

	places   []uint64 // of a chunk, by entity: its sentences, as bits; nil before they are needed
	greatest float32  // of a chunk: weight of the query's terms in a sentence; of meaning with places

	match *described // of an entity; nil before it is needed
}

// of returns what is known of a chunk or an entity.
func of(all map[uint32]*known, id uint32) *known {
	k := all[id]
	if k == nil {
		k = &known{}
		all[id] = k
	}
	return k
}

// read reads a row into the room that queries share.
func (q *query) read(all map[uint32]*known, x *entity.Index, row uint32) *known {
	k := of(all, row)
	if k.list == nil {
		first := len(q.d.rows)
		q.d.rows = x.Append(q.d.rows, row)
		k.list = q.d.rows[first:]
	}
	return k
}

// mentions returns the entities that a chunk mentions, ascending.
func (q *query) mentions(chunk uint32) []uint32 {
	return q.read(q.chunks, q.x.ChunkEntities, chunk).list
}

// chunksOf returns the chunks that mention an entity, ascending.
func (q *query) chunksOf(e uint32) []uint32 {
	return q.read(q.entities, q.x.EntityChunks, e).list
}

// placed returns a chunk with places.
func (q *query) placed(chunk uint32) *known {
	k := q.read(q.chunks, q.x.ChunkEntities, chunk)
	if k.places != nil {
		return k
	}
	row := q.x.EntityPlaces.Row(chunk)
	k.places = make([]uint64, len(k.list))
	for i := range k.places {
		k.places[i] = row.Next()
	}
	if q.d.has[chunk] {
		for s, end := q.own.Sentences(model.ChunkID(chunk)); s < end; s++ {
			k.greatest = max(k.greatest, q.cover(q.d.masks[s]))
		}
	}
	return k
}

// sentences returns the sentences of a chunk with places that mention an entity, as bits; it must mention it.
func (k *known) sentences(e uint32) uint64 {
	i, _ := slices.BinarySearch(k.list, e)
	return k.places[i]
}

// mark marks the chunks that mention an entity, in the place of those of another one.
func (q *query) mark(e uint32) {
	if q.marked != nil && q.of == e {
		return
	}
	for _, c := range q.marked {
		q.d.marks[c] = false
	}
	q.of, q.marked = e, q.chunksOf(e)
	for _, c := range q.marked {
		q.d.marks[c] = true
	}
}
