package evaluation

import (
	"slices"
	"strings"

	"mycel/engine/method"
	"mycel/lab/internal/measures"
)

// RankCutoff is the k of MRR@k and nDCG@k, which retrieval papers report at 10
// whatever else they measure.
const RankCutoff = 10

// seed makes the confidence intervals the same in every run.
const seed = 1

// Report is what one engine achieved on one split of a data set.
type Report struct {
	Dataset      string         `json:"dataset"`
	Split        string         `json:"split"`
	Queries      int            `json:"queries"`
	First        int            `json:"first,omitempty"` // of the split only so many queries; 0 for all
	Passages     int            `json:"passages"`
	Parameters   map[string]any `json:"parameters,omitempty"` // of the modes, those that are no defaults
	Engine       string         `json:"engine"`
	Version      string         `json:"version"` // of mycel
	Date         string         `json:"date"`    // of the measurement, year-month-day
	Machine      string         `json:"machine"`
	BuildSeconds float64        `json:"build_seconds,omitempty"` // 0 for a bundle built earlier
	PeakMemory   int64          `json:"peak_memory_bytes"`       // of the process that searched
	Bundle       []Stored       `json:"bundle,omitempty"`        // sizes of its contents
	Results      []Result       `json:"results"`                 // one a mode

	Evidence []Evidence `json:"evidence,omitempty"` // in the place of Results
}

// Figures are averages over queries, in 0..1. The maps are by cutoff k.
type Figures struct {
	Recall map[int]float64 `json:"recall"`
	All    map[int]float64 `json:"all"`
	MRR    float64         `json:"mrr"`  // at RankCutoff
	NDCG   map[int]float64 `json:"ndcg"` // at RankCutoff
}

// Result is what one mode achieved.
type Result struct {
	Mode string `json:"mode"`
	Figures
	Latency Latency          `json:"ms"`
	Types   map[string]Slice `json:"types,omitempty"` // by the type of query
	// Difference is how much better than bm25 Recall@5 is; nil for bm25 itself, and without it.
	Difference *measures.Interval `json:"difference,omitempty"`
}

// Slice is the figures of one type of query.
type Slice struct {
	Queries int `json:"queries"`
	Figures
}

// Latency is milliseconds a query; see Answer.
type Latency struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// Measured is rankings beside what they should be. Judgements and each run are
// parallel to Queries.
type Measured struct {
	Queries    []Query
	Judgements []measures.Judgements
	Modes      []string
	Answers    [][]Answer // by mode
}

// cutoffs are the ks that figures are computed at.
var cutoffs = []int{2, 5, 10}

// Results computes the figures at the cutoffs, and the differences to bm25 if it is
// among the modes.
func (m *Measured) Results() []Result {
	base := slices.Index(m.Modes, method.ModeWords)
	var results []Result
	for i, mode := range m.Modes {
		r := Result{Mode: mode, Figures: m.figures(i, nil), Latency: latency(m.Answers[i]), Types: m.types(i)}
		if base >= 0 && i != base {
			d := measures.PairedBootstrap(m.values(i, measures.Recall, 5), m.values(base, measures.Recall, 5), seed)
			r.Difference = &d
		}
		results = append(results, r)
	}
	return results
}

// values rates the queries of one mode.
func (m *Measured) values(mode int, measure measures.Measure, k int) []float64 {
	run := make([]measures.Ranking, len(m.Answers[mode]))
	for i, a := range m.Answers[mode] {
		for _, d := range a.Documents {
			run[i] = append(run[i], d.Document)
		}
	}
	return measures.Values(measure, m.Judgements, run, k)
}

// figures averages over the queries that keep tells, nil for all.
func (m *Measured) figures(mode int, keep func(Query) bool) Figures {
	mean := func(measure measures.Measure, k int) float64 {
		var kept []float64
		for i, v := range m.values(mode, measure, k) {
			if keep == nil || keep(m.Queries[i]) {
				kept = append(kept, v)
			}
		}
		return measures.Mean(kept)
	}
	byCutoff := func(measure measures.Measure) map[int]float64 {
		means := map[int]float64{}
		for _, k := range cutoffs {
			means[k] = mean(measure, k)
		}
		return means
	}
	return Figures{
		Recall: byCutoff(measures.Recall), All: byCutoff(measures.All),
		MRR: mean(measures.ReciprocalRank, RankCutoff), NDCG: map[int]float64{RankCutoff: mean(measures.NDCG, RankCutoff)},
	}
}

// types computes the figures by type of query; queries without one are in none.
func (m *Measured) types(mode int) map[string]Slice {
	counts := map[string]int{}
	for _, q := range m.Queries {
		if q.Type != "" {
			counts[q.Type]++
		}
	}
	slices := map[string]Slice{}
	for kind, n := range counts {
		slices[kind] = Slice{Queries: n, Figures: m.figures(mode, func(q Query) bool { return q.Type == kind })}
	}
	return slices
}

// latency returns percentiles by nearest rank: the smallest time that at least so
// many of the queries do not exceed.
func latency(answers []Answer) Latency {
	if len(answers) == 0 {
		return Latency{}
	}
	times := make([]float64, len(answers))
	for i, a := range answers {
		times[i] = a.Milliseconds
	}
	slices.Sort(times)
	percentile := func(p int) float64 { return times[max(0, (len(times)*p+99)/100-1)] }
	return Latency{P50: percentile(50), P95: percentile(95)}
}

// typeNames returns the types of query, in alphabetical order.
func (r *Report) typeNames() []string {
	if len(r.Results) == 0 {
		return nil
	}
	var names []string
	for name := range r.Results[0].Types {
		names = append(names, name)
	}
	slices.SortFunc(names, strings.Compare)
	return names
}
