package summary

import (
	"math"
	"slices"
)

// vectors has the TF-IDF vectors of sentences, scaled to length 1, by sentence and by term. The
// weight of a term is its count times its idf.
type vectors struct {
	sentences rows // of each sentence: local term ids, ascending
	terms     rows // of each local term id: sentences, ascending
}

// rows are sparse vectors, stored one after the other.
type rows struct {
	start  []int // start of each row, and the end of the last
	id     []int32
	weight []float64
}

func (r *rows) row(i int) (ids []int32, weights []float64) {
	from, to := r.start[i], r.start[i+1]
	return r.id[from:to], r.weight[from:to]
}

// newVectors makes the vectors of sentences. Terms without a positive idf are left out. O(term counts · log terms).
func newVectors(sentences []Sentence, idf []float32) *vectors {
	known := knownTerms(sentences, idf)
	v := &vectors{sentences: rows{start: []int{0}}}
	s := &v.sentences
	for i := range sentences {
		sum := 0.0
		first := len(s.id)
		for _, t := range sentences[i].Terms {
			local, ok := slices.BinarySearch(known, t.Term)
			if !ok || t.Count == 0 {
				continue
			}
			w := float64(t.Count) * float64(idf[t.Term])
			sum += float64(w * w)
			s.id = append(s.id, int32(local))
			s.weight = append(s.weight, w)
		}
		scale(s.weight[first:], math.Sqrt(sum))
		s.start = append(s.start, len(s.id))
	}
	v.terms = s.transpose(len(known))
	return v
}

// knownTerms returns the distinct terms of sentences that have a weight, ascending.
func knownTerms(sentences []Sentence, idf []float32) []uint32 {
	var terms []uint32
	for i := range sentences {
		for _, t := range sentences[i].Terms {
			if int64(t.Term) < int64(len(idf)) && idf[t.Term] > 0 && t.Count > 0 {
				terms = append(terms, t.Term)
			}
		}
	}
	slices.Sort(terms)
	return slices.Compact(terms)
}

func scale(weights []float64, length float64) {
	for i := range weights {
		weights[i] /= length
	}
}

// transpose returns the rows by id; n is the number of ids.
func (r *rows) transpose(n int) rows {
	t := rows{start: make([]int, n+1), id: make([]int32, len(r.id)), weight: make([]float64, len(r.id))}
	for _, id := range r.id {
		t.start[id+1]++
	}
	for i := range n {
		t.start[i+1] += t.start[i]
	}
	next := slices.Clone(t.start)
	for i := range len(r.start) - 1 {
		ids, weights := r.row(i)
		for k, id := range ids {
			t.id[next[id]], t.weight[next[id]] = int32(i), weights[k]
			next[id]++
		}
	}
	return t
}

func (v *vectors) len() int { return len(v.sentences.start) - 1 }

// isEmpty reports whether sentence i has no term with a weight.
func (v *vectors) isEmpty(i int) bool { return v.sentences.start[i] == v.sentences.start[i+1] }

// cosines sets dst, which has an element for each sentence, to the cosines of sentence i with all
// sentences. O(sentences + postings of i's terms), no allocation.
func (v *vectors) cosines(dst []float64, i int) {
	clear(dst)
	terms, weights := v.sentences.row(i)
	for k, term := range terms {
		sentences, others := v.terms.row(int(term))
		for m, j := range sentences {
			dst[j] += float64(weights[k] * others[m])
		}
	}
}

// centroid returns the cosine of each sentence with the mean vector.
func (v *vectors) centroid() []float64 {
	mean := make([]float64, len(v.terms.start)-1)
	sum := 0.0
	for t := range mean {
		_, weights := v.terms.row(t)
		for _, w := range weights {
			mean[t] += w
		}
		sum += float64(mean[t] * mean[t])
	}
	scores := make([]float64, v.len())
	if sum == 0 {
		return scores
	}
	scale(mean, math.Sqrt(sum))
	for i := range scores {
		terms, weights := v.sentences.row(i)
		for k, t := range terms {
			scores[i] += float64(weights[k] * mean[t])
		}
	}
	return scores
}
