package summary

import (
	"math"
	"slices"
	"testing"

	"mycel/internal/must"
)

// Weights are log2(passages/df) in half octaves, each number known but for a factor of two.
func TestWeights(t *testing.T) {
	must.Equal(t, Weights([]uint32{1, 2, 3, 4, 7, 8, 1000, 0}, 1000), []float32{19, 17, 17, 15, 15, 13, 1, 21})
	for _, passages := range []int{1, 5, 64, 9999} {
		df := make([]uint32, passages)
		for i := range df {
			df[i] = uint32(i + 1)
		}
		for i, got := range Weights(df, passages) {
			exact := 2 * math.Log2(float64(passages)/float64(df[i]))
			must.Be(t, got >= 1 && math.Abs(float64(got)-exact) <= 3, "in %d of %d: got %g, want about %g", df[i], passages, got, exact)
		}
	}
}

// A passage more, and one more with a frequent term, are no other weights.
func TestWeightsLast(t *testing.T) {
	before, after := Weights([]uint32{1, 100, 37}, 1100), Weights([]uint32{1, 101, 37}, 1101)
	must.Be(t, slices.Equal(before, after), "got %v, want %v", after, before)
}
