package knn

import (
	"mycel/builder/embed"
	"mycel/engine/vector"
)

// BySigns returns the k nearest of each passage by the cosine of its signs. O(passages² · words).
func BySigns(s *embed.Signs, k int) Lists {
	n := len(s.Words) * vector.WordBits / s.Dims
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
