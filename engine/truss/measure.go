package truss

// Diameter returns the longest of the shortest paths between nodes, in edges of g and
// over these nodes only; pairs that do not reach each other are left out. O(nodes ·
// edges between them).
func Diameter(g *Graph, nodes []uint32) int {
	// 1 + the distance, 0 for nodes that were not reached, outside for all others.
	const outside = -1
	at := make([]int32, g.NumNodes())
	for i := range at {
		at[i] = outside
	}
	longest := int32(0)
	queue := make([]uint32, 0, len(nodes))
	for _, root := range nodes {
		for _, u := range nodes {
			at[u] = 0
		}
		at[root] = 1
		queue = append(queue[:0], root)
		for i := 0; i < len(queue); i++ {
			d := at[queue[i]]
			longest = max(longest, d-1)
			near, _ := g.Neighbours(queue[i])
			for _, v := range near {
				if at[v] == 0 {
					at[v] = d + 1
					queue = append(queue, v)
				}
			}
		}
	}
	return int(longest)
}

// Density returns the share of pairs of nodes that have an edge, 0..1; that of a
// single node is 0.
func Density(nodes, edges int) float32 {
	if nodes < 2 {
		return 0
	}
	return float32(2*float64(edges)) / float32(float64(nodes)*float64(nodes-1))
}
