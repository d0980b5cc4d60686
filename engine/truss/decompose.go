package truss

// Trussness returns for each edge the largest k such that it lies in a k-truss, 2 or
// more (Wang & Cheng 2012, "Truss Decomposition in Massive Networks", algorithm 2):
// the edge in the fewest triangles is taken away first, and with it the triangles that
// it closed. O(edges · degree), and 32 bytes an edge.
func Trussness(g *Graph) []uint16 {
	support := g.Support()
	q := newBuckets(support)
	out := make([]uint16, len(support))
	left := newRows(g)
	via := make([]uint32, g.NumNodes()) // by node: 1 + the edge from u, 0 for none
	least := uint32(0)
	for i := range q.order {
		e := q.order[i]
		least = max(least, support[e])
		out[e] = uint16(min(least+2, 1<<16-1))
		u, v := g.ends[e].U, g.ends[e].V
		if left.len(u) > left.len(v) {
			u, v = v, u
		}
		near, edges := left.of(u)
		place := 0
		for i, w := range near {
			via[w] = edges[i] + 1
			if w == v {
				place = i
			}
		}
		via[u] = e + 1
		others, between := left.of(v)
		otherPlace := 0
		for i := nextVia(via, others, 0); i < len(others); i = nextVia(via, others, i+1) {
			switch a, b := via[others[i]]-1, between[i]; {
			case b == e:
				otherPlace = i
			case g.counts(e, a, b):
				q.lower(a, support, least)
				q.lower(b, support, least)
			}
		}
		for _, w := range near {
			via[w] = 0
		}
		via[u] = 0
		left.cut(u, place)
		left.cut(v, otherPlace)
	}
	return out
}

// MaxK returns the largest trussness, 0 for a graph without edges.
func MaxK(trussness []uint16) int {
	k := uint16(0)
	for _, t := range trussness {
		k = max(k, t)
	}
	return int(k)
}

// buckets holds edges in ascending order of their support.
type buckets struct {
	order []uint32 // edges
	place []uint32 // by edge: its place in order
	first []uint32 // by support: where its edges begin
}

func newBuckets(support []uint32) *buckets {
	most := uint32(0)
	for _, s := range support {
		most = max(most, s)
	}
	q := &buckets{order: make([]uint32, len(support)), place: make([]uint32, len(support)), first: make([]uint32, most+2)}
	for _, s := range support {
		q.first[s+1]++
	}
	for s := range most + 1 {
		q.first[s+1] += q.first[s]
	}
	next := append([]uint32(nil), q.first...)
	for e, s := range support {
		q.place[e] = next[s]
		q.order[next[s]] = uint32(e)
		next[s]++
	}
	return q
}

// lower takes a triangle off an edge that is in more than least: it changes places
// with the first of its bucket, and the bucket begins one later.
func (q *buckets) lower(e uint32, support []uint32, least uint32) {
	s := support[e]
	if s <= least {
		return
	}
	to := q.first[s]
	other, from := q.order[to], q.place[e]
	q.order[to], q.order[from] = e, other
	q.place[e], q.place[other] = to, from
	q.first[s]++
	support[e]--
}
