package e2graph

import (
	"mycel/engine/method"
	"mycel/engine/rank"
)

// Branch is the way that E2GraphRAG answers a query.
type Branch string

const (
	BranchLocal      Branch = "local"      // chunks that mention both entities of a near pair
	BranchOccurrence Branch = "occurrence" // GLOBAL-B: similar nodes, by occurrences of the entities
	BranchGlobal     Branch = "global"     // GLOBAL-A: the most similar nodes
)

// Trace is what E2GraphRAG did to answer a query.
type Trace struct {
	Branch Branch
	// Hops is the limit that the answer was found with: the pairs that are at most so
	// far apart are P(h). For BranchLocal only.
	Hops  int
	Steps []Step // the limits tried, the widest first; none where no pair is near
	// Nodes are all that was selected, in order and at most k: chunks with their keys for BranchLocal, equal keys side
	// by side and each group in the order of the corpus; else nodes of the collapsed tree. Ranking.Items shows of them
	// one chunk a section, and chunks in place of summaries.
	Nodes []method.Item

	pairs []method.Reason // the near pairs; for BranchLocal only
}

// Step is one hop limit tried.
type Step struct {
	Hops   int
	Pairs  int // in P(h)
	Chunks int // in C(h)
}

// Kinds of reasons that E2GraphRAG gives.
const (
	byBranch = "branch"
	byLimit  = "limit"
)

// pairReasons describes the near pairs.
func (q *query) pairReasons() []method.Reason {
	out := make([]method.Reason, len(q.pairs))
	for i := range q.pairs {
		p := &q.pairs[i]
		out[i] = method.Reason{Kind: method.ByPair, Path: p.path, Weight: float32(len(p.chunks)), Figures: []method.Figure{{Name: "hops", Value: float32(p.hops())}}}
	}
	return out
}

// notes tells the near pairs, and, of a request for chunks, the branch and the limits that were tried.
func (q *query) notes() []method.Reason {
	t, out := &q.trace, q.trace.pairs
	if !q.r.Chunks {
		return out
	}
	out = append(out, method.Reason{Kind: byBranch, Label: string(t.Branch), Figures: []method.Figure{{Name: "hops", Value: float32(t.Hops)}}})
	for _, s := range t.Steps {
		out = append(out, method.Reason{Kind: byLimit, Figures: []method.Figure{{Name: "hops", Value: float32(s.Hops)}, {Name: "pairs", Value: float32(s.Pairs)}, {Name: "chunks", Value: float32(s.Chunks)}}})
	}
	return out
}

// selected lists the nodes of the answer. Those from the number of chunks on are summaries.
func (t *Trace) selected() method.List {
	list := method.List{Name: "selected"}
	for _, it := range t.Nodes {
		list.Items = append(list.Items, rank.Item{ID: uint32(it.Node), Score: it.Score})
	}
	return list
}
