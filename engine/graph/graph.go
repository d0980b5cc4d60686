// Package graph holds undirected weighted graphs in compressed sparse row form, and walks them.
package graph

import "mycel/engine/wire"

// CSR is an undirected graph without self loops: every edge is stored at both
// ends, neighbours ascend. Weights are counts, capped at 65,535.
type CSR struct {
	nodes  int
	off    []uint32 // nil before the edges are loaded
	nbr    []uint32
	weight []uint16
}

// Edge is an undirected edge, for Encode; U < V.
type Edge struct {
	U, V   uint32
	Weight uint32
}

// Groups are sets of nodes, for Encode: group i is IDs[Ends[i-1]:Ends[i]], ascending.
type Groups struct{ IDs, Ends []uint32 }

// Add appends a group.
func (g *Groups) Add(ids ...uint32) {
	g.IDs = append(g.IDs, ids...)
	g.Ends = append(g.Ends, uint32(len(g.IDs)))
}

// MaxGroup is the greatest size of a group. It bounds the number of edges that a byte can stand for.
const MaxGroup = 128

// Encode writes the graph on n nodes in which every two members of a group share an edge. An edge weighs the
// number of groups with both ends. A graph of sentences has many edges and few groups; so Encode writes the
// groups of every node, as steps.
func Encode(n int, groups Groups) []byte {
	in := make([][]uint32, n)
	sizes, all := make([]uint32, n), make([]uint32, len(groups.IDs))
	for _, u := range groups.IDs {
		sizes[u]++
	}
	for u, size := range sizes {
		in[u], all = all[:0:size], all[size:]
	}
	first := uint32(0)
	for i, end := range groups.Ends {
		for _, u := range groups.IDs[first:end] {
			in[u] = append(in[u], uint32(i))
		}
		first = end
	}
	var w wire.Writer
	w.Uint(uint32(len(groups.Ends)))
	w.Uint32s(sizes)
	for _, list := range in {
		w.Steps(list)
	}
	return w.Bytes()
}

// New makes a graph on n nodes; Load loads its edges.
//
//go:noinline
func New(n int) *CSR { return &CSR{nodes: n} }

// Load reads the edges of g; edges is their number. O(nodes + pairs of members of groups).
func (g *CSR) Load(b []byte, edges int) error {
	r, n := wire.NewReader(b), g.NumNodes()
	if 2*edges > (MaxGroup-1)*len(b) { // a member of a group takes a byte at least
		r.Fail("more edges than there can be")
		return r.Close()
	}
	off, nbr, weight := make([]uint32, n+1), make([]uint32, 2*edges), make([]uint16, 2*edges)
	// Each edge is read at its greater end: the smaller neighbours of u are nbr[at[u]:at[u+1]].
	at := readEdges(r, n, nbr[:edges], weight)
	if err := r.Close(); err != nil {
		return err
	}
	for u := range n {
		off[u+1] += at[u+1] - at[u]
		for _, v := range nbr[at[u]:at[u+1]] {
			off[v+1]++
		}
	}
	for u := range n {
		off[u+1] += off[u]
	}
	// Neighbours move to the beginnings of their rows, beginning with the last node: a row never begins
	// before the end of the neighbours that still have to move.
	for u := n - 1; u >= 0; u-- {
		first, end := at[u], at[u+1]
		copy(nbr[off[u]:], nbr[first:end])
		copy(weight[off[u]:], weight[first:end])
		at[u+1] = off[u] + end - first
	}
	// at[u+1] is the start of the greater neighbours of u. They are written row by row, and so ascend. The
	// smaller neighbours are then written again in the same way.
	at = at[1:]
	mirror := func(u int, first, end uint32) {
		for i := first; i < end; i++ {
			v := nbr[i]
			nbr[at[v]], weight[at[v]] = uint32(u), weight[i]
			at[v]++
		}
	}
	for u := range n {
		mirror(u, off[u], at[u])
	}
	copy(at, off)
	for u := range n {
		mirror(u, at[u], off[u+1])
	}
	g.off, g.nbr, g.weight = off, nbr, weight
	return nil
}

// member is a node in a group. The members of all groups are one list.
type member struct{ node, before uint32 } // before: 1 + the place of the member before it in its group, 0 for the first

// readEdges reads edges between n nodes until smaller is full. smaller[end[u]:end[u+1]] are the smaller
// neighbours of u; weight is parallel to it.
func readEdges(r *wire.Reader, n int, smaller []uint32, weight []uint16) (end []uint32) {
	end = make([]uint32, n+1)
	groups := int(r.Uint())
	if groups > r.Len() {
		r.Fail("more groups than there are bytes")
		return end
	}
	var in, row, sum []uint32 // the groups of a node, its smaller neighbours and the edges' weights
	var members []member
	last := make([]uint32, groups)
	place := make([]uint32, n) // by smaller node: 1 + its place in row, 0 for none
	for u, size := range r.IDs(n, groups+1) {
		in, row, sum = r.Steps(in[:0], int(size), groups), row[:0], sum[:0]
		for _, i := range in {
			others := 0
			for at := last[i]; at > 0; at = members[at-1].before {
				v := members[at-1].node
				if place[v] == 0 {
					row, sum = append(row, v), append(sum, 0)
					place[v] = uint32(len(row))
				}
				sum[place[v]-1]++
				if others++; others == MaxGroup {
					r.Fail("group too large")
				}
			}
			members = append(members, member{uint32(u), last[i]})
			last[i] = uint32(len(members))
		}
		end[u+1] = end[u]
		for i, v := range row {
			place[v] = 0
			if int(end[u+1]) == len(smaller) {
				r.Fail("wrong number of edges")
				return end
			}
			smaller[end[u+1]], weight[end[u+1]] = v, uint16(min(sum[i], 1<<16-1))
			end[u+1]++
		}
	}
	if int(end[n]) != len(smaller) {
		r.Fail("wrong number of edges")
	}
	return end
}

// NumNodes returns the number of nodes.
func (g *CSR) NumNodes() int { return g.nodes }

// NumEdges returns the number of undirected edges.
func (g *CSR) NumEdges() int { return len(g.nbr) / 2 }

// Degree returns the number of neighbours of u.
func (g *CSR) Degree(u uint32) int {
	list, _ := g.Neighbours(u)
	return len(list)
}

// Neighbours returns the neighbours of u, ascending, with the edges' weights.
func (g *CSR) Neighbours(u uint32) ([]uint32, []uint16) {
	if g.off == nil {
		return nil, nil
	}
	i, j := g.off[u], g.off[u+1]
	return g.nbr[i:j], g.weight[i:j]
}
