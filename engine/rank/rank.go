// Package rank orders scored things: by score, then by id.
package rank

// Item is a scored identifier.
type Item struct {
	ID    uint32
	Score float32
}

// Compare orders by descending score, ties by ascending id.
func Compare(a, b Item) int {
	switch {
	case a.Score > b.Score:
		return -1
	case a.Score < b.Score:
		return 1
	case a.ID < b.ID:
		return -1
	case a.ID > b.ID:
		return 1
	}
	return 0
}

// Top returns the k best of the candidates ids with their scores (indexed by id), in order. It appends to dst[:0]. O(n
// log k), no allocation when dst has room for k items.
func Top(dst []Item, ids []uint32, score []float32, k int) []Item {
	h := dst[:0]
	if k <= 0 {
		return h
	}
	for _, id := range ids {
		h = Push(h, Item{ID: id, Score: score[id]}, k)
	}
	Sort(h, Compare)
	return h
}

// Push adds an item to a heap of the k best, whose root is the worst; k is above 0.
func Push(h []Item, it Item, k int) []Item {
	if len(h) < k {
		h = append(h, it)
		up(h, len(h)-1)
	} else if Compare(it, h[0]) < 0 {
		h[0] = it
		down(h)
	}
	return h
}

// Best returns the k best of items, in order. It overwrites the front of items. O(n log k).
func Best(items []Item, k int) []Item {
	h := items[:min(k, len(items))]
	if len(h) == 0 {
		return h
	}
	for i := range h {
		up(h[:i+1], i)
	}
	for _, it := range items[len(h):] {
		if Compare(it, h[0]) < 0 {
			h[0] = it
			down(h)
		}
	}
	Sort(h, Compare)
	return h
}

// The heap keeps the worst item at the root.
func up(h []Item, i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if Compare(h[i], h[parent]) <= 0 {
			return
		}
		h[i], h[parent] = h[parent], h[i]
		i = parent
	}
}

func down(h []Item) {
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(h) {
			return
		}
		if child+1 < len(h) && Compare(h[child+1], h[child]) > 0 {
			child++
		}
		if Compare(h[child], h[i]) <= 0 {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}
