// Package measures measures rankings against relevance judgements: recall and its
// stricter and looser relatives, MRR, nDCG, and how certain a difference between
// two systems is. It holds plain functions of plain values; reading data sets and
// running engines is for others.
package measures

// Judgements are the labels of one query (its part of the qrels): the grade of each
// judged document by id. A document is relevant with a grade of 1 or more; one that
// is not listed is not relevant.
type Judgements map[string]int

// Ranking is what a system answered one query with: document ids, best first, none
// twice.
type Ranking []string

// relevant counts the relevant documents.
func (j Judgements) relevant() int {
	n := 0
	for _, grade := range j {
		if grade > 0 {
			n++
		}
	}
	return n
}

// found counts the relevant documents among the first k of r.
func (j Judgements) found(r Ranking, k int) int {
	n := 0
	for _, id := range r.top(k) {
		if j[id] > 0 {
			n++
		}
	}
	return n
}

// top cuts r at k; k < 1 leaves nothing.
func (r Ranking) top(k int) Ranking { return r[:max(0, min(k, len(r)))] }
