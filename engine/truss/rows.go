package truss

// rows are the neighbours of the nodes of a graph that loses some: rows only become
// shorter.
type rows struct {
	off, end  []uint32
	nbr, edge []uint32
}

// newRows copies those of a graph.
func newRows(g *Graph) *rows {
	n := g.NumNodes()
	return &rows{
		off: g.off, end: append([]uint32(nil), g.off[1:n+1]...),
		nbr: append([]uint32(nil), g.nbr...), edge: append([]uint32(nil), g.edge...),
	}
}

func (r *rows) len(u uint32) int { return int(r.end[u] - r.off[u]) }

// of returns the neighbours that u still has, with the numbers of the edges.
func (r *rows) of(u uint32) (nodes, edges []uint32) {
	i, j := r.off[u], r.end[u]
	return r.nbr[i:j], r.edge[i:j]
}

// cut takes the edge at a place of u's row out of it; the last one takes its place.
func (r *rows) cut(u uint32, place int) {
	r.end[u]--
	last := r.end[u]
	r.nbr[int(r.off[u])+place], r.edge[int(r.off[u])+place] = r.nbr[last], r.edge[last]
}

// keep takes those neighbours out of u's row that are not in, and leaves the order.
func (r *rows) keep(u uint32, in []bool) {
	to := r.off[u]
	for i := to; i < r.end[u]; i++ {
		if v := r.nbr[i]; in[v] {
			r.nbr[to], r.edge[to] = v, r.edge[i]
			to++
		}
	}
	r.end[u] = to
}

// nextVia returns the first place, from at on, of a node that has an element of via; the
// number of nodes if there is none. Most have none, and in the browser going round a loop
// costs more than a look: it looks at four at a time.
func nextVia(via, nodes []uint32, at int) int {
	for ; at+4 <= len(nodes); at += 4 {
		n := (*[4]uint32)(nodes[at:])
		if via[n[0]]|via[n[1]]|via[n[2]]|via[n[3]] != 0 {
			break
		}
	}
	for at < len(nodes) && via[nodes[at]] == 0 {
		at++
	}
	return at
}
