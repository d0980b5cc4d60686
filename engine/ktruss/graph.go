// Package ktruss finds subgraphs that hold together: k-trusses (Cohen 2008), in which
// every edge lies in at least k−2 triangles, and in these the part that is most relevant to a query
// (Q-Peel, 2026). It knows nodes and edges only; the caller gives them a meaning.
//
// A connected k-truss of n nodes has a density of at least (k−1)/(n−1), and a diameter
// of at most ⌊(2n−2)/k⌋.
package ktruss

// Edge is an undirected edge, U < V.
type Edge struct{ U, V uint32 }

// Graph is an undirected graph without self loops whose edges are numbered.
type Graph struct {
	ends []Edge   // by number, ascending
	off  []uint32 // n+1
	nbr  []uint32 // of each node, ascending
	edge []uint32 // parallel: numbers of the edges
}

// NewGraph makes the graph on n nodes with the given edges, which are distinct and
// ascending by (U, V). It keeps edges. O(n + len(edges)).
func NewGraph(n int, edges []Edge) *Graph {
	g := &Graph{ends: edges, off: make([]uint32, n+1), nbr: make([]uint32, 2*len(edges)), edge: make([]uint32, 2*len(edges))}
	for _, e := range edges {
		g.off[e.U+1]++
		g.off[e.V+1]++
	}
	for i := range n {
		g.off[i+1] += g.off[i]
	}
	next := append([]uint32(nil), g.off...)
	put := func(from, to, edge uint32) {
		g.nbr[next[from]], g.edge[next[from]] = to, edge
		next[from]++
	}
	// Smaller neighbours first, then larger ones: rows ascend.
	for i, e := range edges {
		put(e.V, e.U, uint32(i))
	}
	for i, e := range edges {
		put(e.U, e.V, uint32(i))
	}
	return g
}

// NumNodes returns the number of nodes.
func (g *Graph) NumNodes() int { return len(g.off) - 1 }

// NumEdges returns the number of edges.
func (g *Graph) NumEdges() int { return len(g.ends) }

// Edge returns the ends of an edge.
func (g *Graph) Edge(i int) Edge { return g.ends[i] }

// Degree returns the number of neighbours of u.
func (g *Graph) Degree(u uint32) int { return int(g.off[u+1] - g.off[u]) }

// Neighbours returns the neighbours of u, ascending, with the numbers of the edges.
func (g *Graph) Neighbours(u uint32) (nodes, edges []uint32) {
	i, j := g.off[u], g.off[u+1]
	return g.nbr[i:j], g.edge[i:j]
}

// Support returns, by edge, in how many triangles it lies. Each triangle is found once: its
// edges lead from the node with the fewest neighbours to that with the most (Chiba &
// Nishizeki 1985, "Arboricity and subgraph listing algorithms"). O(edges^1.5).
func (g *Graph) Support() []uint32 {
	support := make([]uint32, len(g.ends))
	up := g.upward()
	via := make([]uint32, g.NumNodes()) // by node: 1 + the edge from u, 0 for none
	for u := range uint32(len(via)) {
		near, edges := up.of(u)
		if len(near) < 2 {
			continue
		}
		mark(via, near, edges)
		for i, v := range near {
			others, between := up.of(v)
			e, own := edges[i], uint32(0)
			for j := nextVia(via, others, -1); j < len(others); j = nextVia(via, others, j) {
				own++
				support[via[others[j]]-1]++
				support[between[j]]++
			}
			support[e] += own
		}
		unmark(via, near)
	}
	return support
}

// upward returns, for each node, the neighbours with more neighbours than the node, or with as many
// and a greater number.
func (g *Graph) upward() *rows {
	n := g.NumNodes()
	up := &rows{off: make([]uint32, n), end: make([]uint32, n), nbr: make([]uint32, len(g.ends)), edge: make([]uint32, len(g.ends))}
	at := uint32(0)
	for u := range uint32(n) {
		up.off[u] = at
		degree := g.Degree(u)
		near, edges := g.Neighbours(u)
		for i, v := range near {
			if d := g.Degree(v); d > degree || d == degree && v > u {
				up.nbr[at], up.edge[at] = v, edges[i]
				at++
			}
		}
		up.end[u] = at
	}
	return up
}

// Keep returns the graph with the same nodes and the edges for which keep is true.
func (g *Graph) Keep(keep func(edge int) bool) *Graph {
	var edges []Edge
	for i, e := range g.ends {
		if keep(i) {
			edges = append(edges, e)
		}
	}
	return NewGraph(g.NumNodes(), edges)
}
