package ktruss

// Diameter returns the length in edges of the longest shortest path between nodes, within the subgraph of these nodes.
// It leaves out pairs without a path. It searches from 64 nodes at a time (Then et al. 2014, "The More the Merrier:
// Efficient Multi-Source Graph Traversal"). O(nodes / 64 · edges between them · diameter).
func Diameter(g *Graph, nodes []uint32) int {
	off, near := within(g, nodes)
	reached := make([]uint64, len(nodes)) // by node: a bit for each of the 64 nodes that reach it
	last := make([]uint64, len(nodes))    // the bits that the last step added
	next := make([]uint64, len(nodes))
	longest := 0
	for first := 0; first < len(nodes); first += 64 {
		clear(reached)
		clear(last)
		for i := first; i < min(first+64, len(nodes)); i++ {
			reached[i], last[i] = 1<<(i-first), 1<<(i-first)
		}
		for steps := 1; step(off, near, reached, last, next); steps++ {
			longest = max(longest, steps)
			last, next = next, last
		}
	}
	return longest
}

// step sets in next the new nodes that have a neighbour in last, and adds them to reached. It returns false if there
// are no new nodes.
func step(off, near []uint32, reached, last, next []uint64) bool {
	any := uint64(0)
	for i := range next {
		from := uint64(0)
		for _, v := range near[off[i]:off[i+1]] {
			from |= last[v]
		}
		next[i] = from &^ reached[i]
		reached[i] |= from
		any |= next[i]
	}
	return any != 0
}

// within returns for each node its neighbours among nodes. Nodes are numbered by their places in nodes.
func within(g *Graph, nodes []uint32) (off, near []uint32) {
	place := make([]uint32, g.NumNodes()) // by node: 1 + its place, 0 for none
	most := 0
	for i, u := range nodes {
		place[u] = uint32(i) + 1
		most += g.Degree(u)
	}
	near = make([]uint32, 0, most)
	off = make([]uint32, 1, len(nodes)+1)
	for _, u := range nodes {
		all, _ := g.Neighbours(u)
		for _, v := range all {
			if p := place[v]; p != 0 {
				near = append(near, p-1)
			}
		}
		off = append(off, uint32(len(near)))
	}
	return off, near
}

// Density returns the share of pairs of nodes that have an edge, 0..1; that of a single node is 0.
func Density(nodes, edges int) float32 {
	if nodes < 2 {
		return 0
	}
	return float32(2*float64(edges)) / float32(float64(nodes)*float64(nodes-1))
}
