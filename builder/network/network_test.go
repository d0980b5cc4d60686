package network

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/community"
	gonum "gonum.org/v1/gonum/graph/network"
	"gonum.org/v1/gonum/graph/simple"

	"mycel/engine/graph"
	"mycel/internal/must"
)

// edges lists edges of weight 1 as pairs of nodes.
func edges(ends ...uint32) (out []graph.Edge) {
	for i := 0; i < len(ends); i += 2 {
		out = append(out, graph.Edge{U: ends[i], V: ends[i+1], Weight: 1})
	}
	return out
}

// clique adds all edges between the nodes [first, end).
func clique(to []graph.Edge, first, end uint32) []graph.Edge {
	for u := first; u < end; u++ {
		for v := u + 1; v < end; v++ {
			to = append(to, graph.Edge{U: u, V: v, Weight: 1})
		}
	}
	return to
}

// planted returns a graph of groups of ten nodes with many edges inside and few between.
func planted(rng *rand.Rand, groups int, inside, between float64) *Graph {
	n := 10 * groups
	var list []graph.Edge
	for u := range n {
		for v := u + 1; v < n; v++ {
			p := between
			if u/10 == v/10 {
				p = inside
			}
			if rng.Float64() < p {
				list = append(list, graph.Edge{U: uint32(u), V: uint32(v), Weight: uint32(1 + rng.IntN(3))})
			}
		}
	}
	return New(n, list)
}

// reference returns the graph in the types of gonum, without weights.
func reference(g *Graph) *simple.UndirectedGraph {
	out := simple.NewUndirectedGraph()
	for u := range g.NumNodes() {
		out.AddNode(simple.Node(u))
	}
	for u := range g.NumNodes() {
		to, _ := g.Neighbours(uint32(u))
		for _, v := range to {
			if uint32(u) < v {
				out.SetEdge(simple.Edge{F: simple.Node(u), T: simple.Node(v)})
			}
		}
	}
	return out
}

// modularity returns the share of the weight within communities, minus the share expected by
// chance: −½ to 1 (Newman & Girvan 2004); 0 for a graph without edges. Communities are numbers
// below the number of nodes.
func modularity(g *Graph, community []uint32) float64 {
	l := newLevel(g)
	if l.total == 0 {
		return 0
	}
	within, strength := l.sums(community)
	q := 0.0
	for c := range within {
		share := float64(strength[c]) / float64(l.total)
		q += float64(within[c])/float64(l.total) - float64(share*share)
	}
	return q
}

func TestNew(t *testing.T) {
	g := New(4, []graph.Edge{{U: 2, V: 1, Weight: 1}, {U: 1, V: 2, Weight: 3}, {U: 3, V: 3, Weight: 1}, {U: 0, V: 2, Weight: 1}})
	if g.NumNodes() != 4 || g.NumEdges() != 2 || g.Degree(3) != 0 {
		t.Errorf("%d nodes, %d edges, degree %d of the node with a loop", g.NumNodes(), g.NumEdges(), g.Degree(3))
	}
	if to, weight := g.Neighbours(2); !slices.Equal(to, []uint32{0, 1}) || !slices.Equal(weight, []uint32{1, 4}) {
		t.Errorf("neighbours %v with weights %v, want 0 and 1 with 1 and 4", to, weight)
	}
}

func TestComponents(t *testing.T) {
	g := New(6, edges(4, 1, 1, 5, 0, 3))
	got, n := g.componentsWithin(make([]uint32, 6))
	must.Be(t, n == 3 && slices.Equal(got, []uint32{0, 1, 2, 0, 1, 1}), "%d components: %v", n, got)
}

func TestBetweenness(t *testing.T) {
	// A star: all three pairs of leaves go through the middle. A path of four: 2 each.
	g := New(8, edges(0, 1, 0, 2, 0, 3, 4, 5, 5, 6, 6, 7))
	must.Equal(t, g.Betweenness(8, 1), []float64{3, 0, 0, 0, 0, 2, 2, 0}, "betweenness")
	got := New(0, nil).Betweenness(10, 1)
	must.Be(t, len(got) == 0, "of no nodes: %v", got)
}

// With all nodes as pivots the values are exact, with some they are right on average.
func TestBetweennessAgainstGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 10 {
		g := planted(rng, 3, 0.4, 0.05)
		exact := gonum.Betweenness(reference(g))
		sampled := make([]float64, g.NumNodes())
		for seed := range uint64(200) {
			for v, b := range g.Betweenness(5, seed) {
				sampled[v] += b / 200
			}
		}
		total, of := 0.0, 0.0
		for v, b := range g.Betweenness(g.NumNodes()+1, 1) {
			// gonum counts a pair from both of its ends.
			want := exact[int64(v)] / 2
			must.Hold(t, math.Abs(b-want) <= 1e-9*(1+want), "node %d: %g, want %g", v, b, want)
			total += b
			of += sampled[v]
		}
		must.Be(t, math.Abs(total-of) <= 0.1*total, "sampled values sum to %g, exact ones to %g", of, total)
	}
}

