package strategy

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/engine/ppr"
)

// randomToy is an index of random passages over a small vocabulary.
func randomToy(t testing.TB, rng *rand.Rand, passages int) *Index {
	words := strings.Split("abcdefghijklmnopqrst", "")
	chunks := make([]string, passages)
	for i := range chunks {
		for range 1 + rng.IntN(6) {
			// Squared, so that some words are hubs.
			f := rng.Float64()
			chunks[i] += words[int(f*f*float64(len(words)))] + " "
		}
	}
	return Toy(t, chunks)
}

func shaped(x *Index, shape sprigShape) *sprigGraph {
	g := newSprigGraph(entityIncidence(x), x.Corpus.NumChunks())
	g.setShape(shape)
	return g
}

var penalties = []Penalty{PenaltyNone, PenaltyRoot, PenaltyFull}

// Rows sum to 1 or are empty, every edge is there in both directions, and pruning
// never adds one.
func TestSprigRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		x := randomToy(t, rng, 30)
		whole := edgesOf(t, shaped(x, sprigShape{penalty: PenaltyRoot}))
		for _, penalty := range penalties {
			for _, shape := range []sprigShape{{penalty: penalty}, {penalty: penalty, hubTop: 20}, {penalty: penalty, maxEdges: 2}, {penalty: penalty, hubTop: 10, maxEdges: 1}, {penalty: penalty, hubTop: 100}} {
				g := shaped(x, shape)
				edges := edgesOf(t, g)
				for edge := range edges {
					if !edges[[2]uint32{edge[1], edge[0]}] {
						t.Fatalf("%+v: edge %v has no way back", shape, edge)
					}
					if !whole[edge] {
						t.Fatalf("%+v: edge %v is new", shape, edge)
					}
				}
				if shape.hubTop == 0 && shape.maxEdges == 0 && len(edges) != len(whole) {
					t.Fatalf("%+v: %d edges of %d", shape, len(edges), len(whole))
				}
				if shape.hubTop == 100 && len(edges) > 0 {
					t.Fatalf("%d edges without entities", len(edges))
				}
			}
		}
	}
}

func edgesOf(t *testing.T, g *sprigGraph) map[[2]uint32]bool {
	t.Helper()
	edges := map[[2]uint32]bool{}
	for u := range uint32(g.NumNodes()) {
		to, p := g.Row(u)
		if len(to) != len(p) || len(to) > g.Degree(u) || !slices.IsSorted(to) {
			t.Fatalf("row %d: %v %v, degree %d", u, to, p, g.Degree(u))
		}
		sum := 0.0
		for i, v := range to {
			edges[[2]uint32{u, v}] = true
			sum += float64(p[i])
		}
		if len(to) > 0 && math.Abs(sum-1) > 1e-6 {
			t.Fatalf("row %d sums to %g", u, sum)
		}
	}
	return edges
}

// The rows of a small graph, by hand. Of three passages "a" is in two, once and
// twice, "b" and "c" in one.
func TestSprigWeights(t *testing.T) {
	x := Toy(t, []string{"a a b", "a c", "d"})
	const a, b = 3, 4 // nodes
	la, lb := math.Log(4.0/3), math.Log(4.0/2)
	wa0, wa1, wb := 2*la+1, la+1, lb+1
	for _, c := range []struct {
		penalty Penalty
		damped  float64
	}{{PenaltyNone, 1}, {PenaltyRoot, 1 / math.Sqrt2}, {PenaltyFull, 0.5}} {
		g := shaped(x, sprigShape{penalty: c.penalty})
		check := func(u uint32, to []uint32, want []float64) {
			t.Helper()
			gotTo, got := g.Row(u)
			if !slices.Equal(gotTo, to) {
				t.Fatalf("penalty %d: row %d leads to %v, want %v", c.penalty, u, gotTo, to)
			}
			for i := range want {
				if math.Abs(float64(got[i])-want[i]) > 1e-6 {
					t.Errorf("penalty %d: row %d is %v, want %v", c.penalty, u, got, want)
				}
			}
		}
		check(a, []uint32{0, 1}, []float64{wa0 / (wa0 + wa1), wa1 / (wa0 + wa1)})
		check(0, []uint32{a, b}, []float64{wa0 * c.damped / (wa0*c.damped + wb), wb / (wa0*c.damped + wb)})
	}
	// One heaviest edge per entity: a keeps the passage that mentions it twice.
	if to, _ := shaped(x, sprigShape{maxEdges: 1}).Row(a); !slices.Equal(to, []uint32{0}) {
		t.Errorf("a is left with %v", to)
	}
	// A quarter of the four entities is one: a.
	g := shaped(x, sprigShape{hubTop: 25})
	if g.known(0) || !g.known(1) {
		t.Errorf("pruned %v, want the first", g.left)
	}
}

