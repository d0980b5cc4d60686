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

// Encode writes the graph on n nodes with the given edges, ascending by (U, V).
func Encode(n int, edges []Edge) []byte {
	off := make([]uint32, n+1)
	for _, e := range edges {
		off[e.U+1]++
		off[e.V+1]++
	}
	for i := range n {
		off[i+1] += off[i]
	}
	nbr := make([]uint32, 2*len(edges))
	weight := make([]uint16, 2*len(edges))
	fill := slices.Clone(off)
	put := func(from, to, w uint32) {
		i := fill[from]
		nbr[i], weight[i] = to, uint16(min(w, 1<<16-1))
		fill[from]++
	}
	// Smaller neighbours of a node come from edges in which it is V, larger ones
	// from edges in which it is U: two passes leave every row ascending.
	for _, e := range edges {
		put(e.V, e.U, e.Weight)
	}
	for _, e := range edges {
		put(e.U, e.V, e.Weight)
	}
	var w wire.Writer
	w.Uint32s(off)
	w.Uint32s(nbr)
	w.Uint16s(weight)
	return w.Bytes()
}

// Decode reads a graph on n nodes.
func Decode(b []byte, n int) (*CSR, error) {
	r := wire.NewReader(b)
	g := &CSR{off: r.Offsets(n, -1)}
	m := int(g.off[len(g.off)-1])
	g.nbr = r.IDs(m, n)
	g.weight = r.Uint16s()
	if len(g.weight) != m {
		r.Fail("weights do not match the neighbours")
	}
	return g, r.Close()
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
