// Package embed trains sign vectors of passages on the corpus itself, so that a passage is near a query on the same
// subject in other words. It downloads no model; all its knowledge comes from the corpus.
//
// Terms are embedded by factorising their co-occurrence: positive pointwise mutual information with a smoothed context
// distribution (Levy, Goldberg & Dagan 2015, "Improving Distributional Similarity with Lessons Learned from Word
// Embeddings"), reduced by a randomised singular value decomposition (Halko, Martinsson & Tropp 2011, "Finding
// Structure with Randomness"). A passage is the weighted sum of its terms; of each dimension one bit is kept, the side
// of the median.
//
// The result has the same bits on any number of processors: the division of the work
// does not depend on that number, and every sum has a fixed order.
package embed

import (
	"context"
	"math"
	"math/bits"

	"mycel/builder/parallel"
	"mycel/builder/terms"
	"mycel/engine/vector"
)

const (
	maxDims      = 256 // 32 bytes a passage
	oversampling = 16  // additional columns, which make the decomposition of the others exact
	termsPerDim  = 4   // least number of terms per dimension
	minPassages  = 20  // with fewer passages medians are arbitrary
	minDF        = 2   // a term of one passage relates it to no other passage
)

// Corpus is the data on which vectors are trained. Terms are numbered from 0.
type Corpus struct {
	// Documents are the terms of each document in reading order, without stop words. The window of
	// co-occurrence slides over them.
	Documents [][]uint32
	// Postings are the passages of each term. Terms that occur in no document are not embedded.
	Postings [][]terms.Posting
	// IDF of each term over the passages; vector.Weight turns it into a weight.
	IDF      []float32
	Passages int
}

// Signs are the sign vectors of the passages, in the layout of vector.Encode.
type Signs struct {
	Dims  int
	Words []uint64 // Dims/64 a passage
}

// Row returns the words of a vector.
func (s *Signs) Row(i int) []uint64 {
	n := s.Dims / vector.WordBits
	return s.Words[i*n:][:n]
}

// Cosine returns the cosine of two vectors of ±1.
func (s *Signs) Cosine(a, b int) float32 {
	x, y := s.Row(a), s.Row(b)
	differ := 0
	for i, w := range x {
		differ += bits.OnesCount64(w ^ y[i])
	}
	return 1 - float32(2*differ)/float32(s.Dims)
}

// Train embeds the passages. It returns nils, without an error, if there is too little to learn from: fewer than 20
// passages, or fewer than 80 terms that occur in two. Below 1,024 such terms there are fewer than 256 dimensions, a
// multiple of 64. The only error is that of ctx.
//
// Each distinct pair of terms within the window costs 8 bytes and some 1,100 multiplications.
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

// vocabulary numbers the embedded terms, in order; other terms get −1.
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

// dimensions returns the number of dimensions for a number of terms, 0 for too few terms: with
// nearly a dimension per term nothing would be generalised.
func dimensions(terms int) int {
	if terms < vector.MinDims+oversampling {
		return 0
	}
	n := terms / termsPerDim / vector.WordBits * vector.WordBits
	return min(max(n, vector.MinDims), maxDims)
}

// blockRows is the number of rows in a unit of work.
const blockRows = 64

// parallelRows calls f in parallel for ranges that cover the rows 0 … n−1.
func parallelRows(n int, f func(first, end int)) {
	parallel.Do((n+blockRows-1)/blockRows, func(i int) { f(i*blockRows, min((i+1)*blockRows, n)) })
}

// logTF damps the number of occurrences of a term in a passage.
func logTF(tf uint32) float32 { return float32(1 + math.Log(float64(tf))) }
