package measures

import (
	"math"
	"slices"
)

// Measure rates the first k documents of one ranking, in 0..1. An empty ranking,
// k < 1 and a query without relevant documents give 0. O(k + |judgements|).
type Measure func(j Judgements, r Ranking, k int) float64

// Recall is Recall@k: the share of the relevant documents G that the top k hold,
//
//	|G ∩ top k| / |G|
//
// (Manning, Raghavan, Schütze 2008, "Introduction to Information Retrieval", 8.3).
// It is the figure that papers on multi-hop retrieval report.
func Recall(j Judgements, r Ranking, k int) float64 {
	relevant := j.relevant()
	if relevant == 0 {
		return 0
	}
	return float64(j.found(r, k)) / float64(relevant)
}

// All is All@k: 1 if the top k hold every relevant document, else 0. For questions
// that need several passages it says whether the last one was found too.
func All(j Judgements, r Ranking, k int) float64 {
	relevant := j.relevant()
	return indicator(relevant > 0 && j.found(r, k) == relevant)
}

// Hit is Hit@k, also called success@k: 1 if the top k hold a relevant document,
// else 0.
func Hit(j Judgements, r Ranking, k int) float64 { return indicator(j.found(r, k) > 0) }

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// ReciprocalRank is 1 / rank of the first relevant document, 0 if the top k hold
// none. Its mean over queries is MRR@k (Voorhees 1999, "The TREC-8 Question
// Answering Track Report").
func ReciprocalRank(j Judgements, r Ranking, k int) float64 {
	for i, id := range r.top(k) {
		if j[id] > 0 {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// NDCG is nDCG@k, normalised discounted cumulative gain (Järvelin and Kekäläinen
// 2002, "Cumulated gain-based evaluation of IR techniques"):
//
//	DCG@k = Σ grade(i) / log2(i+1)  over ranks i = 1..k;   nDCG@k = DCG@k / DCG@k of the best order
//
// Gain is the grade itself, as in trec_eval's ndcg_cut, which BEIR reports; grades
// below 0 count as 0.
func NDCG(j Judgements, r Ranking, k int) float64 {
	best := idealGrades(j)
	ideal := dcg(best[:max(0, min(k, len(best)))])
	if ideal == 0 {
		return 0
	}
	top := r.top(k)
	grades := make([]int, len(top))
	for i, id := range top {
		grades[i] = max(0, j[id])
	}
	return dcg(grades) / ideal
}

// idealGrades returns the grades of the relevant documents, best first.
func idealGrades(j Judgements) []int {
	var grades []int
	for _, grade := range j {
		if grade > 0 {
			grades = append(grades, grade)
		}
	}
	slices.SortFunc(grades, func(a, b int) int { return b - a })
	return grades
}

func dcg(grades []int) float64 {
	sum := 0.0
	for i, grade := range grades {
		sum += float64(grade) / math.Log2(float64(i+2))
	}
	return sum
}

// Values rates every query: judgements[i] are of the query that run[i] answers. A
// query beyond the end of run was not answered and gets 0.
func Values(m Measure, judgements []Judgements, run []Ranking, k int) []float64 {
	values := make([]float64, len(judgements))
	for i := range min(len(judgements), len(run)) {
		values[i] = m(judgements[i], run[i], k)
	}
	return values
}

// Mean averages over all queries: one that found nothing counts as 0 rather than
// being left out. The mean of no queries is 0.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
