package siteeval

import (
	"math"
	"strconv"
	"testing"

	"mycel/internal/must"
)

func TestGroupedBootstrap(t *testing.T) {
	must.Equal(t, groupedBootstrap(nil, nil, 1), Share{}, "no values")
	// 400 values alone have the interval of a binomial share. The same values in 100 groups of
	// four alike are 100 observations, and their interval is twice as wide.
	values, alone, alike := make([]float64, 400), make([]string, 400), make([]string, 400)
	for i := range values {
		values[i] = float64(i / 4 % 2)
		alone[i], alike[i] = strconv.Itoa(i), strconv.Itoa(i/4)
	}
	for _, test := range []struct {
		groups []string
		half   float64
	}{{alone, 0.049}, {alike, 0.098}} {
		got := groupedBootstrap(values, test.groups, 1)
		if got.Mean != 0.5 || math.Abs(got.Low-0.5+test.half) > 0.005 || math.Abs(got.High-0.5-test.half) > 0.005 {
			t.Errorf("got %v, want 0.5 ± %v", got, test.half)
		}
		if again := groupedBootstrap(values, test.groups, 1); again != got {
			t.Errorf("same seed: got %v, then %v", got, again)
		}
	}
	// A group counts by its values: 0 in one group of three, 1 in one of one.
	must.Equal(t, groupedBootstrap([]float64{0, 0, 0, 1}, []string{"a", "a", "a", "b"}, 1), Share{0.25, 0, 1}, "groups of three and one")
}
