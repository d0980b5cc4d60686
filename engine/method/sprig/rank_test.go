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
	"mycel/internal/must"
)

func newRankerOn(x *method.Index) *ranker { return newRanker(method.NewSearcher(x)) }

// ask ranks in a mode.
func ask(m *ranker, mode string, r *method.Request) *method.Ranking {
	r.Mode = mode
	return m.Rank(r)
}

func set(settings ...param.Setting) method.Options { return method.Options{Params: settings} }

func shaped(x *method.Index, shape shape) *passageGraph {
	g := newPassageGraph(x)
	g.setShape(shape)
	return g
}

// Rows sum to 1 or are empty, every edge is there in both directions, and pruning
// never adds one.
func TestSprigRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		x := testindex.Random(t, rng, 30)
		whole := edgesOf(t, shaped(x, shape{}))
		for _, shape := range []shape{{}, {hubTop: 20}, {maxEdges: 2}, {hubTop: 10, maxEdges: 1}, {hubTop: 100}} {
			edges := edgesOf(t, shaped(x, shape))
			for edge := range edges {
				must.Hold(t, edges[[2]uint32{edge[1], edge[0]}], "%+v: edge %v has no way back", shape, edge)
				must.Hold(t, whole[edge], "%+v: edge %v is new", shape, edge)
			}
			must.Hold(t, shape.hubTop != 0 || shape.maxEdges != 0 || len(edges) == len(whole), "%+v: %d edges of %d", shape, len(edges), len(whole))
			must.Hold(t, shape.hubTop != 100 || len(edges) <= 0, "%d edges without entities", len(edges))
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
		must.Hold(t, len(to) <= 0 || math.Abs(sum-1) <= 1e-6, "row %d sums to %g", u, sum)
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
	const damped = 1 / math.Sqrt2
	g := shaped(x, shape{})
	check := func(u uint32, to []uint32, want []float64) {
		t.Helper()
		gotTo, got := g.Row(u)
		must.Hold(t, slices.Equal(gotTo, to), "row %d leads to %v, want %v", u, gotTo, to)
		for i := range want {
			must.Be(t, math.Abs(float64(got[i])-want[i]) <= 1e-6, "row %d is %v, want %v", u, got, want)
		}
	}
	check(a, []uint32{0, 1}, []float64{wa0 / (wa0 + wa1), wa1 / (wa0 + wa1)})
	check(0, []uint32{a, b}, []float64{wa0 * damped / (wa0*damped + wb), wb / (wa0*damped + wb)})
	// One heaviest edge per entity: a keeps the passage that mentions it twice.
	if to, _ := shaped(x, shape{maxEdges: 1}).Row(a); !slices.Equal(to, []uint32{0}) {
		t.Errorf("a is left with %v", to)
	}
	// A quarter of the four entities is one: a.
	g = shaped(x, shape{hubTop: 25})
	must.Be(t, !g.known(0) && g.known(1), "pruned %v, want the first", g.left)
}

// In a single passage every entity weighs 1, for ln(2/2) = 0.
func TestSprigSinglePassage(t *testing.T) {
	g := shaped(testindex.New(t, []string{"a a a b"}), shape{})
	_, p := g.Row(0)
	must.Be(t, len(p) == 2 && p[0] == 0.5 && p[1] == 0.5, "row %v, want halves", p)
}

// A query that names e1 in A–e1–B–e2–C finds B before C, and C at all.
func TestSprigChain(t *testing.T) {
	x := testindex.New(t, []string{"c z", "a b", "b c"})
	s := newRankerOn(x)
	r := ask(s, ModeGraph, testindex.Request(x, "a", method.Options{}))
	must.Equal(t, testindex.Nodes(r), "1 2 0", "ranking")
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
		g := shaped(testindex.Random(t, rng, 40), shape{})
		push, power := ppr.NewWalker(g.NumNodes()), ppr.NewWalker(g.NumNodes())
		seeds := []ppr.Seed{{Node: 0, Weight: 0.25}, {Node: g.chunks, Weight: 0.75}}
		push.Push(g, seeds, 0.15, 1e-8)
		power.Power(g, seeds, 0.15, 200)
		sum := 0.0
		for u := range push.Score {
			sum += float64(push.Score[u])
			must.Hold(t, math.Abs(float64(push.Score[u]-power.Score[u])) <= 1e-5, "node %d: push %g, power %g", u, push.Score[u], power.Score[u])
		}
		must.Hold(t, sum <= 1+1e-6, "scores sum to %g", sum)
	}
}

