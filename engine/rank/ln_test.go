package rank

import (
	"math"
	"math/rand/v2"
	"testing"

	"mycel/internal/must"
)

// Logarithms are within 1e-12, next to the borders of powers of two and of √2 as elsewhere.
func TestLn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	values := []float64{1, 2, math.Sqrt2, math.Nextafter(math.Sqrt2, 2), math.Nextafter(1, 0), math.Nextafter(2, 0), 0x1p-1022, math.MaxFloat64, 10, 1e-9}
	for range 20_000 {
		values = append(values, math.Exp(40*(rng.Float64()-0.5)), 1+rng.Float64())
	}
	for _, x := range values {
		if got, want := Ln(x), math.Log(x); math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
			t.Errorf("Ln(%v) = %v, want %v", x, got, want)
		}
	}
}

// A union ascends, and has each number of its lists once.
func TestUnion(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var lists [][]uint32
		has := map[uint32]bool{}
		for range rng.IntN(5) {
			var list []uint32
			for range rng.IntN(8) {
				list = append(list, rng.Uint32N(20))
				has[list[len(list)-1]] = true
			}
			lists = append(lists, list)
		}
		got := Union(lists...)
		for i, v := range got {
			if !has[v] || i > 0 && got[i-1] >= v {
				t.Fatalf("the union of %v is %v", lists, got)
			}
		}
		must.Hold(t, len(got) == len(has), "the union of %v is %v", lists, got)
	}
	must.Equal(t, Union([]uint32{0, 0}, nil, []uint32{math.MaxUint32}), []uint32{0, math.MaxUint32})
}
