package measures

import (
	"math/rand/v2"
	"slices"
)

// Resamples is how many times the bootstrap draws.
const Resamples = 10_000

// tail is how many of the sorted resamples lie outside the 95 % interval on each
// side.
const tail = Resamples * 25 / 1000

// Interval is a mean with its 95 % confidence interval.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// PairedBootstrap compares two systems on the same queries: a[i] and b[i] are their
// values for query i, and the result is the mean of a[i]−b[i] with the percentile
// interval of Resamples draws of as many queries with replacement (Efron and
// Tibshirani 1993, "An Introduction to the Bootstrap", 13.3; Sakai 2006, "Evaluating
// Evaluation Metrics based on the Bootstrap"). An interval without 0 says that the
// sign of the difference would hardly change with other queries of the same kind.
//
// It is paired since a query that is hard for one system tends to be so for the
// other: drawing both together takes that noise out. The same seed gives the same
// interval on every machine. Values without a partner are left out; no values give
// zeros. O(Resamples × queries).
func PairedBootstrap(a, b []float64, seed uint64) Interval {
	differences := make([]float64, min(len(a), len(b)))
	for i := range differences {
		differences[i] = a[i] - b[i]
	}
	if len(differences) == 0 {
		return Interval{}
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	means := make([]float64, Resamples)
	for i := range means {
		sum := 0.0
		for range differences {
			sum += differences[rng.IntN(len(differences))]
		}
		means[i] = sum / float64(len(differences))
	}
	slices.Sort(means)
	return Interval{Mean: Mean(differences), Low: means[tail], High: means[Resamples-1-tail]}
}
