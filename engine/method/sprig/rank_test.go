package sprig

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/engine/internal/testindex"
	"mycel/engine/method"
	"mycel/engine/param"
	"mycel/engine/ppr"
)

func newRankerOn(x *method.Index) *ranker { return newRanker(method.NewSearcher(x)) }

// with fills in the defaults of options.
func with(o Options) Options {
	var settings param.Settings
	if o.Nodes == NodesTerms {
		settings = param.Settings{paramNodes.Word("terms")}
	}
	return testindex.WithDefaults(o, readOptions(settings))
}

// ask ranks in a mode with options of its own.
func ask(m *ranker, mode string, r *method.Request, o Options) *method.Ranking {
	r.Mode = mode
	return m.rank(r, with(o))
}

func shaped(x *method.Index, shape shape) *passageGraph {
	g := newPassageGraph(entityIncidence(x), x.Corpus.NumChunks())
	g.setShape(shape)
	return g
}

var penalties = []Penalty{PenaltyNone, PenaltyRoot, PenaltyFull}

// Rows sum to 1 or are empty, every edge is there in both directions, and pruning
// never adds one.
func TestSprigRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		x := testindex.Random(t, rng, 30)
		whole := edgesOf(t, shaped(x, shape{penalty: PenaltyRoot}))
		for _, penalty := range penalties {
			for _, shape := range []shape{{penalty: penalty}, {penalty: penalty, hubTop: 20}, {penalty: penalty, maxEdges: 2}, {penalty: penalty, hubTop: 10, maxEdges: 1}, {penalty: penalty, hubTop: 100}} {
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

func edgesOf(t *testing.T, g *passageGraph) map[[2]uint32]bool {
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
	x := testindex.New(t, []string{"a a b", "a c", "d"})
	const a, b = 3, 4 // nodes
	la, lb := math.Log(4.0/3), math.Log(4.0/2)
	wa0, wa1, wb := 2*la+1, la+1, lb+1
	for _, c := range []struct {
		penalty Penalty
		damped  float64
	}{{PenaltyNone, 1}, {PenaltyRoot, 1 / math.Sqrt2}, {PenaltyFull, 0.5}} {
		g := shaped(x, shape{penalty: c.penalty})
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
	if to, _ := shaped(x, shape{maxEdges: 1}).Row(a); !slices.Equal(to, []uint32{0}) {
		t.Errorf("a is left with %v", to)
	}
	// A quarter of the four entities is one: a.
	g := shaped(x, shape{hubTop: 25})
	if g.known(0) || !g.known(1) {
		t.Errorf("pruned %v, want the first", g.left)
	}
}

// In a single passage every entity weighs 1, for ln(2/2) = 0.
func TestSprigSinglePassage(t *testing.T) {
	g := shaped(testindex.New(t, []string{"a a a b"}), shape{penalty: PenaltyRoot})
	if _, p := g.Row(0); len(p) != 2 || p[0] != 0.5 || p[1] != 0.5 {
		t.Errorf("row %v, want halves", p)
	}
}

// A query that names e1 in A–e1–B–e2–C finds B before C, and C at all.
func TestSprigChain(t *testing.T) {
	x := testindex.New(t, []string{"c z", "a b", "b c"})
	s := newRankerOn(x)
	for _, o := range []Options{{}, {Solver: SolverPower}, {Solver: SolverPower, MaxIter: 3}, {HubPenalty: PenaltyNone}} {
		r := ask(s, ModeGraph, testindex.Request(x, "a", method.Options{}), o)
		if o.MaxIter == 3 {
			// Three steps from the entity a lead to "b c" and no further.
			if got := testindex.Nodes(r); got != "1 2" {
				t.Errorf("%+v: ranking %q, want 1 2", o, got)
			}
		} else if got := testindex.Nodes(r); got != "1 2 0" {
			t.Errorf("%+v: ranking %q, want 1 2 0", o, got)
		}
	}
	r := ask(s, ModeGraph, testindex.Request(x, "a", method.Options{}), Options{})
	if got := testindex.Via(r.Items[1]); len(got) != 2 || x.Entities.Key(got[0]) != "bb" {
		t.Errorf("the second passage was reached over %v", got)
	}
	if got := testindex.Via(r.Items[0]); len(got) != 2 || x.Entities.Key(got[0]) != "aa" {
		t.Errorf("the first passage was reached over %v", got)
	}
}

// The walk, whatever its solver, is that of the dense matrix.
func TestSprigSolvers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		g := shaped(testindex.Random(t, rng, 40), shape{penalty: PenaltyRoot})
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

// The seeds of every mode sum to 1, whatever the query names and however it is weighted: so
// scores of the walk sum to 1 at most, and a threshold means the same for every query.
func TestSprigMass(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	walked := 0
	for range 30 {
		x := testindex.Random(t, rng, 40)
		for _, mode := range Method.Modes {
			for _, o := range []Options{{}, {SeedPenalty: PenaltyNone}, {SeedPenalty: PenaltyFull}, {Weighting: WeightRank}, {Weighting: WeightSoftmax}, {Mix: MixAdaptive}, {Mix: MixFixed}, {Nodes: NodesTerms}, {Fallback: FallbackUniform}} {
				o.Solver = SolverPower
				m := newRankerOn(x)
				var letters []string
				for range 1 + rng.IntN(5) {
					letters = append(letters, string(rune('a'+rng.IntN(20))))
				}
				ask(m, mode, testindex.Request(x, strings.Join(letters, " "), method.Options{}), o)
				walk := m.walks[o.Nodes]
				if len(walk.Reached) == 0 {
					continue
				}
				walked++
				sum := 0.0
				for _, u := range walk.Reached {
					sum += float64(walk.Score[u])
				}
				if math.Abs(sum-1) > 1e-5 {
					t.Fatalf("%s, %+v, %v: the walk's scores sum to %g", mode, o, letters, sum)
				}
			}
		}
	}
	if walked < 500 {
		t.Errorf("%d walks prove little", walked)
	}
}

func TestSprigFallback(t *testing.T) {
	x := testindex.New(t, []string{"a b", "b c", "d e", "c"})
	s := newRankerOn(x)
	fallBack := func(f Fallback) *method.Ranking {
		r := testindex.Request(x, "b", method.Options{})
		r.Entities = nil
		return ask(s, ModeGraph, r, Options{Fallback: f})
	}
	if r := fallBack(FallbackTop); testindex.Nodes(r) != "0 1 3" || !strings.Contains(r.Reason, "best match") {
		t.Errorf("top: %q, %s", testindex.Nodes(r), r.Reason)
	}
	if r := fallBack(FallbackNone); testindex.Nodes(r) != "0+ 1+" {
		t.Errorf("none: %q, %s", testindex.Nodes(r), r.Reason)
	}
	if r := fallBack(FallbackUniform); len(r.Items) != 4 || !strings.Contains(r.Reason, "everywhere") {
		t.Errorf("uniform: %q, %s", testindex.Nodes(r), r.Reason)
	}
	// Neither an entity nor a word.
	for _, mode := range Method.Modes {
		if r := ask(s, mode, testindex.Request(x, "zzz", method.Options{}), Options{}); len(r.Items) != 0 || r.Reason == "" {
			t.Errorf("%s: %q, %s", mode, testindex.Nodes(r), r.Reason)
		}
	}
}

// Passages without entities are found as seeds only, and cost no other passage its
// score.
func TestSprigDangling(t *testing.T) {
	x := testindex.New(t, []string{"a b", "a", "b"})
	s := newRankerOn(x)
	// Without the hub "a", passage 1 has no entity left.
	r := ask(s, ModeHybrid, testindex.Request(x, "a", method.Options{}), Options{HubTopPercent: 50})
	if got := strings.Fields(testindex.Nodes(r)); !slices.Contains(got, "1") {
		t.Errorf("ranking %v lacks the seed", got)
	}
}

func TestSprigMix(t *testing.T) {
	for _, c := range []struct {
		o        Options
		entities float64
	}{
		{Options{Mix: MixMass}, 0.75 / 2.75},
		{Options{Mix: MixAdaptive}, 2.0 / 5},
		{Options{Mix: MixFixed}, 0.5},
		{Options{Mix: MixFixed, EntityShare: 0.9}, 0.9},
	} {
		q := &query{o: with(c.o)}
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
		o := Options{Weighting: c.w}
		seeds := (&query{o: with(o)}).passageSeeds(list)
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
	x := testindex.New(t, []string{"a", "a", "a", "a"})
	if got := testindex.Nodes(ask(newRankerOn(x), ModeGraph, testindex.Request(x, "a", method.Options{K: 3}), Options{})); got != "0 1 2" {
		t.Errorf("ranking %q", got)
	}
}

// A used searcher answers like a fresh one, whatever shape the graph had before.
func TestSprigReuse(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := testindex.Random(t, rng, 60)
	used := newRankerOn(x)
	shapes := []Options{{}, {Nodes: NodesTerms}, {MinDF: 4}, {MaxDFPercent: 15}, {HubTopPercent: 10}, {MaxEdges: 2}, {HubPenalty: PenaltyFull}, {Fusion: FusionRRF}, {Fusion: FusionMinRank}, {Solver: SolverPower}}
	for range 100 {
		o := shapes[rng.IntN(len(shapes))]
		query := string(rune('a'+rng.IntN(20))) + " " + string(rune('a'+rng.IntN(20)))
		got, want := ask(used, ModeHybrid, testindex.Request(x, query, method.Options{}), o), ask(newRankerOn(x), ModeHybrid, testindex.Request(x, query, method.Options{}), o)
		if testindex.Nodes(got) != testindex.Nodes(want) || got.Stats != want.Stats {
			t.Fatalf("%q, %+v: %s, fresh %s", query, o, testindex.Nodes(got), testindex.Nodes(want))
		}
		for i, it := range got.Items {
			if it.Score != want.Items[i].Score || !slices.Equal(testindex.Via(it), testindex.Via(want.Items[i])) {
				t.Fatalf("%q: item %+v, fresh %+v", query, it, want.Items[i])
			}
		}
	}
}

func TestSprigOptions(t *testing.T) {
	o := readOptions(nil)
	want := Options{Restart: 0.15, Epsilon: 1e-3, MaxIter: 5, SeedPassages: 3, EntityShare: 0.5, MinDF: 1, MaxDFPercent: 100}
	if o != want {
		t.Errorf("defaults %+v, want %+v", o, want)
	}
}

// Every parameter reaches the field that it is for.
func TestParametersAreRead(t *testing.T) {
	testindex.ParametersAreRead(t, Method, func(s param.Settings) any { return readOptions(s) })
}
