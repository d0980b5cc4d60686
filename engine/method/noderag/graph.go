package noderag

import "mycel/engine/method/noderag/heterograph"

// walkedGraph is NodeRAG's graph for the walk: the weight of an edge is
//
//	min(w, 1/degree(u), 1/degree(v)) = 1/max(degree(u), degree(v))
//
// because w, the number of times that the edge was made, is at least 1. Rows
// are normalised.
type walkedGraph struct {
	g *heterograph.Graph
	p []float32
}

// Row returns the edges of a node.
func (g *walkedGraph) Row(u uint32) ([]uint32, []float32) {
	to, _ := g.g.Neighbours(u)
	g.p = g.p[:0]
	sum, degree := float32(0), len(to)
	for _, v := range to {
		w := 1 / float32(max(degree, g.g.Degree(v)))
		g.p = append(g.p, w)
		sum += w
	}
	for i := range g.p {
		g.p[i] /= sum
	}
	return to, g.p
}

// Degree returns the number of edges of a node.
func (g *walkedGraph) Degree(u uint32) int { return g.g.Degree(u) }

// NumNodes returns the number of nodes.
func (g *walkedGraph) NumNodes() int { return g.g.NumNodes() }
