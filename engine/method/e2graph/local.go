package e2graph

import (
	"math/bits"

	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// candidate is a chunk that mentions a near pair.
type candidate struct {
	chunk model.ChunkID
	pairs uint64 // bits of the first 64 pairs of P(h) that it mentions
	key   uint32 // bits of the positions of these pairs' entities
	cover int    // number of query entities in it
	count int    // number of their occurrences
}

// within returns C(h): the chunks that mention both entities of a pair at most h edges apart, ascending.
func (q *query) within(h int) []candidate {
	var all []candidate
	near := 0
	for i := range q.pairs {
		p := &q.pairs[i]
		if p.hops() > h {
			continue
		}
		near++
		c := candidate{key: 1<<p.a | 1<<p.b}
		if i < 64 {
			c.pairs = 1 << i
		}
		for _, chunk := range p.chunks {
			if !q.r.Wants(chunk) {
				continue
			}
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
	q.trace.Steps = append(q.trace.Steps, Step{Hops: h, Pairs: near, Chunks: len(merged)})
	return merged
}

// mostRelevant ranks candidates when there are too many: by coverage of the query's entities, then by
// their occurrences, by similarity, and by order in the corpus.
func (q *query) mostRelevant(c []candidate, k int) []candidate {
	q.countEntities(c)
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

// countEntities sets the coverage and the occurrences of the candidates.
func (q *query) countEntities(c []candidate) {
	for i := range c {
		for e := range q.eq {
			if n := q.occurrences(e, c[i].chunk, c[i].chunk+1); n > 0 {
				c[i].cover++
				c[i].count += n
			}
		}
	}
}

// local orders the chosen chunks in groups of equal keys. Groups with more entities come first; among
// equals the group with the most similar chunk, then the earliest group. Within a group chunks are in
// the order of the corpus.
func (q *query) local(c []candidate, h int) *method.Ranking {
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
	out := &method.Ranking{Reason: "the query's entities are connected within " + plural(h, "step") + ", so the chunks that join them answer it"}
	q.trace.pairs = q.pairReasons()
	out.Items = make([]method.Item, len(c))
	var key []int
	for i, x := range c {
		if i == 0 || x.key != c[i-1].key {
			key = q.positions(x.key)
		}
		out.Items[i] = method.Item{Node: model.NodeID(x.chunk), Score: q.similarity(uint32(x.chunk)), Source: method.Graph, Group: key}
		if x.pairs != 0 {
			out.Items[i].Reasons = q.trace.pairs[bits.TrailingZeros64(x.pairs):][:1:1]
		}
	}
	q.trace.Branch, q.trace.Hops, q.trace.Nodes = BranchLocal, h, out.Items
	return out
}

// positions turns a key into positions in Request.Entities.
func (q *query) positions(key uint32) []int {
	var out []int
	for ; key != 0; key &= key - 1 {
		out = append(out, q.pos[bits.TrailingZeros32(key)])
	}
	return out
}
