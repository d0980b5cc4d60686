package knn

import "math"

// Words are the distinct words of passages, numbered from 0: the passages of each word, ascending, and the words
// of each passage.
type Words struct {
	Passages [][]uint32 // by word
	Words    [][]uint32 // by passage
}

// NewWords inverts the lists of the passages of words. It leaves out words in more than share of n passages:
// they distinguish nothing, and would be most of the work.
func NewWords(passages [][]uint32, n int, share float64) *Words {
	w := &Words{Passages: make([][]uint32, len(passages)), Words: make([][]uint32, n)}
	most := max(1, int(share*float64(n)))
	for t, list := range passages {
		if len(list) > most {
			continue
		}
		w.Passages[t] = list
		for _, p := range list {
			w.Words[p] = append(w.Words[p], uint32(t))
		}
	}
	return w
}

// ByWords returns the k nearest of each passage by the number of distinct words that the two share, at least
// one. Ties are frequent; if tie is not nil, the greater tie of the two passages decides. O(sum of squares of
// the words' passages).
func ByWords(w *Words, k int, tie func(a, b int) float32) Lists {
	return byWeights(w, k, func(uint32) float32 { return 1 }, nil, tie)
}

// ByTFIDF returns the k nearest of each passage by the cosine of their TF-IDF vectors, where a word weighs its
// idf. It is the substitute where there are no vectors.
func ByTFIDF(w *Words, k int, idf []float32) Lists {
	lengths := make([]float32, len(w.Words))
	for p, words := range w.Words {
		sum := float32(0)
		for _, t := range words {
			sum += float32(idf[t] * idf[t])
		}
		lengths[p] = float32(math.Sqrt(float64(sum)))
	}
	return byWeights(w, k, func(t uint32) float32 { return float32(idf[t] * idf[t]) }, lengths, nil)
}

// byWeights ranks by the sum of the weights of the common words, divided by the lengths of both passages unless
// lengths is nil.
func byWeights(w *Words, k int, weight func(t uint32) float32, lengths []float32, tie func(a, b int) float32) Lists {
	n := len(w.Words)
	return search(n, k, func() func(int, func(Neighbour)) {
		sums := make([]float32, n)
		var touched []uint32
		return func(i int, offer func(Neighbour)) {
			for _, t := range w.Words[i] {
				x := weight(t)
				for _, j := range w.Passages[t] {
					if sums[j] == 0 {
						touched = append(touched, j)
					}
					sums[j] += x
				}
			}
			for _, j := range touched {
				score := sums[j]
				sums[j] = 0
				if int(j) == i || score == 0 {
					continue
				}
				if lengths != nil {
					score /= lengths[i] * lengths[j]
				}
				x := Neighbour{ID: j, Score: score}
				if tie != nil {
					x.Tie = tie(i, int(j))
				}
				offer(x)
			}
			touched = touched[:0]
		}
	})
}
