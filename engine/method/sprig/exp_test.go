package sprig

import (
	"math"
	"math/rand/v2"
	"testing"

	"mycel/engine/rank"
)

func TestLnAndExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	near := func(name string, x, got, want, tolerance float64) {
		t.Helper()
		if math.Abs(got-want) > tolerance {
			t.Errorf("%s(%g) = %.17g, want %.17g", name, x, got, want)
		}
	}
	for range 20_000 {
		x := math.Exp(rng.Float64()*60 - 20)
		near("ln", x, rank.Ln(x), math.Log(x), 1e-11)
		x = -rng.Float64() * 50
		near("exp", x, exp(x), math.Exp(x), 1e-11*math.Exp(x))
	}
	for _, x := range []float64{1, 2, 0.5, math.Sqrt2, 3, 1e9} {
		near("ln", x, rank.Ln(x), math.Log(x), 1e-11)
	}
	for _, x := range []float64{0, -1, -math.Ln2, -699, -701, math.Inf(-1)} {
		near("exp", x, exp(x), math.Exp(x), 1e-300+1e-11*math.Exp(x))
	}
}
