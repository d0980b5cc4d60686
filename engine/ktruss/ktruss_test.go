package ktruss

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/internal/must"
)

// clique returns the edges between all of the nodes.
func clique(nodes ...uint32) (edges []Edge) {
	for i, u := range nodes {
		for _, v := range nodes[i+1:] {
			edges = append(edges, Edge{min(u, v), max(u, v)})
		}
	}
	return edges
}

func graphOf(n int, edges ...Edge) *Graph {
	slices.SortFunc(edges, func(a, b Edge) int {
		if a.U != b.U {
			return int(a.U) - int(b.U)
		}
		return int(a.V) - int(b.V)
	})
	return NewGraph(n, slices.Compact(edges))
}

func random(rng *rand.Rand, n int, density float64) *Graph {
	var edges []Edge
	for u := range n {
		for v := u + 1; v < n; v++ {
			if rng.Float64() < density {
				edges = append(edges, Edge{uint32(u), uint32(v)})
			}
		}
	}
	return NewGraph(n, edges)
}

func TestTrussnessOfKnownGraphs(t *testing.T) {
	withoutEdge := clique(0, 1, 2, 3, 4)[1:]
	chain := slices.Concat(clique(0, 1, 2), clique(1, 2, 3), clique(2, 3, 4))
	for _, test := range []struct {
		name string
		g    *Graph
		want uint16
	}{
		{"an edge", graphOf(2, Edge{0, 1}), 2},
		{"a triangle", graphOf(3, clique(0, 1, 2)...), 3},
		{"K4", graphOf(4, clique(0, 1, 2, 3)...), 4},
		{"K5 without an edge", graphOf(5, withoutEdge...), 4},
		{"a chain of triangles", graphOf(5, chain...), 3},
		{"K6", graphOf(6, clique(0, 1, 2, 3, 4, 5)...), 6},
	} {
		for e, k := range Decompose(test.g).Trussness {
			must.Equal(t, k, test.want, "%s: edge %v has trussness", test.name, test.g.Edge(e))
		}
	}
	must.Equal(t, Decompose(NewGraph(3, nil)).MaxK(), 0, "k of a graph without edges")
}

// keep returns the graph with the same nodes and the edges for which keep is true.
func (g *Graph) keep(keep func(edge int) bool) *Graph {
	var edges []Edge
	for i, e := range g.ends {
		if keep(i) {
			edges = append(edges, e)
		}
	}
	return NewGraph(g.NumNodes(), edges)
}

// supportOf returns the triangles of each edge.
func supportOf(g *Graph) []uint32 {
	w, none := newWords(g), make([]uint16, len(g.ends))
	w.keep(none, 0)
	w.count(none, 0, nil)
	return w.support
}

// peeled returns the edges of the maximal k-truss by its definition.
func peeled(g *Graph, k int) *Graph {
	for {
		support := supportOf(g)
		next := g.keep(func(e int) bool { return int(support[e]) >= k-2 })
		if next.NumEdges() == g.NumEdges() {
			return g
		}
		g = next
	}
}

// The edges of trussness k or more are those that taking away edges in fewer than k−2
// triangles leaves.
func TestTrussnessAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		g := random(rng, 4+rng.IntN(14), 0.2+0.7*rng.Float64())
		trusses := Decompose(g)
		for k := 2; k <= trusses.MaxK()+1; k++ {
			got := g.keep(func(e int) bool { return int(trusses.Trussness[e]) >= k })
			want := peeled(g, k)
			must.Hold(t, slices.Equal(got.ends, want.ends), "%d-truss of %v: got %v, want %v", k, g.ends, got.ends, want.ends)
		}
	}
}

