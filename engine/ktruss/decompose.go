package ktruss

// Trusses are the k-trusses of a graph.
type Trusses struct {
	Trussness []uint16 // by edge: the largest k of a k-truss that has it, at least 2

	w *words
}

// Known returns the k-trusses of a graph whose trussness is known.
func Known(g *Graph, trussness []uint16) *Trusses { return &Trusses{trussness, newWords(g)} }

// Decompose finds the k-trusses of a graph (Cohen 2008). For k = 3, 4, … it removes the edges that lie
// in fewer than k−1 triangles, and with them these triangles. O(edges · degree).
func Decompose(g *Graph) *Trusses {
	t := Known(g, make([]uint16, len(g.ends)))
	w := t.w
	w.keep(t.Trussness, 0)
	w.count(t.Trussness, 0, nil)
	kept := make([]uint32, len(g.ends))
	for e := range kept {
		kept[e] = uint32(e)
	}
	var removed []uint32
	for k := uint32(1); len(kept) > 0; k++ {
		for i := 0; i < len(removed); i++ {
			e := removed[i]
			t.Trussness[e] = uint16(min(k, 1<<16-1))
			removed = w.cut(e, k-2, removed)
		}
		rest := kept[:0]
		removed = removed[:0]
		for _, e := range kept {
			if t.Trussness[e] > 0 {
				continue
			}
			if rest = append(rest, e); w.support[e] == k-1 {
				removed = append(removed, e)
			}
		}
		kept = rest
	}
	return t
}

// cut removes an edge. It appends the edges that are now in at most least triangles.
func (w *words) cut(e, least uint32, removed []uint32) []uint32 {
	u, v := w.g.ends[e].U, w.g.ends[e].V
	if w.unlink(e); w.marked != u {
		w.mark(u)
	} else { // the marks are those of the edge before; u has only lost the neighbour v since
		w.marks[v/64] &^= 1 << (v % 64)
	}
	for i := w.first[v]; i < w.first[v+1]; i++ {
		at := w.at[i]
		for both := w.left[i] & w.marks[at]; both != 0; both &= both - 1 {
			bit := both & -both
			for _, other := range [2]uint32{w.edge(i, bit), w.edge(w.place[at], bit)} {
				if n := w.support[other]; n > least {
					if w.support[other] = n - 1; n-1 == least {
						removed = append(removed, other)
					}
				}
			}
		}
	}
	return removed
}

// MaxK returns the largest trussness, 0 for a graph without edges.
func (t *Trusses) MaxK() int {
	most := uint16(0)
	for _, k := range t.Trussness {
		most = max(most, k)
	}
	return int(most)
}
