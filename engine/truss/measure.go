package truss

// Diameter returns the longest of the shortest paths between nodes, in edges of g and
// over these nodes only; pairs that do not reach each other are left out. O(nodes ·
// edges between them).
func Diameter(g *Graph, nodes []uint32) int {
	in := make(map[uint32]int, len(nodes)) // 1 + the distance, or 0
	longest := 0
	queue := make([]uint32, 0, len(nodes))
	for _, root := range nodes {
		for _, u := range nodes {
			in[u] = 0
		}
		in[root] = 1
		queue = append(queue[:0], root)
		for i := 0; i < len(queue); i++ {
			at := in[queue[i]]
			longest = max(longest, at-1)
			near, _ := g.Neighbours(queue[i])
			for _, v := range near {
				if d, ok := in[v]; ok && d == 0 {
					in[v] = at + 1
					queue = append(queue, v)
				}
			}
		}
	}
	return longest
}

// Density returns the share of pairs of nodes that have an edge, 0..1; that of a
// single node is 0.
func Density(nodes, edges int) float32 {
	if nodes < 2 {
		return 0
	}
	return float32(2*float64(edges)) / float32(float64(nodes)*float64(nodes-1))
}
