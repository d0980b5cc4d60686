// Package hnsw finds near vectors in a hierarchical navigable small world (Malkov &
// Yashunin 2018, "Efficient and robust approximate nearest neighbor search using
// hierarchical navigable small world graphs"), by dot product. It exists to be
// compared with exact search, natively: the engine searches exactly. Unlike the
// libraries at hand, which walk over maps, it gives the same graph and the same
// answers in every run.
package hnsw

import (
	"cmp"
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
)

// Params are the parameters of the paper.
type Params struct {
	M              int // links of a node on the layers above the lowest, which has twice as many
	EfConstruction int // candidates kept while a node is linked
}

// Graph is an index of vectors. It borrows them, and is immutable once it is built.
type Graph struct {
	Params
	vectors [][]float32
	links   [][][]uint32 // by node and layer
	entry   uint32
	visited []int // by node: the search that came last
	search  int
}

// Near is a vector with its dot product with the query.
type Near struct {
	ID    uint32
	Score float32
}

// compare orders by descending score, then by id.
func compare(a, b Near) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID)) }

// New indexes vectors of equal length, one after another; seed draws their layers.
func New(vectors [][]float32, p Params, seed uint64) *Graph {
	g := &Graph{Params: p, vectors: vectors, visited: make([]int, len(vectors))}
	rng := rand.New(rand.NewPCG(seed, 0))
	scale := 1 / math.Log(float64(p.M))
	for id := range vectors {
		g.add(uint32(id), int(-math.Log(1-rng.Float64())*scale))
	}
	return g
}

// add links a node on the layers up to top.
func (g *Graph) add(id uint32, top int) {
	g.links = append(g.links, make([][]uint32, top+1))
	if id == 0 {
		return
	}
	q := g.vectors[id]
	near := []Near{{g.entry, dot(q, g.vectors[g.entry])}}
	highest := len(g.links[g.entry]) - 1
	for layer := highest; layer > top; layer-- {
		near = g.nearest(q, near, 1, layer)
	}
	for layer := min(top, highest); layer >= 0; layer-- {
		near = g.nearest(q, near, g.EfConstruction, layer)
		for _, n := range g.choose(near, g.M) {
			g.links[id][layer] = append(g.links[id][layer], n.ID)
			g.link(n.ID, id, layer)
		}
	}
	if top > highest {
		g.entry = id
	}
}

// link adds a link from a node, and drops its worst if that makes too many.
func (g *Graph) link(from, to uint32, layer int) {
	links := append(g.links[from][layer], to)
	limit := g.M
	if layer == 0 {
		limit *= 2
	}
	if len(links) > limit {
		var near []Near
		for _, n := range links {
			near = append(near, Near{n, dot(g.vectors[from], g.vectors[n])})
		}
		slices.SortFunc(near, compare)
		links = links[:0]
		for _, n := range g.choose(near, limit) {
			links = append(links, n.ID)
		}
	}
	g.links[from][layer] = links
}

// choose keeps of near vectors, the nearest first, those that are nearer to the node
// than to any kept before (the paper's heuristic); what room is left goes to the
// nearest of the others.
func (g *Graph) choose(near []Near, limit int) []Near {
	var kept, others []Near
	for _, n := range near {
		if len(kept) == limit {
			return kept
		}
		if slices.ContainsFunc(kept, func(k Near) bool { return dot(g.vectors[n.ID], g.vectors[k.ID]) > n.Score }) {
			others = append(others, n)
		} else {
			kept = append(kept, n)
		}
	}
	return append(kept, others[:min(len(others), limit-len(kept))]...)
}

// Search returns the k nearest vectors that a search with ef candidates, at least k,
// comes by, best first.
func (g *Graph) Search(q []float32, k, ef int) []Near {
	if len(g.vectors) == 0 {
		return nil
	}
	near := []Near{{g.entry, dot(q, g.vectors[g.entry])}}
	for layer := len(g.links[g.entry]) - 1; layer > 0; layer-- {
		near = g.nearest(q, near, 1, layer)
	}
	near = g.nearest(q, near, max(ef, k), 0)
	return near[:min(k, len(near))]
}

// nearest searches a layer from the given nodes and returns the ef best, best first.
func (g *Graph) nearest(q []float32, from []Near, ef, layer int) []Near {
	g.search++
	for _, n := range from {
		g.visited[n.ID] = g.search
	}
	open := &queue{items: slices.Clone(from), before: func(a, b Near) bool { return compare(a, b) < 0 }}
	best := &queue{items: slices.Clone(from), before: func(a, b Near) bool { return compare(a, b) > 0 }}
	heap.Init(open)
	heap.Init(best)
	for open.Len() > 0 {
		n := heap.Pop(open).(Near)
		if best.Len() >= ef && n.Score < best.items[0].Score {
			break
		}
		for _, id := range g.links[n.ID][layer] {
			if g.visited[id] == g.search {
				continue
			}
			g.visited[id] = g.search
			next := Near{id, dot(q, g.vectors[id])}
			if best.Len() >= ef && compare(next, best.items[0]) > 0 {
				continue
			}
			heap.Push(open, next)
			heap.Push(best, next)
			if best.Len() > ef {
				heap.Pop(best)
			}
		}
	}
	slices.SortFunc(best.items, compare)
	return best.items
}

func dot(a, b []float32) float32 {
	sum := float32(0)
	for i, x := range a {
		sum += float32(x * b[i])
	}
	return sum
}

// queue is a heap of what comes before all others.
type queue struct {
	items  []Near
	before func(a, b Near) bool
}

func (q *queue) Len() int           { return len(q.items) }
func (q *queue) Less(i, j int) bool { return q.before(q.items[i], q.items[j]) }
func (q *queue) Swap(i, j int)      { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *queue) Push(x any)         { q.items = append(q.items, x.(Near)) }
func (q *queue) Pop() any {
	last := len(q.items) - 1
	x := q.items[last]
	q.items = q.items[:last]
	return x
}
