package network

import "math/rand/v2"

// Betweenness estimates, for every node, the number of shortest paths between other nodes through it: Σ
// σ(s,t|v)/σ(s,t) over the unordered pairs s, t, where σ counts shortest paths (Brandes 2001, "A Faster Algorithm for
// Betweenness Centrality"). It follows only the paths from pivots sources, which the seed chooses, and scales the sums
// by n/pivots (Brandes & Pich 2007, "Centrality Estimation in Large Networks"). With at least as many pivots as nodes
// the sums are exact. Weights do not count. O(pivots · (n + m)).
func (g *Graph) Betweenness(pivots int, seed uint64) []float64 {
	n := g.NumNodes()
	pivots = min(pivots, n)
	b := &brandes{
		g: g, distance: make([]int32, n), paths: make([]float64, n),
		dependency: make([]float64, n), sum: make([]float64, n),
	}
	for _, s := range order(n, rand.NewPCG(seed, 0))[:pivots] {
		b.from(s)
	}
	// Every pair is counted from both ends.
	scale := float64(n) / float64(2*max(1, pivots))
	for v := range b.sum {
		b.sum[v] *= scale
	}
	return b.sum
}

// brandes is scratch space.
type brandes struct {
	g          *Graph
	distance   []int32   // from the source, counted from 1; 0 if not yet known
	paths      []float64 // σ(s,v): as floats, because they grow exponentially
	dependency []float64
	queue      []uint32
	sum        []float64
}

// from adds the dependencies of one source on every node.
func (b *brandes) from(s uint32) {
	b.queue = append(b.queue[:0], s)
	b.distance[s], b.paths[s] = 1, 1
	for i := 0; i < len(b.queue); i++ {
		v := b.queue[i]
		to, _ := b.g.Neighbours(v)
		for _, w := range to {
			if b.distance[w] == 0 {
				b.distance[w] = b.distance[v] + 1
				b.queue = append(b.queue, w)
			}
			if b.distance[w] == b.distance[v]+1 {
				b.paths[w] += b.paths[v]
			}
		}
	}
	for i := len(b.queue) - 1; i > 0; i-- {
		w := b.queue[i]
		share := (1 + b.dependency[w]) / b.paths[w]
		to, _ := b.g.Neighbours(w)
		for _, v := range to {
			if b.distance[v]+1 == b.distance[w] {
				b.dependency[v] += float64(b.paths[v] * share)
			}
		}
		b.sum[w] += b.dependency[w]
	}
	for _, v := range b.queue {
		b.distance[v], b.paths[v], b.dependency[v] = 0, 0, 0
	}
}
