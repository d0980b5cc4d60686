package strategy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/engine/lexical"
	"mycel/engine/vector"
)

// withVectors gives every chunk of x a vector of 64 random signs.
func WithVectors(t testing.TB, x *Index) (*Index, []uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	words := make([]uint64, x.Corpus.NumChunks())
	for i := range words {
		words[i] = rng.Uint64()
	}
	var err error
	if x.Vectors, err = vector.Decode(vector.Encode(64), len(words)); err == nil {
		err = x.Vectors.Load(vector.EncodeSigns(words))
	}
	if err != nil {
		t.Fatal(err)
	}
	return x, words
}

func signs(word uint64) []float64 {
	out := make([]float64, 64)
	for d := range out {
		out[d] = float64(word>>d&1)*2 - 1
	}
	return out
}

func unit(v []float64) []float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	out := slices.Clone(v)
	for i := range out {
		out[i] /= math.Sqrt(sum)
	}
	return out
}

// The similarities are those of the formula, written out in double precision.
func TestCosinesAgainstFormula(t *testing.T) {
	chunks := []string{"a b", "a c c", "d", "a a a a", "b c d"}
	x, words := WithVectors(t, Toy(t, chunks))
	s := NewSearcher(x)
	r := AskFor(x, "a c", Options{})
	query := make([]float64, 64)
	for _, term := range r.Query.Terms {
		centroid := make([]float64, 64)
		single := lexical.NewAccumulator(len(chunks))
		single.Add(x.Postings, &lexical.Query{Terms: r.Query.Terms[:0:0]}, x.Dictionary, r.Options.BM25)
		single.Add(x.Postings, &lexical.Query{Terms: append(r.Query.Terms[:0:0], term)}, x.Dictionary, r.Options.BM25)
		for _, c := range single.Touched {
			for d, sign := range signs(words[c]) {
				centroid[d] += float64(single.Score[c]) * sign
			}
		}
		weight := math.Pow(float64(x.Dictionary.IDF(term))+0.5, 1.5)
		for d, v := range unit(centroid) {
			query[d] += weight * v
		}
	}
	ids := []uint32{4, 0, 2, 1, 3}
	got := make([]float32, len(ids))
	if !s.QueryCosines(r, ids, got) {
		t.Fatal("no vector for known words")
	}
	for i, c := range ids {
		want := 0.0
		for d, sign := range unit(signs(words[c])) {
			want += unit(query)[d] * sign
		}
		if math.Abs(float64(got[i])-want) > 1e-5 {
			t.Errorf("chunk %d: got %v, want %v", c, got[i], want)
		}
	}
}

// Frequent terms are known by their best passages.
func TestCentroidsOfManyPostings(t *testing.T) {
	var chunks []string
	for i := range 2 * maxCentroid {
		chunks = append(chunks, "a"+fmt.Sprintf(" %c", 'b'+i%20))
	}
	x, _ := WithVectors(t, Toy(t, chunks))
	s := NewSearcher(x)
	if !s.QueryCosines(AskFor(x, "a", Options{}), []uint32{0}, make([]float32, 1)) {
		t.Fatal("no vector")
	}
	if n := len(s.Near.best); n != maxCentroid {
		t.Errorf("%d passages make the vector of a term, want %d", n, maxCentroid)
	}
}

// Without vectors there are no cosines.
func TestCosinesWithoutVectors(t *testing.T) {
	x, dst := Toy(t, []string{"a b"}), []float32{7}
	if NewSearcher(x).QueryCosines(AskFor(x, "a", Options{}), []uint32{0}, dst) || dst[0] != 7 {
		t.Errorf("similarities without vectors: %v", dst)
	}
}

func BenchmarkQueryCosines(b *testing.B) {
	var chunks []string
	for i := range 10_000 {
		chunks = append(chunks, fmt.Sprintf("a%d b%d c%d", i%50, i%700, i%9000))
	}
	x, _ := WithVectors(b, Toy(b, chunks))
	s := NewSearcher(x)
	r := AskFor(x, "a1 a2 a3 b4 b5 c6", Options{})
	dst := make([]float32, len(chunks))
	for b.Loop() {
		s.QueryCosines(r, s.Near.IDs, dst)
	}
}
