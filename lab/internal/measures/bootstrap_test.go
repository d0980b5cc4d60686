package measures

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestPairedBootstrap(t *testing.T) {
	if got := PairedBootstrap(nil, nil, 1); got != (Interval{}) {
		t.Errorf("no queries: got %v", got)
	}
	constant := PairedBootstrap([]float64{1, 0.75, 0.5}, []float64{0.75, 0.5, 0.25, 9}, 1)
	if want := (Interval{0.25, 0.25, 0.25}); constant != want {
		t.Errorf("a constant difference: got %v, want %v", constant, want)
	}
	// Of differences 1 and 0 in halves, the mean of n draws has the standard deviation
	// 1/(2·√n) of a binomial share: 0.025 for 400. The 95 % interval is 1.96 of them.
	a, b := make([]float64, 400), make([]float64, 400)
	for i := range a {
		a[i] = float64(i % 2)
	}
	got := PairedBootstrap(a, b, 1)
	if got.Mean != 0.5 || math.Abs(got.Low-0.451) > 0.003 || math.Abs(got.High-0.549) > 0.003 {
		t.Errorf("binomial: got %v, want about {0.5 0.451 0.549}", got)
	}
}

// What holds for any values.
func TestPairedBootstrapProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 10 {
		n := 1 + rng.IntN(40)
		a, b := make([]float64, n), make([]float64, n)
		for i := range n {
			a[i], b[i] = float64(rng.IntN(5))/4, float64(rng.IntN(5))/4
		}
		seed := rng.Uint64()
		got := PairedBootstrap(a, b, seed)
		if !(got.Low <= got.Mean+1e-12 && got.Mean <= got.High+1e-12) {
			t.Errorf("%v %v: got %v, want the mean inside", a, b, got)
		}
		if again := PairedBootstrap(a, b, seed); again != got {
			t.Errorf("same seed: got %v, then %v", got, again)
		}
		if turned := PairedBootstrap(b, a, seed); turned != (Interval{-got.Mean, -got.High, -got.Low}) {
			t.Errorf("got %v, and %v the other way round", got, turned)
		}
		if same := PairedBootstrap(a, a, seed); same != (Interval{}) {
			t.Errorf("a system against itself: got %v", same)
		}
	}
}

// A true difference is inside the interval for about 95 of 100 samples, a few less
// since the samples are small.
func TestPairedBootstrapCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const samples, truth = 100, 0.1
	covered := 0
	for range samples {
		a, b := make([]float64, 40), make([]float64, 40)
		for i := range a {
			hard := rng.Float64() // what the systems have in common
			a[i], b[i] = hard+truth+0.3*rng.NormFloat64(), hard
		}
		if got := PairedBootstrap(a, b, 7); got.Low <= truth && truth <= got.High {
			covered++
		}
	}
	if covered < 86 || covered > 99 {
		t.Errorf("got %d of %d intervals around the true difference, want about 94", covered, samples)
	}
}
