package method

import (
	"mycel/engine/bundle"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Summaries ranks the nodes of the summary tree, and returns at most k. The score
// of a node is the BM25 of its sentences plus title of the node.
func (s *Searcher) Summaries(r *Request, title func(model.NodeID) float32, k int) []rank.Item {
	if !s.Index.HasPart(bundle.GroupTree) {
		return nil
	}
	s.sums.Reset()
	s.sums.Add(s.Index.SummaryPostings, &r.Query.TermQuery, s.Index.Dictionary)
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
