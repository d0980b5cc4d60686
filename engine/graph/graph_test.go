package graph

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"mycel/engine/wire"
	"mycel/internal/must"
)

func decode(t testing.TB, n int, edges []Edge) *CSR {
	t.Helper()
	g := New(n)
	must.OK(t, g.Load(Encode(n, pairs(edges)), len(edges)))
	return g
}

// pairs makes groups of the ends of edges, as many as the edges weigh.
func pairs(edges []Edge) (g Groups) {
	for _, e := range edges {
		for range e.Weight {
			g.Add(e.U, e.V)
		}
	}
	return g
}

// path makes the path 0 – 1 – … – n−1.
func path(n int) []Edge {
	var edges []Edge
	for i := range n - 1 {
		edges = append(edges, Edge{uint32(i), uint32(i + 1), 1})
	}
	return edges
}

func TestEncode(t *testing.T) {
	g := decode(t, 4, []Edge{{0, 1, 2}, {0, 3, 1}, {1, 3, 70000}})
	must.Hold(t, g.NumNodes() == 4 && g.NumEdges() == 3 && g.Degree(2) == 0, "%d nodes, %d edges", g.NumNodes(), g.NumEdges())
	for u, want := range [][]uint32{{1, 3}, {0, 3}, nil, {0, 1}} {
		nbr, _ := g.Neighbours(uint32(u))
		must.Be(t, slices.Equal(nbr, want), "neighbours of %d = %v, want %v", u, nbr, want)
	}
	_, w := g.Neighbours(3)
	must.Be(t, slices.Equal(w, []uint16{1, 65535}), "weights = %v", w)
}

// Spec: a pair at distance 4 is near when h = 4, one at distance 5 is not.
func TestHopsLimit(t *testing.T) {
	h := NewHops(decode(t, 6, path(6)))
	must.Equal(t, h.Path(0, 4, Limits{MaxHops: 4}), []uint32{0, 1, 2, 3, 4}, "path of 4")
	p := h.Path(0, 5, Limits{MaxHops: 4})
	must.Be(t, p == nil, "path of 5 within 4 = %v", p)
	must.Equal(t, h.Path(5, 0, Limits{MaxHops: 5}), []uint32{5, 4, 3, 2, 1, 0}, "path backwards")
	must.Equal(t, h.Path(2, 2, Limits{MaxHops: 1}), []uint32{2}, "path to itself")
}

func TestHopsOptions(t *testing.T) {
	// 0 – 1 – 2 weighs 1, 0 – 3 – 4 – 2 weighs 5; 1 is a hub of degree 3.
	h := NewHops(decode(t, 6, []Edge{{0, 1, 1}, {0, 3, 5}, {1, 2, 1}, {1, 5, 1}, {2, 4, 5}, {3, 4, 5}}))
	must.Equal(t, h.Path(0, 2, Limits{MaxHops: 4}), []uint32{0, 1, 2}, "shortest")
	must.Equal(t, h.Path(0, 2, Limits{MaxHops: 4, MinWeight: 2}), []uint32{0, 3, 4, 2}, "heavy edges only")
	must.Equal(t, h.Path(0, 2, Limits{MaxHops: 4, HubCap: 2}), []uint32{0, 3, 4, 2}, "around the hub")
	must.Equal(t, h.Path(1, 2, Limits{MaxHops: 4, HubCap: 2}), []uint32{1, 2}, "from the hub")
}

// distances by plain breadth-first search.
func distances(g *CSR, from uint32) []int {
	d := slices.Repeat([]int{-1}, g.NumNodes())
	d[from] = 0
	for queue := []uint32{from}; len(queue) > 0; queue = queue[1:] {
		nbr, _ := g.Neighbours(queue[0])
		for _, v := range nbr {
			if d[v] < 0 {
				d[v] = d[queue[0]] + 1
				queue = append(queue, v)
			}
		}
	}
	return d
}

