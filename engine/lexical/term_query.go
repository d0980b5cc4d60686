package lexical

import (
	"slices"

	"mycel/engine/model"
)

// MaxTerms is the most terms of a query: each has a bit of Accumulator.Mask.
const MaxTerms = 32

// TermQuery is the terms that a search adds up.
type TermQuery struct {
	Terms        []model.TermID // distinct, ascending
	Alternatives []Alternative  // sorted within a term: the first counts most
	Exhaustive   bool           // the answer must not miss a passage: lists that are cut are read whole
}

// Alternative is terms that stand for one that is searched for. A passage counts by the
// first alternative that it has, where it has not the term itself.
type Alternative struct {
	Bit   int            // position in TermQuery.Terms of what they stand for
	Terms []model.TermID // not empty
	All   bool           // a passage has to have all of them, and not only one
	// Weight of a passage that has them: of the BM25 score with the idf of the term. 0
	// puts all such passages below those that have what stands before.
	Weight float32
}

// Readings returns Terms[i] and the terms that count in its place where a passage does not have that. Of those that do
// so together it returns the first; those of no weight, which only come behind, are not among them.
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

// Position returns the position in Terms of t, or of the term that it is another reading
// of; −1 if it is not searched for.
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