// isTruss tells whether nodes are connected by the edges of a maximal k-truss among
// them, and each of those edges lies in k−2 triangles of them.
func isTruss(t *Graph, nodes []uint32, k int) bool {
	in := map[uint32]bool{}
	for _, u := range nodes {
		in[u] = true
	}
	inner := t.keep(func(e int) bool { return in[t.ends[e].U] && in[t.ends[e].V] })
	for _, s := range supportOf(inner) {
		if int(s) < k-2 {
			return false
		}
	}
	seen := map[uint32]bool{nodes[0]: true}
	for queue := nodes[:1:1]; len(queue) > 0; queue = queue[1:] {
		near, _ := inner.Neighbours(queue[0])
		for _, v := range near {
			if !seen[v] {
				seen[v] = true
				queue = append(queue, v)
			}
		}
	}
	return len(seen) == len(nodes)
}

// literal is Q-Peel as it is printed, with the flag reset before every pass: after each
// removal it begins anew with the least relevant node.
func literal(g *Graph, relevance []int32, k int) *Community {
	t := peeled(g, k)
	var best *Community
	for _, nodes := range componentsOf(t, relevance) {
		s := community(nodes, relevance)
		for again := true; again; {
			again = false
			order := slices.Clone(s.Nodes)
			slices.SortFunc(order, func(a, b uint32) int {
				if relevance[a] != relevance[b] {
					return int(relevance[a]) - int(relevance[b])
				}
				return int(b) - int(a)
			})
			for _, v := range order {
				rest := slices.DeleteFunc(slices.Clone(s.Nodes), func(u uint32) bool { return u == v })
				if len(rest) < k {
					break
				}
				less := community(rest, relevance)
				if less.Sum*int64(len(s.Nodes)) > s.Sum*int64(len(rest)) && isTruss(t, rest, k) {
					s, again = less, true
					break
				}
			}
		}
		if best == nil || better(&s, best) {
			best = &s
		}
	}
	return best
}

func componentsOf(g *Graph, relevance []int32) [][]uint32 {
	s := Known(g, make([]uint16, len(g.ends))).Search(relevance)
	s.t.w.keep(s.t.Trussness, 0)
	list := s.p.components()
	for _, component := range list {
		slices.Sort(component)
	}
	return list
}

func community(nodes []uint32, relevance []int32) Community {
	c := Community{Nodes: nodes}
	for _, u := range nodes {
		c.Sum += int64(relevance[u])
	}
	return c
}

func relevances(rng *rand.Rand, n int) []int32 {
	r := make([]int32, n)
	for i := range r {
		r[i] = Fixed(float32(rng.IntN(9)-2) / 7)
	}
	return r
}

// What Peel finds is what the printed algorithm finds; it is a connected k-truss, at
// least as relevant as its component, and within the bounds on density and diameter.
func TestPeelAgainstThePaper(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 600 {
		n := 3 + rng.IntN(10)
		g := random(rng, n, 0.3+0.6*rng.Float64())
		relevance := relevances(rng, n)
		trusses := Decompose(g)
		for k := 2; k <= trusses.MaxK(); k++ {
			got := trusses.Search(relevance).Peel(k, Options{})
			want := literal(g, relevance, k)
			name := fmt.Sprintf("k=%d of %v, relevance %v", k, g.ends, relevance)
			must.Hold(t, len(got) == 1 && slices.Equal(got[0].Nodes, want.Nodes) && got[0].Sum == want.Sum, "%s:\n got %v\nwant %v", name, got, want)
			truss := peeled(g, k)
			must.Hold(t, isTruss(truss, got[0].Nodes, k), "%s: %v is no connected k-truss", name, got[0].Nodes)
			checkBounds(t, name, truss, &got[0], k)
			found++
		}
		if got := trusses.Search(relevance).Peel(trusses.MaxK()+1, Options{}); trusses.MaxK() > 0 && got != nil {
			t.Fatalf("found %v above the largest k", got)
		}
	}
	must.Be(t, found >= 1000, "only %d searches", found)
}