// Searching from both ends finds the distances of a plain search, over real
// edges, and the set of pairs within h grows with h.
func TestHopsAgainstBFS(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		n := 2 + rng.IntN(40)
		var edges []Edge
		for u := range n {
			for v := u + 1; v < n; v++ {
				if rng.IntN(n) < 2 {
					edges = append(edges, Edge{uint32(u), uint32(v), 1})
				}
			}
		}
		g := decode(t, n, edges)
		h := NewHops(g)
		for range 40 {
			a, b, limit := uint32(rng.IntN(n)), uint32(rng.IntN(n)), 1+rng.IntN(6)
			want := distances(g, a)[b]
			got := h.Path(a, b, Limits{MaxHops: limit})
			if want < 0 || want > limit {
				must.Hold(t, got == nil, "path %v at distance %d within %d", got, want, limit)
				continue
			}
			must.Hold(t, len(got)-1 == want && got[0] == a && got[len(got)-1] == b, "path %v from %d to %d at distance %d", got, a, b, want)
			for i := 1; i < len(got); i++ {
				nbr, _ := g.Neighbours(got[i-1])
				must.Hold(t, slices.Contains(nbr, got[i]), "path %v uses no edge at %d", got, i)
			}
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	good := Encode(3, pairs([]Edge{{0, 2, 1}}))
	must.Is(t, New(4).Load(good, 1), wire.ErrCorrupt, "wrong number of nodes")
	must.Is(t, New(3).Load(good, 2), wire.ErrCorrupt, "wrong number of edges")
	must.Is(t, New(3).Load(good[:len(good)-1], 1), wire.ErrCorrupt, "truncated")
	must.Is(t, New(3).Load([]byte{1, 2, 0, 0}, 0), wire.ErrCorrupt, "more groups of a node than there are")
	must.Is(t, New(3).Load([]byte{200}, 1), wire.ErrCorrupt, "groups that are not there")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	must.Is(t, New(3).Load(append(binary.AppendUvarint(nil, 1<<28), make([]byte, 20)...), 1), wire.ErrCorrupt, "more groups than bytes")
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<20 {
		t.Errorf("more groups than bytes take %d bytes of memory", after.TotalAlloc-before.TotalAlloc)
	}
	var large Groups
	for u := range uint32(MaxGroup + 1) {
		large.IDs = append(large.IDs, u)
	}
	large.Ends = []uint32{MaxGroup + 1}
	must.Is(t, New(MaxGroup+1).Load(Encode(MaxGroup+1, large), MaxGroup*(MaxGroup+1)/2), wire.ErrCorrupt, "large group")
}

// Groups are the edges between their members, as many as there are.
func TestGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 100 {
		n := 2 + rng.IntN(20)
		weight := map[[2]uint32]uint32{}
		var groups Groups
		for range rng.IntN(20) {
			var ids []uint32
			for u := range uint32(n) {
				if rng.IntN(4) == 0 {
					ids = append(ids, u)
				}
			}
			if len(ids) < 2 {
				continue
			}
			groups.Add(ids...)
			for i, u := range ids {
				for _, v := range ids[i+1:] {
					weight[[2]uint32{u, v}]++
				}
			}
		}
		var edges []Edge
		for u := range uint32(n) {
			for v := u + 1; v < uint32(n); v++ {
				if w := weight[[2]uint32{u, v}]; w > 0 {
					edges = append(edges, Edge{u, v, w})
				}
			}
		}
		g := New(n)
		must.OK(t, g.Load(Encode(n, groups), len(edges)))
		var got []Edge
		for u := range uint32(n) {
			nbr, weights := g.Neighbours(u)
			must.Hold(t, slices.IsSorted(nbr), "neighbours of %d: %v", u, nbr)
			for i, v := range nbr {
				if v > u {
					got = append(got, Edge{u, v, uint32(weights[i])})
				}
			}
		}
		must.Equal(t, got, edges, "edges")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(3, pairs([]Edge{{0, 1, 1}, {0, 2, 1}})))
	f.Add(Encode(3, Groups{[]uint32{0, 1, 2}, []uint32{3}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		g := New(3)
		if g.Load(b, 2) != nil {
			return
		}
		h := NewHops(g)
		for a := range uint32(3) {
			h.Path(a, 2-a, Limits{MaxHops: 8})
		}
	})
}

// Nodes of a graph that is still to be loaded have no neighbours.
func TestMissingGraph(t *testing.T) {
	g := New(3)
	near, weights := g.Neighbours(1)
	must.Be(t, near == nil && weights == nil && g.Degree(1) == 0, "neighbours %v", near)
}

// Searches are told apart even when their number overflows.
func TestManySearches(t *testing.T) {
	var s side
	s.mark, s.parent = make([]uint32, 2), make([]uint32, 2)
	s.search = math.MaxUint32
	s.mark[1] = 1 // by the first search
	if s.begin(0); s.search != 1 || s.mark[1] == s.search {
		t.Errorf("search %d begins with the marks %v", s.search, s.mark)
	}
}
