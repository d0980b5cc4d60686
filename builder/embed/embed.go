// Package embed trains sign vectors of passages on the corpus itself, so that
// passages are near a query that is about the same in other words. No model is
// downloaded, and nothing is known that the corpus does not show.
//
// Terms are embedded by factorising their co-occurrence: positive pointwise mutual
// information with a smoothed context distribution (Levy, Goldberg & Dagan 2015,
// "Improving Distributional Similarity with Lessons Learned from Word
// Embeddings"), reduced by a randomised singular value decomposition (Halko,
// Martinsson & Tropp 2011, "Finding Structure with Randomness"). A passage is the
// weighted sum of its terms; of every dimension only the side of the median that
// it lies on is kept.
//
// The result has the same bits whatever the number of processors: work is divided
// into parts that do not depend on it, and every sum has one order.
package embed

import (
	"context"
	"math"

	"mycel/builder/parallel"
	"mycel/engine/lexical"
	"mycel/engine/vector"
)

const (
	maxDims      = 256 // 32 bytes a passage
	oversampling = 16  // columns of the decomposition that only make the others exact
	termsPerDim  = 4   // fewer than so many terms a dimension take dimensions away
	minPassages  = 20  // with fewer, the medians mean nothing
	minDF        = 2   // a term of one passage says nothing about others
)

// Corpus is what vectors are trained on. Terms are numbered from 0.
type Corpus struct {
	// Documents are the terms of each document in reading order, stop words left
	// out: the window of co-occurrence slides over them.
	Documents [][]uint32
	// Postings list the passages of each term. Terms that occur in no document are
	// not embedded.
	Postings [][]lexical.Posting
	// IDF of each term over the passages; vector.Weight makes weights of them.
	IDF      []float32
	Passages int
}

// Signs are the sign vectors of the passages, in the layout of vector.Encode.
type Signs struct {
	Dims  int
	Words []uint64 // Dims/64 a passage
}

// Train embeds the passages. It returns nils, without an error, when there is too
// little to learn from: fewer than 20 passages, or fewer than 80 terms that occur
// in two. Below 1,024 such terms there are fewer than 256 dimensions, a multiple
// of 64. The only error is that of ctx.
//
// The costs are linear in the number of distinct pairs of terms within the window:
// 8 bytes and some 1,100 multiplications each.
func Train(ctx context.Context, c Corpus) (*Signs, *Space, error) {
	rows, terms := c.vocabulary()
	dims := dimensions(terms)
	if c.Passages < minPassages || dims == 0 {
		return nil, nil, nil
	}
	counts := newWindow(c.Documents, rows, terms)
	info := counts.information()
	embedding, err := info.factorise(ctx, dims)
	if err != nil {
		return nil, nil, err
	}
	x := c.passages(rows, embedding)
	space := &Space{rows: rows, idf: c.IDF, embedding: embedding, centre: medians(x)}
	return signsOf(x, space.centre), space, ctx.Err()
}

// vocabulary numbers the terms that are embedded, in order; the others get −1.
func (c *Corpus) vocabulary() (rows []int32, n int) {
	rows = make([]int32, len(c.Postings))
	for _, doc := range c.Documents {
		for _, t := range doc {
			rows[t] = 1
		}
	}
	for t := range rows {
		if rows[t] == 0 || len(c.Postings[t]) < minDF {
			rows[t] = -1
			continue
		}
		rows[t] = int32(n)
		n++
	}
	return rows, n
}

// dimensions returns how many dimensions so many terms are given, 0 if too few:
// with a dimension for nearly every term nothing would be generalised.
func dimensions(terms int) int {
	if terms < vector.MinDims+oversampling {
		return 0
	}
	n := terms / termsPerDim / vector.WordBits * vector.WordBits
	return min(max(n, vector.MinDims), maxDims)
}

// blockRows is how many rows are given to a core at once.
const blockRows = 64

// parallelRows calls f for the ranges of rows that 0 … n−1 are divided into.
func parallelRows(n int, f func(first, end int)) {
	parallel.Do((n+blockRows-1)/blockRows, func(i int) { f(i*blockRows, min((i+1)*blockRows, n)) })
}

// logTF damps the number of occurrences of a term in a passage.
func logTF(tf uint32) float32 { return float32(1 + math.Log(float64(tf))) }
