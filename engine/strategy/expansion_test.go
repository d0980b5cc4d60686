package strategy

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/engine/rank"
)

// birds is a corpus in which "a" and "b" always come together and z fills the rest, so
// that no term but these is in more than a tenth of the passages.
func birds(t testing.TB) *Index {
	chunks := []string{"a b x", "b c", "a b b d"}
	for i := range 37 {
		chunks = append(chunks, "z"+string(rune('a'+i%26))+" z")
	}
	return toy(t, chunks)
}

// The weights are those of the formula, in double precision.
func TestRM3Weights(t *testing.T) {
	x := birds(t)
	s := NewSearcher(x)
	r := request(x, "a", Options{Expansion: Expansion{Passages: 2, Terms: 3, Query: 0.4}})
	s.scoreChunks(r)
	bm25 := map[uint32]float64{0: float64(s.nodes.Score[0]), 2: float64(s.nodes.Score[2])}
	got := s.expand(r)
	term := func(w string) uint32 {
		id, _, ok := x.Dictionary.Lookup(spell(w))
		if !ok {
			t.Fatalf("no term %s", w)
		}
		return uint32(id)
	}
	model := map[uint32]float64{
		term("a"): bm25[0]/3 + bm25[2]/4,
		term("b"): bm25[0]/3 + bm25[2]*2/4,
		term("x"): bm25[0] / 3,
		term("d"): bm25[2] / 4,
	}
	var best []rank.Item
	for w, p := range model {
		best = append(best, rank.Item{ID: w, Score: float32(p)})
	}
	slices.SortFunc(best, rank.Compare)
	total := 0.0
	for _, it := range best[:3] {
		total += float64(it.Score)
	}
	want := map[uint32]float64{term("a"): 0.4}
	for _, it := range best[:3] {
		want[it.ID] += 0.6 * float64(it.Score) / total
	}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i, it := range got {
		if math.Abs(float64(it.Score)-want[it.ID]) > 1e-6 {
			t.Errorf("term %d: got %f, want %f", it.ID, it.Score, want[it.ID])
		}
		if i > 0 && got[i-1].ID >= it.ID {
			t.Errorf("terms %v out of order", got)
		}
	}
}

// RM3 finds what shares words with the best matches but none with the query; with
// nothing added it ranks as BM25 does.
func TestRM3(t *testing.T) {
	x := birds(t)
	s := NewSearcher(x)
	if got := nodes(s.BM25(request(x, "a", Options{}))); got != "0 2" {
		t.Fatalf("bm25: ranking %q", got)
	}
	for _, o := range []Expansion{{}, {By: ExpandByEntities}} {
		out, _ := s.Run(ModeRM3, request(x, "a", Options{Expansion: o}))
		if got := nodes(out); len(got) != 5 || !slices.Contains([]string{"0 2 1", "2 0 1"}, got) {
			t.Errorf("%+v: ranking %q, want the third passage last", o, got)
		}
		if out.Stats.Postings == 0 || out.Items[0].Reader != Words {
			t.Errorf("%+v: %+v", o, out)
		}
	}
	same := Options{Expansion: Expansion{Query: 1}}
	if got, want := nodes(s.RM3(request(x, "a d", same))), nodes(s.BM25(request(x, "a d", Options{}))); got != want {
		t.Errorf("the query alone ranks %q, bm25 %q", got, want)
	}
	if got := s.RM3(request(x, "q", Options{})); len(got.Items) != 0 {
		t.Errorf("no known word: ranking %q", nodes(got))
	}
}

// Both sides of the terms' incidence say what the postings say.
func TestTermIncidence(t *testing.T) {
	x := randomToy(t, rand.New(rand.NewPCG(7, 8)), 50)
	in := termIncidence(x.Postings, x.Dictionary.NumTerms())
	// In a toy every term is an entity with the same number.
	want := entityIncidence(x)
	if in.nodes != want.nodes {
		t.Fatalf("got %d terms, want %d", in.nodes, want.nodes)
	}
	same := func(side string, got, want rows, n int) {
		for row := range uint32(n) {
			a, b := got.Append(nil, row), want.Append(nil, row)
			if !slices.Equal(a, b) || !slices.Equal(got.Counts(row), want.Counts(row)) || got.Len(row) != len(a) {
				t.Fatalf("%s %d: got %v %v, want %v %v", side, row, a, got.Counts(row), b, want.Counts(row))
			}
		}
	}
	same("chunk", in.byChunk, want.byChunk, x.Corpus.NumChunks())
	same("term", in.byNode, want.byNode, in.nodes)
}

