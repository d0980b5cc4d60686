package e2graph

import (
	"mycel/engine/method"
	"mycel/engine/rank"
)

// Branch is a branch of E2GraphRAG.
type Branch string

const (
	BranchLocal      Branch = "local"      // chunks that mention both entities of a near pair
	BranchOccurrence Branch = "occurrence" // GLOBAL-B: similar nodes, by occurrences of the entities
	BranchGlobal     Branch = "global"     // GLOBAL-A: the most similar nodes
)

// Trace records the steps of E2GraphRAG for a query.
type Trace struct {
	Branch Branch
	// Hops is the limit with which the answer was found: P(h) has the pairs within this distance. For BranchLocal
	// only.
	Hops  int
	Steps []Step // the limits that were tried, the widest first; empty if no pair is near
	// Nodes are all selected nodes, in order and at most k. For BranchLocal they are chunks with their keys: equal
	// keys stand together, and each group is in the order of the corpus. Otherwise they are nodes of the collapsed
	// tree. Ranking.Items has one chunk of each section, and chunks instead of summaries.
	Nodes []method.Item

	pairs []method.Reason // the near pairs; for BranchLocal only
}

// Step is a hop limit that was tried.
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

// notes returns the near pairs, and for a request for chunks also the branch and the limits that were tried.
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

// selected lists the nodes of the answer. Numbers from the number of chunks on are summaries.
func (t *Trace) selected() method.List {
	list := method.List{Name: "selected"}
	for _, it := range t.Nodes {
		list.Items = append(list.Items, rank.Item{ID: uint32(it.Node), Score: it.Score})
	}
	return list
}
