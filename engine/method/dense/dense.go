// Package dense ranks by sign vectors alone.
package dense

import (
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/rank"
)

// Mode is the mode of search by vectors.
const Mode = "dense"

// Method is search by vectors as a method.
var Method = &method.Method{
	Name: "dense", Modes: []string{Mode}, Summary: param.Text("Ranks by sign vectors alone."),
	Open: func(s *method.Searcher) method.Ranker { return (&ranker{s: s}).Rank },
}

// ranker ranks by vectors.
type ranker struct {
	s   *method.Searcher
	top []rank.Item
}

// Rank ranks all chunks by their vectors alone. For an index without vectors it returns no hits, and says
// why: another ranking would be taken for this one.
func (m *ranker) Rank(r *method.Request) *method.Ranking {
	m.s.Scores.Reset()
	m.s.Forget()
	out := &method.Ranking{Mode: Mode, Reason: "search by vectors was asked for"}
	n := m.s.Dense
	if n == nil {
		out.Reason = "this index has no vectors: it was built without them, or of too little text"
		return out
	}
	if e := m.s.Index.Encoder; e != nil && r.Vector == nil {
		out.Reason += "; none came with the query, so its vector is made of passages that have its words"
	}
	if !m.s.Index.VectorsLoaded() {
		return method.Waiting(Mode)
	}
	if !m.s.Dense.Cosines(r, n.IDs, n.Score) {
		out.Reason = "no passage has any of these words, so they have no vector"
		return out
	}
	read := n.Read()
	out.Items = m.s.Fill(m.nearest(r), r, method.Filled)
	out.Stats = m.s.Stats()
	out.Stats.Postings += read
	out.Stats.Chunks = len(n.IDs)
	return out
}

// nearest returns chunks of k sections, best first; fewer if fewer have a positive cosine.
func (m *ranker) nearest(r *method.Request) []method.Item {
	n, k := m.s.Dense, r.Length()
	for want := 2 * k; ; want *= 2 {
		m.top = rank.Top(m.top, n.IDs, n.Score, want)
		items := make([]method.Item, 0, k)
		have := make(map[uint32]bool, k)
		for _, it := range m.top {
			unit := m.s.Index.Unit(r, it.ID)
			if it.Score <= 0 || have[unit] || len(items) == k || !r.Wants(it.ID) {
				continue
			}
			have[unit] = true
			items = append(items, method.Item{Node: model.NodeID(it.ID), Score: it.Score, Source: method.Vector})
		}
		if len(items) == k || len(m.top) < want || m.top[len(m.top)-1].Score <= 0 {
			return items
		}
	}
}
