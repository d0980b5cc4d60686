package layers

import (
	"slices"

	"mycel/engine/model"
	"mycel/engine/wire"
)

// Note is a language model's text about an entity, or about two related entities.
type Note struct {
	ID   uint32 // of the entity, or of the edge of the entity graph
	Text string // not empty
	Cost int    // tokens in a cell, at most
}

// maxNote caps costs. A note that costs more fits into no context.
const maxNote = 1<<16 - 1

// EncodeTexts writes the notes of entities and the notes of edges, each ascending by ID.
func EncodeTexts(entities, edges []Note) []byte {
	var w wire.Writer
	for _, notes := range [][]Note{entities, edges} {
		var ids []uint32
		var texts []string
		var costs []uint32
		for _, n := range notes {
			ids, texts, costs = append(ids, n.ID), append(texts, n.Text), append(costs, uint32(min(n.Cost, maxNote)))
		}
		w.Uint32s(ids)
		w.Strings(texts)
		w.Uint32s(costs)
	}
	return w.Bytes()
}

// notes are decoded notes.
type notes struct {
	ids   []uint32
	texts wire.Strings
	costs []uint32
}

// LoadTexts reads the texts that EncodeTexts wrote for an index with these numbers of entities and
// edges; b is empty for no texts. On an error, which wraps wire.ErrCorrupt, x does not change.
func (x *Index) LoadTexts(b []byte, entities, edges int) error {
	if len(b) == 0 {
		return nil
	}
	r := wire.NewReader(b)
	var all [2]notes
	for i, limit := range [2]int{entities, edges} {
		n := &all[i]
		n.ids = r.IDs(-1, limit)
		n.texts, n.costs = r.Strings(len(n.ids)), r.IDs(len(n.ids), maxNote+1)
		for k := 1; k < len(n.ids); k++ {
			if n.ids[k] <= n.ids[k-1] {
				r.Fail("notes out of order")
			}
		}
	}
	if err := r.Close(); err != nil {
		return err
	}
	x.notes = all
	return nil
}

// EntityNote returns a language model's text about an entity, and its tokens in a cell; "" if
// sentences describe the entity.
func (x *Index) EntityNote(e model.EntityID) (text string, cost int) {
	return x.notes[0].find(uint32(e))
}

// RelationNote is EntityNote for an edge of the entity graph.
func (x *Index) RelationNote(edge int) (text string, cost int) { return x.notes[1].find(uint32(edge)) }

func (n *notes) find(id uint32) (string, int) {
	i, found := slices.BinarySearch(n.ids, id)
	if !found {
		return "", 0
	}
	return n.texts.At(i), int(n.costs[i])
}