// Where every term is an entity, the graph of terms is that of entities, but for the
// document frequencies that it leaves out.
func TestGraphOfTerms(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 20 {
		x := randomToy(t, rng, 40)
		s := NewSearcher(x)
		all := SPRIG{Nodes: NodesTerms, MinDF: 1, MaxDFPercent: 100}
		for _, query := range []string{"a b", "c", "t s r"} {
			got, want := s.GraphHybrid(request(x, query, Options{SPRIG: all})), s.GraphHybrid(request(x, query, Options{}))
			if nodes(got) != nodes(want) {
				t.Errorf("%q: terms rank %s, entities %s", query, nodes(got), nodes(want))
			}
			for _, it := range got.Items {
				if len(it.Via) > 0 {
					t.Errorf("%q: terms named as entities: %v", query, it.Via)
				}
			}
		}
	}
}

// Entities in too few or too many passages are left out.
func TestSprigDocumentFrequencies(t *testing.T) {
	x := toy(t, []string{"a b c", "a b", "a b", "a"})
	g := shaped(x, sprigShape{minDF: 2, maxDF: 75})
	for e, want := range []bool{false, true, false} { // in 4, 3 and 1 of 4
		if g.known(uint32(e)) != want {
			t.Errorf("entity %d is in %d passages: known %v, want %v", e, g.df(uint32(e)), !want, want)
		}
	}
	if to, _ := g.Row(0); !slices.Equal(to, []uint32{g.chunks + 1}) {
		t.Errorf("a passage leads to %v", to)
	}
}

// The fused ranking has what either list has; without vectors there is none.
func TestRRFMode(t *testing.T) {
	x := toy(t, []string{"a b", "a", "b c", "d"})
	s := NewSearcher(x)
	if out, ok := s.Run(ModeRRF, request(x, "a", Options{})); !ok || len(out.Items) != 0 || out.Reason == "" {
		t.Errorf("without vectors: %+v", out)
	}
	x, _ = withVectors(t, x)
	s = NewSearcher(x)
	r := request(x, "a", Options{})
	out := s.RRF(r)
	if len(out.Items) != 4 {
		t.Fatalf("ranking %q, want all passages", nodes(out))
	}
	s.scoreChunks(r)
	want := rrf(slices.Clone(s.topNodes(fusionDepth)), s.nearestList(r))
	for i, it := range out.Items {
		if uint32(it.Node) != want[i].ID || it.Score != want[i].Score {
			t.Errorf("place %d: got %+v, want %+v", i, it, want[i])
		}
		if hasWord := it.Node < 2; (it.Reader == Words) != hasWord {
			t.Errorf("node %d was brought by %s", it.Node, it.Reader)
		}
	}
	if out := s.RRF(request(x, "zzz", Options{})); len(out.Items) != 0 {
		t.Errorf("no known word: ranking %q", nodes(out))
	}
}

// Time is measured where it is asked for and there is a clock, and split where the
// walk begins.
func TestTimings(t *testing.T) {
	x, _ := withVectors(t, randomToy(t, rand.New(rand.NewPCG(1, 2)), 30))
	s := NewSearcher(x)
	asked := Options{Timings: true}
	if out, _ := s.Run(ModeGraph, request(x, "a b", asked)); out.Timings != nil {
		t.Error("timings without a clock")
	}
	now := int64(0)
	s.Clock = func() int64 { now++; return now }
	for _, mode := range []string{ModeBM25, ModeGraph, ModeGraphHybrid, ModeGraphDense, ModeGraphRRF, ModeDense, ModeRM3, ModeRRF} {
		plain, _ := s.Run(mode, request(x, "a b c d", Options{}))
		timed, _ := s.Run(mode, request(x, "a b c d", asked))
		if plain.Timings != nil || nodes(plain) != nodes(timed) {
			t.Errorf("%s: %+v %s, timed %s", mode, plain.Timings, nodes(plain), nodes(timed))
		}
		walks := strings.HasPrefix(mode, "graph")
		if got := timed.Timings; got == nil || got.Seeding < 1 || (got.Walking > 0) != walks {
			t.Errorf("%s: got %+v", mode, timed.Timings)
		}
	}
}
