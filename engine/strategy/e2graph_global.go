package strategy

import (
	"mycel/engine/model"
	"mycel/engine/rank"
)

// globalA answers from the collapsed tree by similarity alone.
func (q *e2) globalA(reason string) *Ranking {
	k := q.r.Options.K
	q.trace.Branch = BranchGlobal
	if q.o.NoDense && !q.o.DenseOnly {
		return q.global(q.byCount(k), reason)
	}
	return q.global(q.topNodes(k), reason)
}

// globalB takes twice as many nodes by similarity and keeps those in which the
// query's entities occur most.
func (q *e2) globalB(reason string) *Ranking {
	k := q.r.Options.K
	q.trace.Branch = BranchOccurrence
	switch {
	case q.o.NoDense:
		return q.global(q.byCount(k), reason)
	case q.o.NoOccurrence:
		return q.global(q.topNodes(k), reason)
	}
	top := q.topNodes(2 * k)
	count := make(map[uint32]int, len(top))
	occurring := 0
	for _, it := range top {
		n := q.count(model.NodeID(it.ID))
		count[it.ID] = n
		if n > 0 {
			occurring++
		}
	}
	rank.Stable(top, func(a, b rank.Item) int { return count[b.ID] - count[a.ID] })
	if q.o.Compat == CompatCode && occurring > 0 {
		top = top[:occurring]
	}
	return q.global(top[:min(k, len(top))], reason)
}

// byCount returns the chunks that mention the query's entities most often, ties in
// the order of the corpus; none where occurrences do not count either.
func (q *e2) byCount(k int) []rank.Item {
	if q.o.NoOccurrence {
		return nil
	}
	count := make([]float32, q.s.x.Corpus.NumChunks())
	var ids []uint32
	for e := range q.eq {
		counts := q.s.x.EntityChunks.Counts(uint32(q.eq[e].Entity))
		for i, c := range q.chunks(e).Append(nil) {
			if count[c] == 0 {
				ids = append(ids, c)
			}
			count[c] += float32(counts[i])
		}
	}
	return rank.Top(nil, ids, count, k)
}

// count is the number of occurrences of the query's entities below a node.
func (q *e2) count(n model.NodeID) int {
	first, end := q.s.x.Tree.Leaves(n)
	sum := 0
	for e := range q.eq {
		sum += q.occurrences(e, first, end)
	}
	return sum
}

// global turns nodes into chunks: a summary stands for the chunks below it that
// share a word or an entity with the query, those with most entities first.
func (q *e2) global(nodes []rank.Item, reason string) *Ranking {
	out := &Ranking{Reason: reason + ", so the summary tree answers it"}
	have := map[model.NodeID]bool{}
	add := func(it Item) {
		if !have[it.Node] && len(out.Items) < q.r.Options.K {
			have[it.Node] = true
			out.Items = append(out.Items, it)
		}
	}
	for _, n := range nodes {
		it := Item{Node: model.NodeID(n.ID), Score: q.similarity(n.ID), Reader: q.reader(), Pair: -1}
		q.trace.Nodes = append(q.trace.Nodes, it)
		if q.s.x.Tree.IsLeaf(it.Node) {
			add(it)
			continue
		}
		for _, leaf := range q.leaves(it.Node) {
			add(Item{Node: leaf, Score: q.similarity(uint32(leaf)), Reader: Summary, Pair: -1, Summary: it.Node})
		}
	}
	return out
}

// reader names what brings chunks that are themselves nodes of the tree.
func (q *e2) reader() Reader {
	switch {
	case q.o.NoDense && !q.o.DenseOnly:
		return Graph
	case q.cosine != nil && q.o.Similarity == SimilarityDense:
		return Vector
	}
	return Words
}

// leaves returns the chunks below a summary that have to do with the query, by
// occurrences of its entities, then similarity.
func (q *e2) leaves(summary model.NodeID) []model.NodeID {
	type leaf struct {
		rank.Item
		count int
	}
	var leaves []leaf
	first, end := q.s.x.Tree.Leaves(summary)
	for c := first; c < end; c++ {
		l := leaf{Item: q.scored(c), count: q.count(model.NodeID(c))}
		if l.count > 0 || q.s.nodes.Score[c] > 0 {
			leaves = append(leaves, l)
		}
	}
	rank.Sort(leaves, func(a, b leaf) int {
		if a.count != b.count {
			return b.count - a.count
		}
		return rank.Compare(a.Item, b.Item)
	})
	out := make([]model.NodeID, len(leaves))
	for i, l := range leaves {
		out[i] = model.NodeID(l.ID)
	}
	return out
}
