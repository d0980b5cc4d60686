package darag

import (
	"cmp"
	"slices"

	"mycel/builder/method"
	"mycel/engine/graph"
	"mycel/engine/method/darag/layers"
)

// notes are the texts that a language model or a given graph has about entities, and about related pairs of entities.
type notes struct{ entities, edges []layers.Note }

// notes collects descriptions of the entities and their relations: from a given graph, and from a language model,
// which reads one chunk at a time. Statements of several chunks are joined. Sentences describe an entity if no chunk
// has a usable answer about it. Pairs that the entity graph does not join are left out.
func (b *builder) notes(related []bool) (*notes, error) {
	if b.Reader == nil && b.Given == nil {
		return nil, nil
	}
	w := method.NewStatements()
	if b.Reader != nil {
		facts, err := b.ReadFacts(b.Context, b.ChunkQuestions(func(int) bool { return true }))
		if err != nil {
			return nil, err
		}
		for _, f := range facts {
			if f != nil {
				w.Add(*f, nil)
			}
		}
	}
	for _, f := range b.Given.All() {
		w.Add(f.Facts, nil)
	}
	out := &notes{}
	for e := range b.Entities.Entities {
		if texts := w.Entities[uint32(e)]; texts != nil {
			out.entities = append(out.entities, b.note(e, b.JoinStatements(texts)))
		}
	}
	for i, edge := range b.Entities.Edges {
		if s := w.Pairs[[2]uint32{edge.U, edge.V}]; s != nil && related[i] {
			out.edges = append(out.edges, b.note(i, b.JoinStatements(s.Texts)))
		}
	}
	if b.Reader == nil {
		return out, nil
	}
	for pair := range w.Pairs {
		i, ok := slices.BinarySearchFunc(b.Entities.Edges, pair, func(e graph.Edge, pair [2]uint32) int {
			return cmp.Or(cmp.Compare(e.U, pair[0]), cmp.Compare(e.V, pair[1]))
		})
		if !ok || !related[i] {
			b.Reader.Said.Dropped++
		}
	}
	b.Reader.Said.Written += len(out.entities) + len(out.edges)
	return out, nil
}

func (b *builder) note(id int, text string) layers.Note {
	return layers.Note{ID: uint32(id), Text: text, Cost: b.cellCost(cellText(text), "|")}
}

// of returns the written description of an entity; "" if there is none.
func (n *notes) of(e int) string {
	if n == nil {
		return ""
	}
	i, ok := slices.BinarySearchFunc(n.entities, uint32(e), func(x layers.Note, id uint32) int { return cmp.Compare(x.ID, id) })
	if !ok {
		return ""
	}
	return n.entities[i].Text
}
