package siteeval

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// resamples is the number of draws in a bootstrap.
const resamples = 10_000

// tail is how many draws lie beyond each end of the 95 % interval.
const tail = resamples * 25 / 1000

// Share is a mean, from 0 to 1, with its 95 % interval.
type Share struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

func (s Share) String() string {
	return fmt.Sprintf("%.3f [%.3f, %.3f]", s.Mean, s.Low, s.High)
}

// groupedBootstrap returns the mean of values with the percentile interval of resamples draws. A draw takes as many
// groups as there are, with replacement, and each group with all its values. Questions of one thread are alike:
// drawing them separately would make the interval too narrow (Davison and Hinkley 1997, "Bootstrap Methods and their
// Application", 3.8). groups[i] is the group of values[i]. The same seed gives the same interval on every machine.
// Without values all results are 0. O(resamples × groups).
func groupedBootstrap(values []float64, groups []string, seed uint64) Share {
	type total struct{ sum, n float64 }
	var totals []total
	at := map[string]int{} // in totals
	for i, g := range groups[:len(values)] {
		j, known := at[g]
		if !known {
			j = len(totals)
			at[g] = j
			totals = append(totals, total{})
		}
		totals[j].sum += values[i]
		totals[j].n++
	}
	if len(totals) == 0 {
		return Share{}
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	means := make([]float64, resamples)
	for i := range means {
		var drawn total
		for range totals {
			t := totals[rng.IntN(len(totals))]
			drawn.sum += t.sum
			drawn.n += t.n
		}
		means[i] = drawn.sum / drawn.n
	}
	slices.Sort(means)
	return Share{Mean: sum / float64(len(values)), Low: means[tail], High: means[resamples-1-tail]}
}