func TestBetweennessSeed(t *testing.T) {
	g := planted(rand.New(rand.NewPCG(5, 6)), 4, 0.4, 0.05)
	must.Be(t, slices.Equal(g.Betweenness(3, 7), g.Betweenness(3, 7)), "the same seed gives other values")
	must.Be(t, !slices.Equal(g.Betweenness(3, 7), g.Betweenness(3, 8)), "another seed gives the same values")
}

func TestLeiden(t *testing.T) {
	// Two cliques with one edge between them, and a node by itself.
	g := New(9, append(clique(clique(nil, 0, 4), 4, 8), edges(3, 4)...))
	got, n := g.Leiden(1)
	want := []uint32{0, 0, 0, 0, 1, 1, 1, 1, 2}
	must.Be(t, n == 3 && slices.Equal(got, want), "%d communities: %v, want %v", n, got, want)
	// 13 edges; of either clique 6 within, and 13 ends.
	q := modularity(g, got)
	must.Be(t, math.Abs(q-(12.0/13-0.5)) <= 1e-12, "modularity %g, want %g", q, 12.0/13-0.5)
	if got, n := New(0, nil).Leiden(1); n != 0 || len(got) != 0 {
		t.Errorf("of no nodes: %v", got)
	}
	if got, n := New(2, nil).Leiden(1); n != 2 || !slices.Equal(got, []uint32{0, 1}) {
		t.Errorf("of no edges: %v", got)
	}
	must.Equal(t, modularity(New(2, nil), []uint32{0, 1}), 0, "modularity without edges")
}

// On Zachary's karate club (1977) the best modularity there is is 0.4198 (Brandes et
// al. 2008), in four communities.
func TestLeidenKarate(t *testing.T) {
	g := New(34, edges(
		0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0, 10, 0, 11, 0, 12, 0, 13, 0, 17, 0, 19, 0, 21, 0, 31, 1, 2, 1, 3, 1, 7, 1, 13,
		1, 17, 1, 19, 1, 21, 1, 30, 2, 3, 2, 7, 2, 8, 2, 9, 2, 13, 2, 27, 2, 28, 2, 32, 3, 7, 3, 12, 3, 13, 4, 6, 4, 10, 5, 6, 5, 10,
		5, 16, 6, 16, 8, 30, 8, 32, 8, 33, 9, 33, 13, 33, 14, 32, 14, 33, 15, 32, 15, 33, 18, 32, 18, 33, 19, 33, 20, 32, 20, 33,
		22, 32, 22, 33, 23, 25, 23, 27, 23, 29, 23, 32, 23, 33, 24, 25, 24, 27, 24, 31, 25, 31, 26, 29, 26, 33, 27, 33, 28, 31, 28, 33,
		29, 32, 29, 33, 30, 32, 30, 33, 31, 32, 31, 33, 32, 33))
	must.Hold(t, g.NumEdges() == 78, "%d edges, want 78", g.NumEdges())
	best := 0.0
	for seed := range uint64(10) {
		c, _ := g.Leiden(seed)
		if q := modularity(g, c); q > best {
			best = q
		}
		if q := modularity(g, c); q < 0.41 {
			t.Errorf("seed %d: modularity %g", seed, q)
		}
	}
	must.Be(t, math.Abs(best-0.4198) <= 1e-4, "the best of ten seeds has modularity %g, want 0.4198", best)
}

// Communities are connected, numbered in order, and the same for the same seed; their
// modularity is that which gonum computes, and no lower than that of its Louvain.
func TestLeidenProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range 20 {
		g := planted(rng, 2+rng.IntN(10), 0.2+rng.Float64()/2, rng.Float64()/10)
		got, n := g.Leiden(uint64(i))
		again, _ := g.Leiden(uint64(i))
		must.Hold(t, slices.Equal(got, again), "the same seed gives other communities")
		parts, m := g.componentsWithin(got)
		must.Hold(t, m == n && slices.Equal(parts, got), "%d communities in %d connected pieces", n, m)
		w := simple.NewWeightedUndirectedGraph(0, 0)
		for u := range g.NumNodes() {
			w.AddNode(simple.Node(u))
		}
		for u := range g.NumNodes() {
			to, weight := g.Neighbours(uint32(u))
			for k, v := range to {
				w.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(u), T: simple.Node(v), W: float64(weight[k])})
			}
		}
		louvain := community.Modularize(w, 1, rand.New(rand.NewPCG(9, uint64(i)))).Communities()
		other := make([]uint32, g.NumNodes())
		for c, members := range louvain {
			for _, node := range members {
				other[node.ID()] = uint32(c)
			}
		}
		if q, want := modularity(g, other), community.Q(w, louvain, 1); math.Abs(q-want) > 1e-9 {
			t.Fatalf("modularity %g, gonum has %g", q, want)
		}
		if q, least := modularity(g, got), modularity(g, other); q < least-0.003 {
			t.Errorf("graph %d: modularity %g, Louvain %g", i, q, least)
		}
	}
}
