package ktruss

// Trussness returns, by edge, the largest k of a k-truss that has it, at least 2 (Wang & Cheng 2012,
// "Truss Decomposition in Massive Networks", algorithm 2). It removes the edge in the fewest
// triangles first, and with it these triangles. O(edges · degree), and 44 bytes an edge.
func Trussness(g *Graph) []uint16 { return Decompose(g, g.Support()) }

// Decompose is Trussness for callers that have Graph.Support. It does not change support.
func Decompose(g *Graph, support []uint32) []uint16 {
	support = append([]uint32(nil), support...)
	q := newBuckets(support)
	out := make([]uint16, len(support))
	left := newShrinking(g)
	via := make([]uint32, g.NumNodes()) // by node: 1 + the edge from u, 0 for none
	least := uint32(0)
	for i := range q.order {
		e := q.order[i]
		least = max(least, support[e])
		out[e] = uint16(min(least+2, 1<<16-1))
		left.cut(e)
		u, v := g.ends[e].U, g.ends[e].V
		if left.len(u) > left.len(v) {
			u, v = v, u
		}
		near, edges := left.of(u)
		others, between := left.of(v)
		mark(via, near, edges)
		for i := nextVia(via, others, -1); i < len(others); i = nextVia(via, others, i) {
			q.lower(via[others[i]]-1, support, least)
			q.lower(between[i], support, least)
		}
		unmark(via, near)
	}
	return out
}

// shrinking are rows, in no order, from which edges can be removed.
type shrinking struct {
	rows
	g     *Graph
	place [][2]uint32 // by edge: where it is in the rows of its ends
}

func newShrinking(g *Graph) *shrinking {
	s := &shrinking{g: g, place: make([][2]uint32, len(g.ends))}
	s.rows = rows{
		off: g.off, end: append([]uint32(nil), g.off[1:]...),
		nbr: append([]uint32(nil), g.nbr...), edge: append([]uint32(nil), g.edge...),
	}
	for u := range uint32(g.NumNodes()) {
		for i := s.off[u]; i < s.end[u]; i++ {
			*s.at(u, s.edge[i]) = i
		}
	}
	return s
}

// at returns where the place of an edge in the row of an end is kept.
func (s *shrinking) at(end, edge uint32) *uint32 {
	if s.g.ends[edge].U == end {
		return &s.place[edge][0]
	}
	return &s.place[edge][1]
}

// cut removes an edge from the rows of its ends.
func (s *shrinking) cut(edge uint32) {
	for _, u := range [2]uint32{s.g.ends[edge].U, s.g.ends[edge].V} {
		s.end[u]--
		to, last := *s.at(u, edge), s.end[u]
		s.nbr[to], s.edge[to] = s.nbr[last], s.edge[last]
		*s.at(u, s.edge[to]) = to
	}
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

// lower counts one triangle less for an edge, if that leaves at least least. The edge changes places
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
