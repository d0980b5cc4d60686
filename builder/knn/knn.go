// Package knn finds the nearest neighbours of passages, by words and by vectors, and joins them to a graph. It compares
// all pairs of passages that share a word or have vectors, so its answers are exact. A processor compares 64 signs in
// one instruction, so this is affordable up to some 100,000 passages.
package knn

import (
	"slices"

	"mycel/builder/parallel"
)

// Neighbour is a passage with its nearness.
type Neighbour struct {
	ID    uint32
	Score float32 // greater is nearer
	Tie   float32 // decides among equal scores, greater first; then the lower ID
}

// Lists has the neighbours of every passage, nearest first.
type Lists [][]Neighbour

// before tells whether a is nearer than b.
func before(a, b Neighbour) bool {
	if a.Score != b.Score {
		return a.Score > b.Score
	}
	if a.Tie != b.Tie {
		return a.Tie > b.Tie
	}
	return a.ID < b.ID
}

// nearest keeps the k nearest of the offered neighbours, in order.
type nearest struct {
	k    int
	list []Neighbour
}

func (n *nearest) offer(x Neighbour) {
	if n.k == 0 || len(n.list) == n.k && !before(x, n.list[n.k-1]) {
		return
	}
	at, _ := slices.BinarySearchFunc(n.list, x, func(a, b Neighbour) int {
		if before(a, b) {
			return -1
		}
		return 1
	})
	if len(n.list) == n.k {
		n.list = n.list[:n.k-1]
	}
	n.list = slices.Insert(n.list, at, x)
}

// search fills the lists of n passages. newScan makes a function that offers the neighbours of one passage; each core
// has its own function.
func search(n, k int, newScan func() func(i int, offer func(Neighbour))) Lists {
	lists := make(Lists, n)
	const block = 64
	parallel.Do((n+block-1)/block, func(b int) {
		scan := newScan()
		for i := b * block; i < min((b+1)*block, n); i++ {
			best := nearest{k: k}
			scan(i, best.offer)
			lists[i] = best.list
		}
	})
	return lists
}

// Graph joins every passage with the neighbours in all lists, in both directions and each once: the rows are ascending.
func Graph(n int, all ...Lists) [][]uint32 {
	rows := make([][]uint32, n)
	for _, lists := range all {
		for i, list := range lists {
			for _, x := range list {
				rows[i] = append(rows[i], x.ID)
				rows[x.ID] = append(rows[x.ID], uint32(i))
			}
		}
	}
	parallel.Do(n, func(i int) {
		slices.Sort(rows[i])
		rows[i] = slices.Compact(rows[i])
	})
	return rows
}