// checkBounds holds a community against the paper's bounds.
func checkBounds(t *testing.T, name string, truss *Graph, c *Community, k int) {
	t.Helper()
	n := len(c.Nodes)
	must.Hold(t, c.Edges*2 >= n*(k-1), "%s: %d edges between %d nodes", name, c.Edges, n)
	if d, most := Diameter(truss, c.Nodes), (2*n-2)/k; d > most || d < 1 {
		t.Fatalf("%s: diameter %d, want 1 to %d", name, d, most)
	}
}

// What is found does not depend on the numbers of the nodes.
func TestPeelDoesNotDependOnOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		n := 12
		g := random(rng, n, 0.5)
		relevance := make([]int32, n)
		for i, r := range rng.Perm(1000)[:n] {
			relevance[i] = Fixed(float32(r) / 1000)
		}
		other := rng.Perm(n)
		moved := make([]int32, n)
		var edges []Edge
		for u, v := range other {
			moved[v] = relevance[u]
		}
		for _, e := range g.ends {
			u, v := uint32(other[e.U]), uint32(other[e.V])
			edges = append(edges, Edge{min(u, v), max(u, v)})
		}
		h := graphOf(n, edges...)
		for k := 3; k <= Decompose(g).MaxK(); k++ {
			a, b := Decompose(g).Search(relevance).Peel(k, Options{}), Decompose(h).Search(moved).Peel(k, Options{})
			must.Hold(t, a[0].Sum*int64(len(b[0].Nodes)) == b[0].Sum*int64(len(a[0].Nodes)), "relevance %v, of renumbered nodes %v", a, b)
		}
	}
}

// Two triangles that share a node: no single node can go, and neither triangle alone is
// found, however irrelevant the other.
func TestBowTie(t *testing.T) {
	g := graphOf(5, slices.Concat(clique(0, 1, 2), clique(2, 3, 4))...)
	relevance := []int32{One, One, One, 0, 0}
	got := Decompose(g).Search(relevance).Peel(3, Options{})
	must.Be(t, len(got) == 1 && len(got[0].Nodes) == 5 && got[0].Edges == 6, "got %v, want all five nodes", got)
}

func TestEqualRelevanceKeepsAll(t *testing.T) {
	g := graphOf(8, slices.Concat(clique(0, 1, 2, 3), clique(3, 4, 5), clique(6, 7))...)
	relevance := make([]int32, 8)
	for i := range relevance {
		relevance[i] = Fixed(0.1)
	}
	got := Decompose(g).Search(relevance).Peel(2, Options{})
	must.Be(t, slices.Equal(got[0].Nodes, []uint32{0, 1, 2, 3, 4, 5}), "got %v, want the larger component", got)
}

func TestTopComponents(t *testing.T) {
	g := graphOf(9, slices.Concat(clique(0, 1, 2), clique(3, 4, 5), clique(6, 7, 8))...)
	relevance := []int32{1, 1, 1, 3, 3, 3, 2, 2, 2}
	got := Decompose(g).Search(relevance).Peel(3, Options{Top: 2})
	must.Be(t, len(got) == 2 && got[0].Nodes[0] == 3 && got[1].Nodes[0] == 6, "got %v, want the two most relevant triangles", got)
}

func TestMaxChecks(t *testing.T) {
	g := graphOf(6, clique(0, 1, 2, 3, 4, 5)...)
	relevance := []int32{6, 5, 4, 3, 2, 1}
	got := Decompose(g).Search(relevance).Peel(3, Options{MaxChecks: 2})
	if !got[0].Capped || !slices.Equal(got[0].Nodes, []uint32{0, 1, 2, 3}) {
		t.Errorf("got %+v, want four nodes and the note that it is not the end", got[0])
	}
	if got = Decompose(g).Search(relevance).Peel(3, Options{}); got[0].Capped || !slices.Equal(got[0].Nodes, []uint32{0, 1, 2}) {
		t.Errorf("got %+v, want a triangle", got[0])
	}
}
