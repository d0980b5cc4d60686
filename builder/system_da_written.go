package builder

import (
	"cmp"
	"slices"

	"mycel/engine/graph"
	"mycel/engine/method/darag/layers"
)

// daNotes are what a language model wrote for DA-RAG: of entities, and of those pairs of
// them that are related.
type daNotes struct{ entities, edges []layers.Note }

// daTexts has a language model describe the entities and their relations, a chunk at a
// time, by the same prompts as KET-RAG. What it says of several chunks is joined. Chunks
// of which it says nothing that can be read add nothing: sentences describe what no chunk
// describes. Pairs that are not related by the entity graph are left out.
func (b *build) daTexts(m *material, related []bool) (*daNotes, error) {
	if m.reader == nil {
		return nil, nil
	}
	chunks := b.chunksToRead(m, func(int) bool { return true })
	facts, err := m.reader.readFacts(m, chunks)
	if err != nil {
		return nil, err
	}
	w := newWritten(b.counter.Count)
	for _, f := range facts {
		if f != nil {
			w.add(*f, nil)
		}
	}
	out := &daNotes{}
	for e := range m.entities.Entities {
		if texts := w.texts[uint32(e)]; texts != nil {
			out.entities = append(out.entities, b.daNote(e, w.joined(texts)))
		}
	}
	for i, edge := range m.entities.Edges {
		if s := w.related[[2]uint32{edge.U, edge.V}]; s != nil && related[i] {
			out.edges = append(out.edges, b.daNote(i, w.joined(s.texts)))
		}
	}
	for pair := range w.related {
		i, ok := slices.BinarySearchFunc(m.entities.Edges, pair, func(e graph.Edge, pair [2]uint32) int {
			return cmp.Or(cmp.Compare(e.U, pair[0]), cmp.Compare(e.V, pair[1]))
		})
		if !ok || !related[i] {
			m.reader.said.Dropped++
		}
	}
	m.reader.said.Written += len(out.entities) + len(out.edges)
	return out, nil
}

func (b *build) daNote(id int, text string) layers.Note {
	return layers.Note{ID: uint32(id), Text: text, Cost: b.cellCost(cellText(text), "|")}
}

// of returns what was written of an entity, "" for nothing.
func (n *daNotes) of(e int) string {
	if n == nil {
		return ""
	}
	i, ok := slices.BinarySearchFunc(n.entities, uint32(e), func(x layers.Note, id uint32) int { return cmp.Compare(x.ID, id) })
	if !ok {
		return ""
	}
	return n.entities[i].Text
}
