package lexical

import (
	"slices"

	"mycel/engine/model"
)

// MaxTerms is the most terms of a query: each has a bit of Accumulator.Mask.
const MaxTerms = 32

// TermQuery has the terms whose scores a search adds.
type TermQuery struct {
	Terms        []model.TermID // distinct, ascending
	Alternatives []Alternative  // sorted within a term: the first counts most
	Exhaustive   bool           // the answer must not miss a passage: whole lists are read
}

// Alternative is a reading with other terms of a term that is searched for. A passage without the term itself counts
// by the first alternative that it has.
type Alternative struct {
	Bit   int            // position in TermQuery.Terms of the term that they stand for
	Terms []model.TermID // not empty
	All   bool           // a passage needs all of them, not only one
	// Weight is the factor of the BM25 score, with the idf of the term. 0 ranks these passages below all passages that
	// have the term or an earlier alternative.
	Weight float32
}

// Readings returns Terms[i] and the terms that count where a passage lacks it. Of terms that count only together it
// returns the first. It leaves out alternatives of weight 0.
//
//go:noinline
func (q *TermQuery) Readings(i int) (terms []model.TermID) {
	terms = append(terms, q.Terms[i])
	for _, a := range q.Alternatives {
		switch {
		case a.Bit != i || a.Weight == 0:
		case a.All:
			terms = append(terms, a.Terms[0])
		default:
			terms = append(terms, a.Terms...)
		}
	}
	return terms
}

// Searches tells whether term t is searched for.
func (q *TermQuery) Searches(t model.TermID) bool { return q.Position(t) >= 0 }

// Position returns the position in Terms of t, or of the term that t stands for; −1 if t is not searched for.
func (q *TermQuery) Position(t model.TermID) int {
	if i, ok := slices.BinarySearch(q.Terms, t); ok {
		return i
	}
	for _, a := range q.Alternatives {
		if slices.Contains(a.Terms, t) {
			return a.Bit
		}
	}
	return -1
}
