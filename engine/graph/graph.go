// Package graph holds undirected weighted graphs in compressed sparse row form,
// and walks them.
package graph

import (
	"slices"

	"mycel/engine/wire"
)

// CSR is an undirected graph without self loops: every edge is stored at both
// ends, neighbours ascend. Weights are counts, capped at 65,535.
type CSR struct {
	off    []uint32
	nbr    []uint32
	weight []uint16
}

// Edge is an undirected edge, for Encode; U < V.
type Edge struct {
	U, V   uint32
	Weight uint32
}

// Encode writes the graph on n nodes with the given edges, ascending by (U, V): of
// every node the greater neighbours, as steps, then all weights. Neither end of an edge
// is stored twice.
func Encode(n int, edges []Edge) []byte {
	var w wire.Writer
	var steps []uint32
	for u, i := uint32(0), 0; int(u) < n; u++ {
		steps = steps[:0]
		for ; i < len(edges) && edges[i].U == u; i++ {
			steps = append(steps, edges[i].V-u-1)
		}
		w.Uint(uint32(len(steps)))
		w.Steps(steps)
	}
	for _, e := range edges {
		w.Uint(min(e.Weight, 1<<16-1))
	}
	return w.Bytes()
}

// New makes a graph on n nodes whose edges are still to be loaded.
//
//go:noinline
func New(n int) *CSR { return &CSR{off: make([]uint32, n+1)} }

// Load reads so many edges between the nodes of g. O(nodes + edges).
func (g *CSR) Load(b []byte, edges int) error {
	r := wire.NewReader(b)
	n := g.NumNodes()
	off := make([]uint32, n+1)
	first := make([]uint32, n+1) // of the edges of a node to greater ones
	var to []uint32
	for u := range n {
		to = r.Steps(to, int(r.Uint()), n-u-1)
		first[u+1] = uint32(len(to))
		for i := first[u]; i < first[u+1]; i++ {
			to[i] += uint32(u) + 1
			off[to[i]+1]++
		}
		off[u+1] += first[u+1] - first[u]
	}
	weights := r.Offset()
	for range to {
		if r.Uint() > 1<<16-1 {
			r.Fail("weight out of range")
		}
	}
	if len(to) != edges {
		r.Fail("wrong number of edges")
	}
	if err := r.Close(); err != nil {
		return err
	}
	for u := range n {
		off[u+1] += off[u]
	}
	g.off, g.nbr, g.weight = off, make([]uint32, 2*len(to)), make([]uint16, 2*len(to))
	fill := slices.Clone(off)
	put := func(from, to, w uint32) {
		i := fill[from]
		g.nbr[i], g.weight[i] = to, uint16(w)
		fill[from]++
	}
	// Smaller neighbours of a node come from nodes before it, greater ones from itself:
	// two passes leave every row ascending.
	for pass := range 2 {
		w := wire.NewReader(b[weights:])
		for u := range n {
			for _, v := range to[first[u]:first[u+1]] {
				if weight := w.Uint(); pass == 0 {
					put(v, uint32(u), weight)
				} else {
					put(uint32(u), v, weight)
				}
			}
		}
	}
	return nil
}

// NumNodes returns the number of nodes.
func (g *CSR) NumNodes() int { return len(g.off) - 1 }

// NumEdges returns the number of undirected edges.
func (g *CSR) NumEdges() int { return len(g.nbr) / 2 }

// Degree returns the number of neighbours of u.
func (g *CSR) Degree(u uint32) int { return int(g.off[u+1] - g.off[u]) }

// Neighbours returns the neighbours of u, ascending, with the edges' weights.
func (g *CSR) Neighbours(u uint32) ([]uint32, []uint16) {
	i, j := g.off[u], g.off[u+1]
	return g.nbr[i:j], g.weight[i:j]
}
