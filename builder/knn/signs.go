package knn

import "math/bits"

// Signs are sign vectors, of words words a passage: see engine/vector.
type Signs struct {
	Words int
	Bits  []uint64
}

// Len returns the number of vectors.
func (s *Signs) Len() int { return len(s.Bits) / s.Words }

// Cosine is that of two vectors of ±1.
func (s *Signs) Cosine(a, b int) float32 {
	n := s.Words
	x, y := s.Bits[a*n:a*n+n], s.Bits[b*n:b*n+n]
	differ := 0
	for i, w := range x {
		differ += bits.OnesCount64(w ^ y[i])
	}
	return 1 - float32(2*differ)/float32(64*n)
}

// BySigns returns the k nearest of each passage by the cosine of its signs. O(passages² · words).
func BySigns(s *Signs, k int) Lists {
	n := s.Len()
	return search(n, k, func() func(int, func(Neighbour)) {
		return func(i int, offer func(Neighbour)) {
			for j := range n {
				if j != i {
					offer(Neighbour{ID: uint32(j), Score: s.Cosine(i, j)})
				}
			}
		}
	})
}