// The seeds of every mode sum to 1, whatever the query names: so
// scores of the walk sum to 1 at most, and a threshold means the same for every query.
func TestSprigMass(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	walked := 0
	for range 30 {
		x := testindex.Random(t, rng, 40)
		for _, mode := range Method.Modes {
			for _, passages := range []float64{1, 3, 20} {
				m := newRankerOn(x)
				var letters []string
				for range 1 + rng.IntN(5) {
					letters = append(letters, string(rune('a'+rng.IntN(20))))
				}
				o := set(paramSeedPassages.To(passages), paramEpsilon.To(1e-7))
				ask(m, mode, testindex.Request(x, strings.Join(letters, " "), o))
				if len(m.walk.Reached) == 0 {
					continue
				}
				walked++
				sum := 0.0
				for _, u := range m.walk.Reached {
					sum += float64(m.walk.Score[u])
				}
				must.Hold(t, math.Abs(sum-1) <= 1e-4, "%s, %+v, %v: the walk's scores sum to %g", mode, o, letters, sum)
			}
		}
	}
	must.Be(t, walked >= 300, "%d walks prove little", walked)
}

func TestSprigFallback(t *testing.T) {
	x := testindex.New(t, []string{"a b", "b c", "d e", "c"})
	s := newRankerOn(x)
	r := testindex.Request(x, "b", method.Options{})
	r.Entities = nil
	if r := ask(s, ModeGraph, r); testindex.Nodes(r) != "0 1 3" || !strings.Contains(r.Reason, "best match") {
		t.Errorf("%q, %s", testindex.Nodes(r), r.Reason)
	}
	// Neither an entity nor a word.
	for _, mode := range Method.Modes {
		if r := ask(s, mode, testindex.Request(x, "zzz", method.Options{})); len(r.Items) != 0 || r.Reason == "" {
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
	r := ask(s, ModeHybrid, testindex.Request(x, "a", set(paramHubTopPercent.To(50))))
	got := strings.Fields(testindex.Nodes(r))
	must.Be(t, slices.Contains(got, "1"), "ranking %v lacks the seed", got)
}

// All of a passage's score ties are broken by words, then by order.
func TestSprigTies(t *testing.T) {
	x := testindex.New(t, []string{"a", "a", "a", "a"})
	must.Equal(t, testindex.Nodes(ask(newRankerOn(x), ModeGraph, testindex.Request(x, "a", method.Options{K: 3}))), "0 1 2", "ranking")
}

// A used searcher answers like a fresh one, whatever shape the graph had before.
func TestSprigReuse(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := testindex.Random(t, rng, 60)
	used := newRankerOn(x)
	shapes := []method.Options{{}, set(paramMinDF.To(4)), set(paramMaxDFPercent.To(15)), set(paramHubTopPercent.To(10)), set(paramMaxEdges.To(2))}
	for range 100 {
		o := shapes[rng.IntN(len(shapes))]
		query := string(rune('a'+rng.IntN(20))) + " " + string(rune('a'+rng.IntN(20)))
		got, want := ask(used, ModeHybrid, testindex.Request(x, query, o)), ask(newRankerOn(x), ModeHybrid, testindex.Request(x, query, o))
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

// Entities in too few or too many passages are left out.
func TestSprigDocumentFrequencies(t *testing.T) {
	x := testindex.New(t, []string{"a b c", "a b", "a b", "a"})
	g := shaped(x, shape{minDF: 2, maxDF: 75})
	for e, want := range []bool{false, true, false} { // in 4, 3 and 1 of 4
		if g.known(uint32(e)) != want {
			t.Errorf("entity %d is in %d passages: known %v, want %v", e, g.df(uint32(e)), !want, want)
		}
	}
	to, _ := g.Row(0)
	must.Be(t, slices.Equal(to, []uint32{g.chunks + 1}), "a passage leads to %v", to)
}

// Passages weigh 1/rank, and share the mass with entities by weight.
func TestSprigSeeds(t *testing.T) {
	q := &query{}
	passages := q.passageSeeds(ranking(4, 7, 5, 6))
	must.Equal(t, passages, []ppr.Seed{{Node: 4, Weight: 1}, {Node: 7, Weight: 0.5}, {Node: 5, Weight: 1.0 / 3}})
	seeds := mix([]ppr.Seed{{Node: 9, Weight: 0.5}}, []ppr.Seed{{Node: 1, Weight: 1}, {Node: 2, Weight: 0.5}})
	must.Equal(t, seeds, []ppr.Seed{{Node: 1, Weight: 0.5}, {Node: 2, Weight: 0.25}, {Node: 9, Weight: 0.25}})
}
