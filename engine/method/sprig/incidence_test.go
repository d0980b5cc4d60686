package sprig

import (
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/engine/internal/testindex"
	"mycel/engine/method"
)

// birds is a corpus in which "a" and "b" always come together and z fills the rest, so
// that no term but these is in more than a tenth of the passages.
func birds(t testing.TB) *method.Index {
	chunks := []string{"a b x", "b c", "a b b d"}
	for i := range 37 {
		chunks = append(chunks, "z"+string(rune('a'+i%26))+" z")
	}
	return testindex.New(t, chunks)
}

// Both sides of the terms' incidence say what the postings say.
func TestTermIncidence(t *testing.T) {
	x := testindex.Random(t, rand.New(rand.NewPCG(7, 8)), 50)
	in := termIncidence(x.Postings, x.Dictionary.NumTerms())
	// In a test index every term is an entity with the same number.
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
		x := testindex.Random(t, rng, 40)
		s := newRankerOn(x)
		all := Options{Nodes: NodesTerms, MinDF: 1, MaxDFPercent: 100}
		for _, query := range []string{"a b", "c", "t s r"} {
			got, want := ask(s, ModeHybrid, testindex.Request(x, query, method.Options{}), all), ask(s, ModeHybrid, testindex.Request(x, query, method.Options{}), Options{})
			if testindex.Nodes(got) != testindex.Nodes(want) {
				t.Errorf("%q: terms rank %s, entities %s", query, testindex.Nodes(got), testindex.Nodes(want))
			}
			for _, it := range got.Items {
				if len(testindex.Via(it)) > 0 {
					t.Errorf("%q: terms named as entities: %v", query, testindex.Via(it))
				}
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
	if to, _ := g.Row(0); !slices.Equal(to, []uint32{g.chunks + 1}) {
		t.Errorf("a passage leads to %v", to)
	}
}
