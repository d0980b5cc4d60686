package ktruss

// rows are the neighbours of each node, with the numbers of the edges. A row only becomes shorter.
type rows struct {
	off, end  []uint32
	nbr, edge []uint32
}

func (r *rows) len(u uint32) int { return int(r.end[u] - r.off[u]) }

// of returns the neighbours of u that are left, with the numbers of the edges.
func (r *rows) of(u uint32) (nodes, edges []uint32) {
	i, j := r.off[u], r.end[u]
	return r.nbr[i:j], r.edge[i:j]
}

// keep removes the neighbours that are not in from u's row, and leaves the order.
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

// nextVia returns the first index behind last of a node whose via is not 0; len(nodes) if there is
// no such node. It tests four nodes at a time: most are 0, and in the browser a turn of a loop costs
// more than a test.
//
//go:noinline
func nextVia(via, nodes []uint32, last int) int {
	at := last + 1
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

// mark sets via of nodes to 1 + their edges, four at a time like nextVia; unmark sets it to 0.
func mark(via, nodes, edges []uint32) {
	for ; len(nodes) >= 4; nodes, edges = nodes[4:], edges[4:] {
		n, e := (*[4]uint32)(nodes), (*[4]uint32)(edges)
		via[n[0]], via[n[1]], via[n[2]], via[n[3]] = e[0]+1, e[1]+1, e[2]+1, e[3]+1
	}
	for i, v := range nodes {
		via[v] = edges[i] + 1
	}
}

func unmark(via, nodes []uint32) {
	for ; len(nodes) >= 4; nodes = nodes[4:] {
		n := (*[4]uint32)(nodes)
		via[n[0]], via[n[1]], via[n[2]], via[n[3]] = 0, 0, 0, 0
	}
	for _, v := range nodes {
		via[v] = 0
	}
}
