package summary

import "math"

const (
	similarEnough = 0.1  // least cosine of an edge
	teleport      = 0.15 // d, the chance to go on anywhere
	tolerance     = 1e-6 // L1 change below which the iteration stops
	maxSteps      = 50
	maxGraph      = 2000 // most sentences of a graph, whose cost grows with their square
)

// LexRank returns the centrality of each sentence among sentences (Erkan & Radev 2004, with the cosines as weights):
// the stationary distribution, which sums to 1, of
//
//	p ← d/n + (1−d)·Mᵀp
//
// M is the row-normalised matrix of TF-IDF cosines of at least 0.1, d is 0.15. Unlike in the paper a sentence has no
// edge to itself. With such edges a sentence unlike all others would have the mean centrality, and the greedy choice
// of novel sentences would take it. A row without edges spreads over all sentences.
//
// Above 2000 sentences the scores are cosines with the mean vector instead (the centroid method, Radev et al. 2004).
//
// idf is by term id; terms outside it and those without a positive idf do not count. O(n² + sum of the terms' df²).
func LexRank(sentences []Sentence, idf []float32) []float64 {
	return newVectors(sentences, idf).centrality()
}

func (v *vectors) centrality() []float64 {
	if v.len() > maxGraph {
		return v.centroid()
	}
	return stationary(v.transitions())
}

// transitions returns M: for each sentence the similar sentences, ascending.
func (v *vectors) transitions() rows {
	n := v.len()
	m := rows{start: make([]int, 1, n+1)}
	cosines := make([]float64, n)
	for i := range n {
		v.cosines(cosines, i)
		first, sum := len(m.id), 0.0
		for j, c := range cosines {
			if c >= similarEnough && j != i {
				m.id = append(m.id, int32(j))
				m.weight = append(m.weight, c)
				sum += c
			}
		}
		scale(m.weight[first:], sum)
		m.start = append(m.start, len(m.id))
	}
	return m
}

// stationary iterates p ← d/n + (1−d)·mᵀp from the uniform distribution.
func stationary(m rows) []float64 {
	n := len(m.start) - 1
	p, next := make([]float64, n), make([]float64, n)
	for i := range p {
		p[i] = 1 / float64(n)
	}
	for range maxSteps {
		step(next, p, m)
		change := 0.0
		for i := range p {
			change += math.Abs(next[i] - p[i])
		}
		p, next = next, p
		if change < tolerance {
			break
		}
	}
	return p
}

func step(next, p []float64, m rows) {
	clear(next)
	dangling := 0.0
	for i := range p {
		ids, weights := m.row(i)
		if len(ids) == 0 {
			dangling += p[i]
		}
		for k, j := range ids {
			next[j] += float64(p[i] * weights[k])
		}
	}
	n := float64(len(p))
	for j := range next {
		next[j] = teleport/n + float64((1-teleport)*(next[j]+dangling/n))
	}
}
