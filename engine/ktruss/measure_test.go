package ktruss

import (
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/internal/must"
)

// Support counts the triangles, each at its three edges.
func TestSupportAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for range 200 {
		g := random(rng, 3+rng.IntN(25), 0.1+0.8*rng.Float64())
		number := map[Edge]uint32{}
		for e, ends := range g.ends {
			number[ends] = uint32(e)
		}
		want := make([]uint32, g.NumEdges())
		for ab, a := range number {
			for w := ab.V + 1; w < uint32(g.NumNodes()); w++ {
				b, ok := number[Edge{ab.V, w}]
				c, also := number[Edge{ab.U, w}]
				if ok && also {
					want[a]++
					want[b]++
					want[c]++
				}
			}
		}
		must.Equal(t, supportOf(g), want, "support of %v", g.ends)
	}
}

// farthest is the longest shortest path by Floyd and Warshall.
func farthest(g *Graph, nodes []uint32) (most int) {
	const far = 1 << 20
	d := make([][]int, len(nodes))
	for i, u := range nodes {
		d[i] = make([]int, len(nodes))
		near, _ := g.Neighbours(u)
		for j, v := range nodes {
			if d[i][j] = far; slices.Contains(near, v) {
				d[i][j] = 1
			}
		}
		d[i][i] = 0
	}
	for k := range d {
		for i := range d {
			for j := range d {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	for i := range d {
		for _, x := range d[i] {
			if x < far {
				most = max(most, x)
			}
		}
	}
	return most
}

// The diameter of some of the nodes, also of more than go at a time, and in parts.
func TestDiameterAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	for range 60 {
		n := 1 + rng.IntN(160)
		g := random(rng, n, 3*rng.Float64()/float64(n))
		var nodes []uint32
		for u := range n {
			if rng.IntN(8) > 0 {
				nodes = append(nodes, uint32(u))
			}
		}
		must.Equal(t, Diameter(g, nodes), farthest(g, nodes), "diameter of %v between %v", g.ends, nodes)
	}
}

func TestDensity(t *testing.T) {
	for _, c := range []struct {
		nodes, edges int
		want         float32
	}{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 1}, {4, 3, 0.5}} {
		must.Equal(t, Density(c.nodes, c.edges), c.want, "%d nodes with %d edges", c.nodes, c.edges)
	}
}
