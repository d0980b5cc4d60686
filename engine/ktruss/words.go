package ktruss

import "math/bits"

// words holds the neighbours of each node as bits, 64 nodes a word; words without a neighbour are left out. Neighbours
// can be removed. To find the common neighbours of two nodes, mark those of one node and compare the words of the
// other.
type words struct {
	g     *Graph
	first []uint32    // by node, and one more: its first word
	at    []uint32    // by word: the number of its first node, divided by 64
	all   []uint64    // by word: neighbours
	left  []uint64    // by word: neighbours that are not removed; 0 before keep
	base  []uint32    // by word: position of its first neighbour in the rows of g
	where [][2]uint32 // by edge: the word of U that has V, and the word of V that has U

	marks   []uint64 // remaining neighbours of the marked node
	place   []uint32 // parallel: its words
	marked  uint32
	support []uint32 // by edge: see count
}

func newWords(g *Graph) *words {
	n := g.NumNodes()
	most := min(len(g.nbr), n*(n+63)/64)
	w := &words{
		g: g, first: make([]uint32, n+1), at: make([]uint32, 0, most), all: make([]uint64, 0, most), base: make([]uint32, 0, most),
		where: make([][2]uint32, len(g.ends)), marks: make([]uint64, (n+63)/64), place: make([]uint32, (n+63)/64), support: make([]uint32, len(g.ends)),
	}
	for u := range n {
		for i := g.off[u]; i < g.off[u+1]; i++ {
			v := g.nbr[i]
			if k := len(w.at); k == int(w.first[u]) || w.at[k-1] != v/64 {
				w.at, w.all, w.base = append(w.at, v/64), append(w.all, 0), append(w.base, i)
			}
			last := len(w.all) - 1
			w.all[last] |= 1 << (v % 64)
			if int(v) > u {
				w.where[g.edge[i]][0] = uint32(last)
			} else {
				w.where[g.edge[i]][1] = uint32(last)
			}
		}
		w.first[u+1] = uint32(len(w.at))
	}
	w.left = make([]uint64, len(w.all))
	return w
}

// keep restores the neighbours along edges whose trussness is at least k, and removes all others.
func (w *words) keep(trussness []uint16, k int) {
	clear(w.left)
	for e, ends := range w.g.ends {
		if int(trussness[e]) >= k {
			w.left[w.where[e][0]] |= 1 << (ends.V % 64)
			w.left[w.where[e][1]] |= 1 << (ends.U % 64)
		}
	}
}

// unlink removes the ends of an edge from each other's neighbours.
func (w *words) unlink(e uint32) {
	ends, where := w.g.ends[e], w.where[e]
	w.left[where[0]] &^= 1 << (ends.V % 64)
	w.left[where[1]] &^= 1 << (ends.U % 64)
}

// edge returns the number of the edge to a neighbour, which is a bit of a word.
func (w *words) edge(word uint32, bit uint64) uint32 {
	return w.g.edge[w.base[word]+uint32(bits.OnesCount64(w.all[word]&(bit-1)))]
}

// node returns the node of the lowest bit of a word.
func (w *words) node(word uint32, bit uint64) uint32 {
	return 64*w.at[word] + uint32(bits.TrailingZeros64(bit))
}

// degree returns the number of remaining neighbours of a node.
func (w *words) degree(u uint32) (n int) {
	for _, left := range w.left[w.first[u]:w.first[u+1]] {
		n += bits.OnesCount64(left)
	}
	return n
}

// append appends the remaining neighbours of a node, ascending.
func (w *words) append(dst []uint32, u uint32) []uint32 {
	for i := w.first[u]; i < w.first[u+1]; i++ {
		for left := w.left[i]; left != 0; left &= left - 1 {
			dst = append(dst, w.node(i, left))
		}
	}
	return dst
}

// mark marks the remaining neighbours of u, and unmarks those of the node before.
func (w *words) mark(u uint32) {
	for _, at := range w.at[w.first[w.marked]:w.first[w.marked+1]] {
		w.marks[at] = 0
	}
	w.marked = u
	first, end := w.first[u], w.first[u+1]
	left := w.left[first:end]
	for i, at := range w.at[first:end] {
		w.marks[at], w.place[at] = left[i], first+uint32(i)
	}
}

// common returns the number of remaining neighbours of v that are marked.
func (w *words) common(v uint32) (n uint32) {
	first, end := w.first[v], w.first[v+1]
	left := w.left[first:end]
	for i, at := range w.at[first:end] {
		n += uint32(bits.OnesCount64(left[i] & w.marks[at]))
	}
	return n
}

// count sets support of each edge whose trussness is at least k to the number of its triangles. For an edge in exactly
// k−2 triangles it calls tight, if that is not nil, while the neighbours of the edge's other end are marked.
func (w *words) count(trussness []uint16, k int, tight func(v, more uint32)) {
	last := -1
	for e, ends := range w.g.ends {
		if int(trussness[e]) < k {
			continue
		}
		if int(ends.U) != last {
			last = int(ends.U)
			w.mark(ends.U)
		}
		if w.support[e] = w.common(ends.V); tight != nil && w.support[e] == uint32(k-2) {
			tight(ends.V, 1)
		}
	}
}
