package method

import (
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Summaries ranks the nodes of the summary tree by BM25 of their sentences and what
// title says of each beside it, at most k.
func (s *Searcher) Summaries(r *Request, title func(model.NodeID) float32, k int) []rank.Item {
	if !s.Index.TreeAt.Ready() {
		return nil
	}
	s.sums.Reset()
	s.sums.Add(s.Index.SummaryPostings, r.Query, s.Index.Dictionary)
	for i := range s.Index.Tree.Len() {
		if w := title(s.Index.Tree.Node(i)); w > 0 {
			if s.sums.Score[i] == 0 {
				s.sums.Touched = append(s.sums.Touched, uint32(i))
			}
			s.sums.Score[i] += w
		}
	}
	top := rank.Top(nil, s.sums.Touched, s.sums.Score, k)
	for i := range top {
		top[i].ID = uint32(s.Index.Tree.Node(int(top[i].ID)))
	}
	return top
}

// Roots ranks the summaries of the documents as wholes: the first uppermost one of
// every document, the longest document first, then the second ones, and so on. At
// most k; all have the same score.
func (x *Index) Roots(k int) []rank.Item {
	type root struct {
		node         model.NodeID
		level, place int
		size         int
	}
	if !x.TreeAt.Ready() {
		return nil
	}
	var roots []root
	first := 0 // of the document
	last := model.DocID(0)
	for i := range x.Tree.Len() {
		node := x.Tree.Node(i)
		chunk, _ := x.Tree.Leaves(node)
		doc := x.Corpus.SectionDoc(x.Corpus.ChunkSection(chunk))
		level := x.Tree.Level(node)
		if i == 0 || doc != last {
			first, last = len(roots), doc
		}
		if len(roots) > first && level > roots[first].level {
			roots = roots[:first]
		}
		if len(roots) == first || level == roots[first].level {
			from, end := x.Corpus.DocChunks(doc)
			roots = append(roots, root{node, level, len(roots) - first, int(end - from)})
		}
	}
	rank.Sort(roots, func(a, b root) int {
		switch {
		case a.place != b.place:
			return a.place - b.place
		case a.size != b.size:
			return b.size - a.size
		}
		return int(a.node) - int(b.node)
	})
	out := make([]rank.Item, min(k, len(roots)))
	for i := range out {
		out[i] = rank.Item{ID: uint32(roots[i].node), Score: 1}
	}
	return out
}