// In a single passage every entity weighs 1, for ln(2/2) = 0.
func TestSprigSinglePassage(t *testing.T) {
	g := shaped(Toy(t, []string{"a a a b"}), sprigShape{penalty: PenaltyRoot})
	if _, p := g.Row(0); len(p) != 2 || p[0] != 0.5 || p[1] != 0.5 {
		t.Errorf("row %v, want halves", p)
	}
}

// A query that names e1 in A–e1–B–e2–C finds B before C, and C at all.
func TestSprigChain(t *testing.T) {
	x := Toy(t, []string{"c z", "a b", "b c"})
	s := NewSearcher(x)
	for _, o := range []SPRIG{{}, {Solver: SolverPower}, {Solver: SolverPower, MaxIter: 3}, {HubPenalty: PenaltyNone}} {
		r := s.Graph(AskFor(x, "a", Options{SPRIG: o}))
		if o.MaxIter == 3 {
			// Three steps from the entity a lead to "b c" and no further.
			if got := nodes(r); got != "1 2" {
				t.Errorf("%+v: ranking %q, want 1 2", o, got)
			}
		} else if got := nodes(r); got != "1 2 0" {
			t.Errorf("%+v: ranking %q, want 1 2 0", o, got)
		}
	}
	r := s.Graph(AskFor(x, "a", Options{}))
	if got := ViaOf(r.Items[1]); len(got) != 2 || x.Entities.Key(got[0]) != "bb" {
		t.Errorf("the second passage was reached over %v", got)
	}
	if got := ViaOf(r.Items[0]); len(got) != 2 || x.Entities.Key(got[0]) != "aa" {
		t.Errorf("the first passage was reached over %v", got)
	}
}

// The walk, whatever its solver, is that of the dense matrix.
func TestSprigSolvers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		g := shaped(randomToy(t, rng, 40), sprigShape{penalty: PenaltyRoot})
		push, power := ppr.NewWalker(g.NumNodes()), ppr.NewWalker(g.NumNodes())
		seeds := []ppr.Seed{{Node: 0, Weight: 0.25}, {Node: g.chunks, Weight: 0.75}}
		push.Push(g, seeds, 0.15, 1e-8)
		power.Power(g, seeds, 0.15, 200)
		sum := 0.0
		for u := range push.Score {
			sum += float64(push.Score[u])
			if math.Abs(float64(push.Score[u]-power.Score[u])) > 1e-5 {
				t.Fatalf("node %d: push %g, power %g", u, push.Score[u], power.Score[u])
			}
		}
		if sum > 1+1e-6 {
			t.Fatalf("scores sum to %g", sum)
		}
	}
}

func TestSprigFallback(t *testing.T) {
	x := Toy(t, []string{"a b", "b c", "d e", "c"})
	s := NewSearcher(x)
	ask := func(f Fallback) *Ranking {
		r := AskFor(x, "b", Options{SPRIG: SPRIG{Fallback: f}})
		r.Entities = nil
		return s.Graph(r)
	}
	if r := ask(FallbackTop); nodes(r) != "0 1 3" || !strings.Contains(r.Reason, "best match") {
		t.Errorf("top: %q, %s", nodes(r), r.Reason)
	}
	if r := ask(FallbackNone); nodes(r) != "0+ 1+" {
		t.Errorf("none: %q, %s", nodes(r), r.Reason)
	}
	if r := ask(FallbackUniform); len(r.Items) != 4 || !strings.Contains(r.Reason, "everywhere") {
		t.Errorf("uniform: %q, %s", nodes(r), r.Reason)
	}
	// Neither an entity nor a word.
	for _, mode := range []string{ModeGraph, ModeGraphHybrid, ModeGraphDense, ModeGraphRRF} {
		if r, _ := s.Run(mode, AskFor(x, "zzz", Options{})); len(r.Items) != 0 || r.Reason == "" {
			t.Errorf("%s: %q, %s", mode, nodes(r), r.Reason)
		}
	}
}

// Passages without entities are found as seeds only, and cost no other passage its
// score.
func TestSprigDangling(t *testing.T) {
	x := Toy(t, []string{"a b", "a", "b"})
	s := NewSearcher(x)
	// Without the hub "a", passage 1 has no entity left.
	r := s.GraphHybrid(AskFor(x, "a", Options{SPRIG: SPRIG{HubTopPercent: 50}}))
	if got := strings.Fields(nodes(r)); !slices.Contains(got, "1") {
		t.Errorf("ranking %v lacks the seed", got)
	}
}

