// Package network computes properties of undirected graphs: nodes in dense parts (cores), nodes on
// the paths between others (betweenness), and groups of nodes (communities).
//
// All results are the same on every machine and with every number of cores. Orders follow the
// identifiers or a seeded generator, communities depend only on whole numbers, and floats are
// summed in a fixed order.
package network

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"mycel/engine/graph"
	"mycel/engine/rank"
)

// Graph is an undirected graph in compressed sparse row form, without loops: every
// edge is stored at both ends, neighbours ascend. It is immutable.
type Graph struct {
	off    []uint32
	to     []uint32
	weight []uint32
}

// New makes the graph on n nodes with the given edges, in any order. Edges between the same nodes
// are added up, and loops left out. Every end is below n, every weight at least 1. O(n + m log m).
func New(n int, edges []graph.Edge) *Graph {
	half := make([]graph.Edge, 0, 2*len(edges))
	for _, e := range edges {
		if e.U != e.V {
			half = append(half, e, graph.Edge{U: e.V, V: e.U, Weight: e.Weight})
		}
	}
	slices.SortFunc(half, func(a, b graph.Edge) int { return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V)) })
	g := &Graph{off: make([]uint32, n+1)}
	for i, e := range half {
		if i > 0 && half[i-1].U == e.U && half[i-1].V == e.V {
			g.weight[len(g.weight)-1] += e.Weight
			continue
		}
		g.to, g.weight = append(g.to, e.V), append(g.weight, e.Weight)
		g.off[e.U+1]++
	}
	for i := range n {
		g.off[i+1] += g.off[i]
	}
	return g
}

// NumNodes returns the number of nodes.
func (g *Graph) NumNodes() int { return len(g.off) - 1 }

// NumEdges returns the number of edges.
func (g *Graph) NumEdges() int { return len(g.to) / 2 }

// Degree returns the number of neighbours of u.
func (g *Graph) Degree(u uint32) int { return int(g.off[u+1] - g.off[u]) }

// Neighbours returns the neighbours of u, ascending, and the weights of the edges.
func (g *Graph) Neighbours(u uint32) (to, weight []uint32) {
	i, j := g.off[u], g.off[u+1]
	return g.to[i:j], g.weight[i:j]
}

// componentsWithin returns the connected component of every node, and the number of components,
// of the graph without the edges between different parts. Components are numbered in the order
// of their first nodes.
func (g *Graph) componentsWithin(part []uint32) (component []uint32, n int) {
	const unseen = ^uint32(0)
	component = slices.Repeat([]uint32{unseen}, g.NumNodes())
	var queue []uint32
	for u := range component {
		if component[u] != unseen {
			continue
		}
		component[u] = uint32(n)
		queue = append(queue[:0], uint32(u))
		for len(queue) > 0 {
			v := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			to, _ := g.Neighbours(v)
			for _, w := range to {
				if component[w] == unseen && part[w] == part[v] {
					component[w] = uint32(n)
					queue = append(queue, w)
				}
			}
		}
		n++
	}
	return component, n
}

// order returns 0 … n−1 shuffled (Fisher and Yates). It uses only integers of the generator, so
// the order is the same with every version of the Go library.
func order(n int, rng *rand.PCG) []uint32 {
	ids := rank.Numbers(n)
	for i := n - 1; i > 0; i-- {
		j := rng.Uint64() % uint64(i+1)
		ids[i], ids[j] = ids[j], ids[i]
	}
	return ids
}
