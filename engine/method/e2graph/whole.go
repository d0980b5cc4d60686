package e2graph

import (
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/model"
)

// whole answers a question about the documents as a whole by an outline of them. If the question names an entity, the
// outline covers the passages that mention it. It returns nil for other questions, for the name of a page, and if
// there is no line. A list has a hit for each line: the first passage of its node.
func (m *ranker) whole(r *method.Request) *method.Ranking {
	topic, ok := method.AsksForWhole(r)
	x := m.s.Index
	if !ok || topic >= 0 && x.Content == lexical.Documentation {
		return nil
	}
	m.s.ScoreChunks(r)
	if _, firm := m.s.ExactMatches(r); firm > 0 {
		return nil
	}
	// wanted returns the first chunk of a range that the filters let through and that mentions the entity.
	wanted := func(first, end model.ChunkID) (model.ChunkID, bool) {
		for c := first; c < end; c++ {
			if r.Wants(uint32(c)) && (topic < 0 || x.EntityChunks.Set(uint32(r.Entities[topic].Entity)).Contains(uint32(c))) {
				return c, true
			}
		}
		return first, false
	}
	most := r.Length()
	if r.Budget > 0 {
		most = 0
	}
	outline := x.Outline(r.Budget, most, func(first, end model.ChunkID) bool { _, ok := wanted(first, end); return ok })
	if x.AnyMissing() {
		return method.Waiting(Mode)
	}
	if len(outline.Lines) == 0 && outline.Next == 0 {
		return nil
	}
	out := &method.Ranking{Mode: Mode, Reason: "the question is about the whole, so titles of the summary trees answer it"}
	out.Items = make([]method.Item, len(outline.Lines))
	for i := range outline.Lines {
		l, it := &outline.Lines[i], &out.Items[i]
		first, _ := wanted(l.First, l.First+model.ChunkID(l.Size))
		it.Node, it.Score, it.Source, it.Channel = model.NodeID(first), 1, method.Summary, int32(i+1)
		it.Reasons = m.bySummary(l.Node)
	}
	if r.Chunks {
		out.Context = &method.Context{Outline: outline}
	}
	return out
}

// bySummary returns the summary as the reason for its chunks.
func (m *ranker) bySummary(n model.NodeID) []method.Reason {
	text, _ := m.s.Index.Tree.Text(n)
	return []method.Reason{{Kind: method.BySummary, Label: m.s.Index.Tree.Title(n), Text: text}}
}
