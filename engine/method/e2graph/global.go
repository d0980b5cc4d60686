package e2graph

import (
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// globalA answers from the collapsed tree by similarity alone.
func (q *query) globalA(reason string) *method.Ranking {
	q.trace.Branch = BranchGlobal
	return q.global(q.topNodes(q.r.Options.K), reason)
}

// globalB takes twice as many nodes by similarity, and keeps the nodes in which the query's entities occur most.
func (q *query) globalB(reason string) *method.Ranking {
	k := q.r.Options.K
	q.trace.Branch = BranchOccurrence
	top := q.topNodes(2 * k)
	count := make(map[uint32]int, len(top))
	for _, it := range top {
		count[it.ID] = q.count(model.NodeID(it.ID))
	}
	rank.Stable(top, func(a, b rank.Item) int { return count[b.ID] - count[a.ID] })
	return q.global(top[:min(k, len(top))], reason)
}

// count returns the number of occurrences of the query's entities below a node.
func (q *query) count(n model.NodeID) int {
	first, end := q.m.s.Index.Tree.Leaves(n)
	sum := 0
	for e := range q.eq {
		sum += q.occurrences(e, first, end)
	}
	return sum
}

// global turns nodes into chunks. A summary stands for the chunks below it that share a word or an entity with the
// query; chunks with most entities come first. For a context a summary stays one item, with the first of these
// chunks.
func (q *query) global(nodes []rank.Item, reason string) *method.Ranking {
	out := &method.Ranking{Reason: reason + ", so the summary tree answers it"}
	have := map[model.NodeID]bool{}
	add := func(it method.Item) bool {
		ok := !have[it.Node] && len(out.Items) < q.r.Options.K && q.r.Wants(uint32(it.Node))
		if ok {
			have[it.Node] = true
			out.Items = append(out.Items, it)
		}
		return ok
	}
	for _, n := range nodes {
		if n.Score <= 0 {
			continue // no similarity at all
		}
		it := method.Item{Node: model.NodeID(n.ID), Score: q.similarity(n.ID), Source: q.source()}
		q.trace.Nodes = append(q.trace.Nodes, it)
		if q.m.s.Index.Tree.IsLeaf(it.Node) {
			add(it)
			continue
		}
		it.Source, it.Reasons = method.Summary, q.m.bySummary(it.Node)
		first, end := q.m.s.Index.Tree.Leaves(it.Node)
		if q.wantsAll(first, end) {
			it.Summary = it.Node
		}
		for _, l := range q.related(first, end) {
			it.Node = model.NodeID(l.ID)
			if it.Summary == 0 {
				it.Score = l.Score
			}
			if add(it) && it.Summary > 0 {
				break
			}
		}
	}
	return out
}

// wantsAll reports whether the request is for a context and its filters let all chunks of [first, end) through.
func (q *query) wantsAll(first, end model.ChunkID) bool {
	for c := first; c < end; c++ {
		if !q.r.Wants(uint32(c)) {
			return false
		}
	}
	return q.r.Chunks
}

// source returns the source of chunks that are nodes of the tree themselves.
func (q *query) source() method.Source {
	if q.cosine != nil && method.SimilarityOf(q.o) == method.SimilarityDense {
		return method.Vector
	}
	return method.Words
}

// leaf is a chunk below a summary.
type leaf struct {
	rank.Item
	count int // occurrences of the query's entities
}

// related returns the chunks of [first, end) that share a word or an entity with the query, by occurrences of its
// entities, then by similarity. If there are none, it returns all: a language model may have written the summary in
// other words.
func (q *query) related(first, end model.ChunkID) []leaf {
	var all, leaves []leaf
	for c := first; c < end; c++ {
		if !q.r.Wants(uint32(c)) {
			continue
		}
		l := leaf{Item: q.scored(c), count: q.count(model.NodeID(c))}
		all = append(all, l)
		if l.count > 0 || q.m.s.Scores.Score[c] > 0 {
			leaves = append(leaves, l)
		}
	}
	if len(leaves) == 0 {
		leaves = all
	}
	rank.Sort(leaves, func(a, b leaf) int {
		if a.count != b.count {
			return b.count - a.count
		}
		return rank.Compare(a.Item, b.Item)
	})
	return leaves
}