func TestSprigMix(t *testing.T) {
	for _, c := range []struct {
		o        SPRIG
		entities float64
	}{
		{SPRIG{Mix: MixMass}, 0.75 / 2.75},
		{SPRIG{Mix: MixAdaptive}, 2.0 / 5},
		{SPRIG{Mix: MixFixed}, 0.5},
		{SPRIG{Mix: MixFixed, EntityShare: 0.9}, 0.9},
	} {
		c.o.read(nil)
		q := &sprig{o: &c.o}
		seeds := q.mix([]ppr.Seed{{Node: 9, Weight: 0.75}}, []ppr.Seed{{Node: 1, Weight: 1.5}, {Node: 2, Weight: 0.5}})
		got := map[uint32]float64{}
		for _, s := range seeds {
			got[s.Node] = float64(s.Weight)
		}
		if math.Abs(got[9]-c.entities) > 1e-6 || math.Abs(got[1]-3*got[2]) > 1e-6 || math.Abs(got[1]+got[2]+got[9]-1) > 1e-6 {
			t.Errorf("mix %d: seeds %v, want %g for the entity", c.o.Mix, got, c.entities)
		}
	}
}

func TestSprigWeighting(t *testing.T) {
	list := ranking(4, 7, 5)
	list[0].Score, list[1].Score, list[2].Score = 3, 2, 0
	for _, c := range []struct {
		w    Weighting
		want []float64
	}{
		{WeightRank, []float64{1, 0.5, 1.0 / 3}},
		{WeightRaw, []float64{3, 2}},
		{WeightSoftmax, []float64{0.7053845, 0.2594965, 0.0351190}}, // e^0, e^−1, e^−3 over their sum
	} {
		o := SPRIG{Weighting: c.w}
		o.read(nil)
		seeds := (&sprig{o: &o}).passageSeeds(list)
		if len(seeds) != len(c.want) {
			t.Fatalf("weighting %d: %v", c.w, seeds)
		}
		for i, s := range seeds {
			if s.Node != list[i].ID || math.Abs(float64(s.Weight)-c.want[i]) > 1e-5 {
				t.Errorf("weighting %d: %v, want %v", c.w, seeds, c.want)
			}
		}
	}
}

// All of a passage's score ties are broken by words, then by order.
func TestSprigTies(t *testing.T) {
	x := Toy(t, []string{"a", "a", "a", "a"})
	if got := nodes(NewSearcher(x).Graph(AskFor(x, "a", Options{K: 3}))); got != "0 1 2" {
		t.Errorf("ranking %q", got)
	}
}

// A used searcher answers like a fresh one, whatever shape the graph had before.
func TestSprigReuse(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := randomToy(t, rng, 60)
	used := NewSearcher(x)
	shapes := []SPRIG{{}, {Nodes: NodesTerms}, {MinDF: 4}, {MaxDFPercent: 15}, {HubTopPercent: 10}, {MaxEdges: 2}, {HubPenalty: PenaltyFull}, {Fusion: FusionRRF}, {Fusion: FusionMinRank}, {Solver: SolverPower}}
	for range 100 {
		o := Options{SPRIG: shapes[rng.IntN(len(shapes))]}
		query := string(rune('a'+rng.IntN(20))) + " " + string(rune('a'+rng.IntN(20)))
		got, want := used.GraphHybrid(AskFor(x, query, o)), NewSearcher(x).GraphHybrid(AskFor(x, query, o))
		if nodes(got) != nodes(want) || got.Stats != want.Stats {
			t.Fatalf("%q, %+v: %s, fresh %s", query, o, nodes(got), nodes(want))
		}
		for i, it := range got.Items {
			if it.Score != want.Items[i].Score || !slices.Equal(ViaOf(it), ViaOf(want.Items[i])) {
				t.Fatalf("%q: item %+v, fresh %+v", query, it, want.Items[i])
			}
		}
	}
}

func TestSprigOptions(t *testing.T) {
	var all Options
	if p := all.Invalid(); p != nil {
		t.Errorf("the zero value has an invalid %s", p.Name)
	}
	o := all.SPRIG
	o.read(nil)
	want := SPRIG{Restart: 0.15, Epsilon: 1e-3, MaxIter: 5, SeedPassages: 3, EntityShare: 0.5, MinDF: 1, MaxDFPercent: 100}
	if o != want {
		t.Errorf("defaults %+v, want %+v", o, want)
	}
}
