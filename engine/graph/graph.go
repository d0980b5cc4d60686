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

// Groups are sets of nodes, for Encode: group i is IDs from where the one before ends up to
// Ends[i], ascending.
type Groups struct{ IDs, Ends []uint32 }

// Add appends a group.
func (g *Groups) Add(ids ...uint32) {
	g.IDs = append(g.IDs, ids...)
	g.Ends = append(g.Ends, uint32(len(g.IDs)))
}

// MaxGroup is the greatest size of a group, which bounds how many edges a byte can stand for.
const MaxGroup = 128

// Encode writes the graph on n nodes in which every two members of a group share an edge,
// which weighs as many as there are groups with both, less the weight that less has of it;
// less ascends by (U, V). Sentences make a graph whose edges are many and whose groups are
// few: of every node its groups are written, as steps.
func Encode(n int, groups Groups, less []Edge) []byte {
	in, off := make([][]uint32, n), make([][]Edge, n)
	first := uint32(0)
	for i, end := range groups.Ends {
		for _, u := range groups.IDs[first:end] {
			in[u] = append(in[u], uint32(i))
		}
		first = end
	}
	for _, e := range less {
		off[e.V] = append(off[e.V], e)
	}
	var w wire.Writer
	w.Uint(uint32(len(groups.Ends)))
	sizes := make([]uint32, n)
	for u := range in {
		if sizes[u] = uint32(len(in[u])) << 1; len(off[u]) > 0 {
			sizes[u]++
		}
	}
	w.Uint32s(sizes)
	for u, list := range in {
		w.Steps(list)
		if row := off[u]; len(row) > 0 {
			smaller, weights := make([]uint32, len(row)), make([]uint32, len(row))
			for i, e := range row {
				smaller[i], weights[i] = e.U, e.Weight
			}
			w.Uint32s(weights)
			w.Steps(smaller)
		}
	}
	return w.Bytes()
}

// New makes a graph on n nodes whose edges are still to be loaded.
//
//go:noinline
func New(n int) *CSR { return &CSR{off: make([]uint32, n+1)} }

// Load reads so many edges between the nodes of g. O(nodes + pairs of members of groups).
func (g *CSR) Load(b []byte, edges int) error {
	r := wire.NewReader(b)
	list := readEdges(r, g.NumNodes(), len(b), edges)
	off, found := make([]uint32, len(g.off)), 0
	for _, e := range list {
		if e.Weight > 0 {
			off[e.U+1]++
			off[e.V+1]++
			found++
		}
	}
	if found != edges {
		r.Fail("wrong number of edges")
	}
	if err := r.Close(); err != nil {
		return err
	}
	for u := range g.NumNodes() {
		off[u+1] += off[u]
	}
	nbr, weight := make([]uint32, 2*edges), make([]uint16, 2*edges)
	// The list ascends by V: from its end, it fills the ends of rows with the greater
	// neighbours of nodes. These, from the first row, fill the beginnings of others.
	at := slices.Clone(off[1:])
	for i := len(list) - 1; i >= 0; i-- {
		if e := list[i]; e.Weight > 0 {
			at[e.U]--
			nbr[at[e.U]], weight[at[e.U]] = e.V, uint16(min(e.Weight, 1<<16-1))
		}
	}
	copy(at, off)
	for u := range at {
		for i := at[u]; i < off[u+1]; i++ {
			v := nbr[i]
			nbr[at[v]], weight[at[v]] = uint32(u), weight[i]
			at[v]++
		}
	}
	g.off, g.nbr, g.weight = off, nbr, weight
	return nil
}

// member is a node in a group, in a list of those of all groups.
type member struct{ node, before uint32 } // before: 1 + the place of the one before it in its group, 0 for none

// readEdges reads so many edges between n nodes from so many bytes, ascending by V, among
// some of which nothing is left but a weight of 0.
func readEdges(r *wire.Reader, n, bytes, edges int) (list []Edge) {
	groups := int(r.Uint())
	if groups > bytes {
		r.Fail("more groups than there are bytes")
		return nil
	}
	list = make([]Edge, 0, min(edges, 8*bytes))
	var in []uint32 // the groups of a node
	var members []member
	last := make([]uint32, groups)
	edge := make([]int, n)                   // by smaller node: 1 + the place of its last edge in list
	for u, size := range r.IDs(n, 1<<32-1) { // twice the number of groups, and 1 more if something is taken off edges
		first := len(list)
		in = r.Steps(in[:0], int(size>>1), groups)
		for _, i := range in {
			others := 0
			for at := last[i]; at > 0; at = members[at-1].before {
				v := members[at-1].node
				if edge[v] <= first {
					list = append(list, Edge{U: v, V: uint32(u)})
					edge[v] = len(list)
				}
				list[edge[v]-1].Weight++
				if others++; others == MaxGroup {
					r.Fail("group too large")
				}
			}
			members = append(members, member{uint32(u), last[i]})
			last[i] = uint32(len(members))
		}
		if len(list) > edges+bytes {
			r.Fail("wrong number of edges")
			return nil
		}
		if size&1 == 0 {
			continue
		}
		less := r.Uint32s()
		for i, v := range r.Steps(in[:0], len(less), u) {
			if edge[v] <= first || list[edge[v]-1].Weight < less[i] {
				r.Fail("more weight taken off than there is")
				return nil
			}
			list[edge[v]-1].Weight -= less[i]
		}
	}
	return list
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
