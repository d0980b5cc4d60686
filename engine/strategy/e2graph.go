package strategy

import (
	"math/bits"
	"strconv"

	"mycel/engine/bitmap"
	"mycel/engine/entity"
	"mycel/engine/graph"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// E2GraphRAG: adaptive retrieval over a summary tree and an entity graph
// (Zhao et al. 2025, "E²GraphRAG: Streamlining Graph-based RAG for High
// Efficiency and Effectiveness", arXiv 2505.24226, section 3.2 and Algorithm 1).
//
// Queries whose entities are near each other in the graph are local: the chunks
// that mention a near pair are the candidates, and the hop limit is tightened
// until few enough are left. All other queries are global: they are answered from
// the collapsed tree, ordered by how often the query's entities occur.
//
// Where the paper compares dense vectors, this compares words: BM25 over the
// best BM25 (see Searcher.similarity).

// maxEntities is how many query entities the strategy looks at: pairs grow with
// the square. The rarest are kept.
const maxEntities = 30

// candidate is a chunk that mentions a near pair.
type candidate struct {
	chunk model.ChunkID
	pairs uint64 // the first 64 pairs of P(h) that it mentions both entities of
	key   uint32 // entities of those pairs, as bits of their positions
	cover int    // query entities that occur in it
	count int    // their occurrences
}

// e2 is the state of one query.
type e2 struct {
	s     *Searcher
	r     *Request
	eq    []entity.Link // the query's entities
	pos   []int         // their positions in r.Entities
	pairs []e2pair      // near pairs, ascending (a, b)
}

type e2pair struct {
	a, b   int // positions in eq
	path   []model.EntityID
	chunks []uint32 // that mention both
}

// E2Graph ranks by E2GraphRAG's adaptive retrieval.
func (s *Searcher) E2Graph(r *Request) *Ranking {
	s.hops.Walked = 0
	s.scoreChunks(r)
	s.addSummaries(r)
	q := &e2{s: s, r: r}
	q.chooseEntities()
	var out *Ranking
	if len(q.eq) == 0 {
		out = q.globalA()
	} else {
		q.findPairs()
		out = q.adaptive()
	}
	out.Mode = ModeE2Graph
	out.Items = s.fill(out.Items, r, Filled)
	out.Stats = s.stats()
	return out
}

// chooseEntities keeps the rarest entities of an over-long query.
func (q *e2) chooseEntities() {
	q.pos = make([]int, len(q.r.Entities))
	for i := range q.pos {
		q.pos[i] = i
	}
	if len(q.pos) > maxEntities {
		df := func(i int) int { return q.s.x.EntityChunks.Len(uint32(q.r.Entities[i].Entity)) }
		rank.Stable(q.pos, func(a, b int) int { return df(a) - df(b) })
		q.pos = q.pos[:maxEntities]
		rank.Sort(q.pos, func(a, b int) int { return a - b })
	}
	for _, i := range q.pos {
		q.eq = append(q.eq, q.r.Entities[i])
	}
}

// chunks returns the chunks that mention entity i of eq.
func (q *e2) chunks(i int) bitmap.Set { return q.s.x.EntityChunks.Set(uint32(q.eq[i].Entity)) }

// findPairs computes P(h) for the widest hop limit, with the chunks of each pair.
func (q *e2) findPairs() {
	limits := graph.Limits{MaxHops: q.r.Options.Hops, MinWeight: uint16(q.r.Options.MinWeight), HubCap: q.r.Options.HubCap}
	for a := range q.eq {
		for b := a + 1; b < len(q.eq); b++ {
			path := q.s.hops.Path(uint32(q.eq[a].Entity), uint32(q.eq[b].Entity), limits)
			if path == nil {
				continue
			}
			p := e2pair{a: a, b: b, chunks: bitmap.AppendIntersection(nil, q.chunks(a), q.chunks(b))}
			for _, e := range path {
				p.path = append(p.path, model.EntityID(e))
			}
			q.pairs = append(q.pairs, p)
		}
	}
}

// within returns C(h): the chunks that mention both entities of a pair at most h
// edges apart, ascending.
func (q *e2) within(h int) []candidate {
	var all []candidate
	for i, p := range q.pairs {
		if len(p.path)-1 > h {
			continue
		}
		c := candidate{key: 1<<p.a | 1<<p.b}
		if i < 64 {
			c.pairs = 1 << i
		}
		for _, chunk := range p.chunks {
			c.chunk = model.ChunkID(chunk)
			all = append(all, c)
		}
	}
	rank.Sort(all, func(a, b candidate) int { return int(a.chunk) - int(b.chunk) })
	merged := all[:0]
	for _, c := range all {
		if n := len(merged); n > 0 && merged[n-1].chunk == c.chunk {
			merged[n-1].key |= c.key
			merged[n-1].pairs |= c.pairs
		} else {
			merged = append(merged, c)
		}
	}
	return merged
}

// adaptive is Algorithm 1 from the point where the query has entities.
func (q *e2) adaptive() *Ranking {
	if len(q.pairs) == 0 {
		return q.globalB("the query's entities are not connected within " + strconv.Itoa(q.r.Options.Hops) + " steps")
	}
	k, h := q.r.Options.K, q.r.Options.Hops
	c := q.within(h)
	if len(c) == 0 {
		return q.globalB("no chunk mentions two of the query's entities")
	}
	for len(c) > k {
		prev := c
		h--
		if c = q.within(h); len(c) == 0 {
			c = q.mostRelevant(prev, k)
			h++
		}
	}
	return q.local(c, h)
}

// mostRelevant is the entity-aware ranking of too many candidates: coverage of
// the query's entities, then their occurrences, then similarity, then order in
// the corpus.
func (q *e2) mostRelevant(c []candidate, k int) []candidate {
	for i := range c {
		for e := range q.eq {
			if n := q.occurrences(e, c[i].chunk, c[i].chunk+1); n > 0 {
				c[i].cover++
				c[i].count += n
			}
		}
	}
	rank.Sort(c, func(a, b candidate) int {
		if a.cover != b.cover {
			return b.cover - a.cover
		}
		if a.count != b.count {
			return b.count - a.count
		}
		return rank.Compare(q.scored(a.chunk), q.scored(b.chunk))
	})
	return c[:k]
}

// occurrences counts entity e of eq in the chunks [first, end).
func (q *e2) occurrences(e int, first, end model.ChunkID) int {
	return q.s.x.EntityChunks.CountRange(uint32(q.eq[e].Entity), uint32(first), uint32(end))
}

func (q *e2) scored(c model.ChunkID) rank.Item {
	return rank.Item{ID: uint32(c), Score: q.s.similarity(uint32(c))}
}

// local orders the chosen chunks in groups of equal keys: keys of more entities
// first, then the group with the most similar chunk, then the earliest; inside a
// group by order in the corpus.
func (q *e2) local(c []candidate, h int) *Ranking {
	best := map[uint32]rank.Item{}
	for _, x := range c {
		it := q.scored(x.chunk)
		if b, ok := best[x.key]; !ok || rank.Compare(it, b) < 0 {
			best[x.key] = it
		}
	}
	rank.Sort(c, func(a, b candidate) int {
		if a.key == b.key {
			return int(a.chunk) - int(b.chunk)
		}
		if na, nb := bits.OnesCount32(a.key), bits.OnesCount32(b.key); na != nb {
			return nb - na
		}
		return rank.Compare(best[a.key], best[b.key])
	})
	out := &Ranking{Reason: "the query's entities are connected within " + plural(h, "step") + ", so the chunks that join them answer it"}
	out.Pairs = make([]Pair, len(q.pairs))
	for i, p := range q.pairs {
		out.Pairs[i] = Pair{A: q.pos[p.a], B: q.pos[p.b], Path: p.path, Chunks: len(p.chunks)}
	}
	for _, x := range c {
		pair := -1
		if x.pairs != 0 {
			pair = bits.TrailingZeros64(x.pairs)
		}
		out.Items = append(out.Items, Item{Node: model.NodeID(x.chunk), Score: q.s.similarity(uint32(x.chunk)), Reader: Graph, Pair: pair})
	}
	return out
}

// globalA answers from the collapsed tree by similarity alone.
func (q *e2) globalA() *Ranking {
	top := q.s.topNodes(q.r.Options.K)
	return q.global(top, "the query names no entity of the index")
}

// globalB takes twice as many nodes by similarity and keeps those in which the
// query's entities occur most.
func (q *e2) globalB(reason string) *Ranking {
	k := q.r.Options.K
	top := q.s.topNodes(2 * k)
	count := make(map[uint32]int, len(top))
	for _, it := range top {
		count[it.ID] = q.count(model.NodeID(it.ID))
	}
	rank.Stable(top, func(a, b rank.Item) int { return count[b.ID] - count[a.ID] })
	return q.global(top[:min(k, len(top))], reason)
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
	for _, it := range nodes {
		node := model.NodeID(it.ID)
		if q.s.x.Tree.IsLeaf(node) {
			add(Item{Node: node, Score: q.s.similarity(it.ID), Reader: Words, Pair: -1})
			continue
		}
		for _, leaf := range q.leaves(node) {
			add(Item{Node: leaf, Score: q.s.similarity(uint32(leaf)), Reader: Summary, Pair: -1, Summary: node})
		}
	}
	return out
}

// leaves returns the chunks below a summary that have to do with the query, by
// occurrences of its entities, then similarity. A summary that a language model
// wrote may have the query's words where none of its chunks has: then it is all.
func (q *e2) leaves(summary model.NodeID) []model.NodeID {
	type leaf struct {
		rank.Item
		count int
	}
	var all, leaves []leaf
	first, end := q.s.x.Tree.Leaves(summary)
	for c := first; c < end; c++ {
		l := leaf{Item: q.scored(c), count: q.count(model.NodeID(c))}
		all = append(all, l)
		if l.Score > 0 || l.count > 0 {
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
	out := make([]model.NodeID, len(leaves))
	for i, l := range leaves {
		out[i] = model.NodeID(l.ID)
	}
	return out
}

func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}
