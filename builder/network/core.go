package network

import "slices"

// CoreNumbers returns, for every node, the greatest k for which the node is in the k-core: the
// largest subgraph in which every node has k neighbours (Seidman 1983). Nodes are removed in the
// order of their degrees, which fall as neighbours are removed (Batagelj & Zaveršnik 2003, "An
// O(m) Algorithm for Cores Decomposition of Networks"). Weights do not count. O(n + m).
func (g *Graph) CoreNumbers() []int {
	n := g.NumNodes()
	degree := make([]int, n)
	most := 0
	for u := range degree {
		degree[u] = g.Degree(uint32(u))
		most = max(most, degree[u])
	}
	// nodes are sorted by degree; those of degree d begin at first[d].
	first := make([]int, most+2)
	for _, d := range degree {
		first[d+1]++
	}
	for d := range most + 1 {
		first[d+1] += first[d]
	}
	nodes, place := make([]uint32, n), make([]int, n)
	next := slices.Clone(first)
	for u, d := range degree {
		place[u] = next[d]
		nodes[next[d]] = uint32(u)
		next[d]++
	}
	for _, u := range nodes {
		to, _ := g.Neighbours(u)
		for _, v := range to {
			if degree[v] <= degree[u] {
				continue
			}
			// v changes places with the first of its degree, and then is the last of the
			// degree below.
			d := degree[v]
			w := nodes[first[d]]
			nodes[first[d]], nodes[place[v]] = v, w
			place[w], place[v] = place[v], first[d]
			first[d]++
			degree[v]--
		}
	}
	return degree
}
