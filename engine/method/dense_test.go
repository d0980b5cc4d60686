package method_test

import (
	"fmt"
	"math"
	"testing"

	"mycel/engine/internal/testindex"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/internal/must"
)

// The similarities are those of the formula, written out in double precision.
func TestCosinesAgainstFormula(t *testing.T) {
	chunks := []string{"a b", "a c c", "d", "a a a a", "b c d"}
	x, words := testindex.WithVectors(t, testindex.New(t, chunks))
	s := method.NewSearcher(x)
	r := testindex.Request(x, "a c", method.Options{})
	query := make([]float64, 64)
	for _, term := range r.Query.Terms {
		centroid := make([]float64, 64)
		single := lexical.NewAccumulator(len(chunks))
		single.Add(x.Postings, &lexical.TermQuery{Terms: r.Query.Terms[:0:0]}, x.Dictionary)
		single.Add(x.Postings, &lexical.TermQuery{Terms: append(r.Query.Terms[:0:0], term)}, x.Dictionary)
		for _, c := range single.Touched {
			for d, sign := range testindex.Signs(words[c]) {
				centroid[d] += float64(single.Score[c]) * sign
			}
		}
		weight := math.Pow(float64(x.Dictionary.IDF(term))+0.5, 1.5)
		for d, v := range testindex.Unit(centroid) {
			query[d] += weight * v
		}
	}
	ids := []uint32{4, 0, 2, 1, 3}
	got := make([]float32, len(ids))
	must.Hold(t, s.Dense.Cosines(r, ids, got), "no vector for known words")
	for i, c := range ids {
		want := 0.0
		for d, sign := range testindex.Unit(testindex.Signs(words[c])) {
			want += testindex.Unit(query)[d] * sign
		}
		must.Be(t, math.Abs(float64(got[i])-want) <= 1e-5, "chunk %d: got %v, want %v", c, got[i], want)
	}
}

// Frequent terms are known by their best passages.
func TestCentroidsOfManyPostings(t *testing.T) {
	var chunks []string
	for i := range 2 * method.MaxCentroid {
		chunks = append(chunks, "a"+fmt.Sprintf(" %c", 'b'+i%20))
	}
	x, _ := testindex.WithVectors(t, testindex.New(t, chunks))
	s := method.NewSearcher(x)
	must.Hold(t, s.Dense.Cosines(testindex.Request(x, "a", method.Options{}), []uint32{0}, make([]float32, 1)), "no vector")
	must.Equal(t, s.Dense.Centroid(), method.MaxCentroid)
}

// Without vectors there are no cosines.
func TestCosinesWithoutVectors(t *testing.T) {
	x, dst := testindex.New(t, []string{"a b"}), []float32{7}
	if method.NewSearcher(x).Dense.Cosines(testindex.Request(x, "a", method.Options{}), []uint32{0}, dst) || dst[0] != 7 {
		t.Errorf("similarities without vectors: %v", dst)
	}
}
