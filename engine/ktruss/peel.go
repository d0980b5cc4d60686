package ktruss

import "mycel/engine/rank"

// One is a relevance of 1. Relevances are whole numbers of 2⁻²⁴, so that sums of them
// are exact: the result depends neither on the order of the nodes nor on the machine.
const One = 1 << 24

// Fixed returns a relevance, −1..1, as Peel takes it.
func Fixed(x float32) int32 { return int32(x * One) }

// Options of Peel. The zero value of a field means its default.
type Options struct {
	MaxChecks int // removals to try at most; default 200,000
	Top       int // components to return; default 1, as in the paper

	// Support is Graph.Support of the graph, if the caller has it: a search with k = 3 then does not
	// count triangles again.
	Support []uint32
}

// DefaultMaxChecks is the default of Options.MaxChecks.
const DefaultMaxChecks = 200_000

// Community is a connected k-truss.
type Community struct {
	K      int
	Nodes  []uint32 // ascending
	Edges  int      // of the truss, between Nodes
	Sum    int64    // of the nodes' relevances
	Capped bool     // MaxChecks ended the search
}

// Relevance is the mean of the nodes' relevances, the paper's QR.
func (c *Community) Relevance() float32 {
	return float32(float64(c.Sum) / float64(One*len(c.Nodes)))
}

// better orders communities: more relevant ones first, then larger ones, then the one
// with the smallest node.
func better(a, b *Community) bool {
	x, y := a.Sum*int64(len(b.Nodes)), b.Sum*int64(len(a.Nodes))
	if x != y {
		return x > y
	}
	if len(a.Nodes) != len(b.Nodes) {
		return len(a.Nodes) > len(b.Nodes)
	}
	return a.Nodes[0] < b.Nodes[0]
}

// Peel is Q-Peel (algorithm 1). Of the connected k-trusses of g it looks for the one whose
// nodes are most relevant on average. It removes nodes from each component of the maximal
// k-truss: each time the least relevant node that is below the mean and without which the rest
// stays connected and a k-truss. It returns the best of the remaining components, none if g
// has no k-truss.
//
// trussness is by edge. Only this counts: k or more for the edges of the maximal k-truss, less for
// all others. relevance is by node, from Fixed. k is 2 or more; a 2-truss is any connected graph
// with an edge.
//
// The paper starts again from the least relevant node after every removal, because a node
// that could not go may be free now. Here a node that cannot go waits for the removal of one of two
// others: either the ends of an edge that would be in too few triangles, or two of its neighbours
// that would lose each other. The result is the same. O(removals · degree²) and a search for each
// removal.
func Peel(g *Graph, trussness []uint16, relevance []int32, k int, o Options) []Community {
	if o.MaxChecks == 0 {
		o.MaxChecks = DefaultMaxChecks
	}
	o.Top = max(o.Top, 1)
	p := newPeeler(g.Keep(func(e int) bool { return int(trussness[e]) >= k }), relevance, k, o)
	switch {
	case k == 3 && o.Support != nil: // edges that are not kept are in no triangle
		for e, n := range o.Support {
			if trussness[e] >= 3 {
				p.support = append(p.support, n)
			}
		}
	case k > 2:
		p.support = p.g.Support()
	}
	var best []Community
	for _, nodes := range p.components() {
		if len(best) == o.Top && p.hopeless(nodes, &best[len(best)-1]) {
			continue
		}
		c := p.peel(nodes)
		at := len(best)
		for at > 0 && better(&c, &best[at-1]) {
			at--
		}
		best = append(best, Community{})
		copy(best[at+1:], best[at:])
		best[at] = c
		best = best[:min(len(best), o.Top)]
	}
	return best
}

// peeler is the state of a search in a maximal k-truss.
type peeler struct {
	g         *Graph
	relevance []int32
	k         int
	o         Options
	checks    int

	in      []bool   // by node: part of the component as it stands
	left    *rows    // neighbours, among which at most half have been removed
	lost    []uint32 // by node: how many of its neighbours in left have been removed
	support []uint32 // by edge: triangles within the component
	size    int
	sum     int64

	order []uint32 // nodes of the component, least relevant first
	place []uint32 // by node: its place in order
	heap  []uint32 // places of nodes that may be free to go

	// A node that cannot go is in the lists of two others. waits counts, by node, how often that
	// happened: an entry with an older count is out of date.
	lists [][]waiting
	waits []uint32

	stamp    []uint32 // scratch, by node
	now      uint32
	queue    []uint32
	parent   []uint32 // scratch, by node
	via      []uint32 // scratch, by node: 1 + its edge to the node in hand, 0 for none
	opposite []uint32 // edges that form a triangle with the node that free was asked about last
}

// waiting is a node that was found not to be free.
type waiting struct{ node, wait uint32 }

// newPeeler makes a search in g, and changes the rows of g. The caller sets support, unless k is 2.
func newPeeler(g *Graph, relevance []int32, k int, o Options) *peeler {
	n := g.NumNodes()
	p := &peeler{
		g: g, relevance: relevance, k: k, o: o, in: make([]bool, n), place: make([]uint32, n),
		left: &rows{off: g.off, end: append([]uint32(nil), g.off[1:]...), nbr: g.nbr, edge: g.edge}, lost: make([]uint32, n),
		lists: make([][]waiting, n), waits: make([]uint32, n), stamp: make([]uint32, n), parent: make([]uint32, n), via: make([]uint32, n),
	}
	return p
}

// components returns the nodes of each component that has an edge, ascending, the
// component with the smallest node first.
func (p *peeler) components() [][]uint32 {
	var out [][]uint32
	p.now++
	for u := range p.stamp {
		if p.stamp[u] == p.now || p.g.Degree(uint32(u)) == 0 {
			continue
		}
		p.stamp[u] = p.now
		nodes := []uint32{uint32(u)}
		for i := 0; i < len(nodes); i++ {
			near, _ := p.g.Neighbours(nodes[i])
			for _, v := range near {
				if p.stamp[v] != p.now {
					p.stamp[v] = p.now
					nodes = append(nodes, v)
				}
			}
		}
		ascend(nodes)
		out = append(out, nodes)
	}
	return out
}

func ascend(nodes []uint32) { rank.Sort(nodes, func(a, b uint32) int { return int(a) - int(b) }) }

// sortByRelevance fills order with the nodes of a component, the least relevant first, of equal
// nodes the greatest first.
func (p *peeler) sortByRelevance(nodes []uint32) {
	p.order = append(p.order[:0], nodes...)
	rank.Sort(p.order, func(a, b uint32) int {
		if x, y := p.relevance[a], p.relevance[b]; x != y {
			if x < y {
				return -1
			}
			return 1
		}
		return int(b) - int(a)
	})
}

// hopeless reports whether no part of a component can be better than c: a k-truss has at least k
// nodes, so its mean is at most that of the k most relevant.
func (p *peeler) hopeless(nodes []uint32, c *Community) bool {
	p.sortByRelevance(nodes)
	sum := int64(0)
	for _, u := range p.order[len(p.order)-min(p.k, len(p.order)):] {
		sum += int64(p.relevance[u])
	}
	return sum*int64(len(c.Nodes)) < c.Sum*int64(p.k)
}

// peel removes nodes from a component until no node is free to go.
func (p *peeler) peel(nodes []uint32) Community {
	p.sortByRelevance(nodes)
	p.size, p.sum = len(nodes), 0
	p.heap = p.heap[:0]
	for i, u := range p.order {
		p.in[u], p.place[u] = true, uint32(i)
		p.lists[u], p.waits[u] = nil, 0
		p.sum += int64(p.relevance[u])
		p.heap = append(p.heap, uint32(i)) // ascending, so a heap
	}
	capped := false
	for len(p.heap) > 0 && p.size > p.k {
		u := p.order[p.pop()]
		if !p.in[u] {
			continue
		}
		// Only the removal of a node below the mean raises the mean. The nodes that follow are at
		// least as relevant as u.
		if int64(p.relevance[u])*int64(p.size) >= p.sum {
			break
		}
		if p.checks == p.o.MaxChecks {
			capped = true
			break
		}
		p.checks++
		a, b, free := p.free(u)
		if free {
			p.remove(u)
			continue
		}
		p.waits[u]++
		w := waiting{u, p.waits[u]}
		p.lists[a] = append(p.lists[a], w)
		p.lists[b] = append(p.lists[b], w)
	}
	return p.rest(nodes, capped)
}

// rest returns the remaining component, and leaves the peeler ready for another.
func (p *peeler) rest(nodes []uint32, capped bool) Community {
	c := Community{K: p.k, Sum: p.sum, Capped: capped}
	for _, u := range nodes {
		if !p.in[u] {
			continue
		}
		c.Nodes = append(c.Nodes, u)
		near, _ := p.left.of(u)
		for _, v := range near {
			if v > u && p.in[v] {
				c.Edges++
			}
		}
	}
	for _, u := range nodes {
		p.in[u] = false
	}
	return c
}

// free reports whether the component without u is connected and a k-truss. If not, u cannot go as
// long as both a and b are there: triangles only become fewer, and nodes that u alone connects stay
// apart.
func (p *peeler) free(u uint32) (a, b uint32, free bool) {
	if a, b, free = p.spares(u); !free {
		return a, b, false
	}
	if p.together(u) {
		return 0, 0, true
	}
	return p.connects(u)
}

// together reports whether the edges in opposite, which spares has collected, connect the neighbours
// of u, as they mostly do. It joins the neighbours in a union-find.
func (p *peeler) together(u uint32) bool {
	near, _ := p.left.of(u)
	sets := 0
	for _, v := range near {
		if p.in[v] {
			p.parent[v] = v
			sets++
		}
	}
	for _, e := range p.opposite {
		if sets == 1 {
			break
		}
		ends := p.g.ends[e]
		if a, b := p.root(ends.U), p.root(ends.V); a != b {
			p.parent[a] = b
			sets--
		}
	}
	return sets == 1
}

// root returns the representative of the set of a node.
func (p *peeler) root(v uint32) uint32 {
	for p.parent[v] != v {
		p.parent[v] = p.parent[p.parent[v]]
		v = p.parent[v]
	}
	return v
}

// spares reports whether every edge between neighbours of u is in enough triangles without u. If
// not, it returns the ends of an edge in too few.
func (p *peeler) spares(u uint32) (a, b uint32, free bool) {
	if p.k == 2 {
		return 0, 0, true
	}
	near, edges := p.left.of(u)
	for i, a := range near {
		if p.in[a] {
			p.via[a] = edges[i] + 1
		}
	}
	free = true
	p.opposite = p.opposite[:0]
	for _, v := range near {
		p.via[v] = 0 // from here on, pairs with it are done
		if free && p.in[v] {
			a = v
			b, free = p.spared(v)
		}
	}
	return a, b, free
}

// spared reports whether the edges from v to the nodes in via are in enough triangles without the
// node whose neighbours via has. It adds these edges to opposite; if an edge is in too few, it
// returns its other end.
func (p *peeler) spared(v uint32) (b uint32, free bool) {
	others, between := p.left.of(v)
	via, support, opposite := p.via, p.support, p.opposite
	free = true
	for i := nextVia(via, others, -1); i < len(others); i = nextVia(via, others, i) {
		e := between[i]
		if support[e] <= uint32(p.k-2) {
			b, free = others[i], false
			break
		}
		opposite = append(opposite, e)
	}
	p.opposite = opposite
	return b, free
}

// connects reports whether the neighbours of u reach each other without u. If not, it returns two
// that do not.
func (p *peeler) connects(u uint32) (a, b uint32, free bool) {
	near, _ := p.left.of(u)
	p.now += 2
	seen, wanted := p.now, p.now-1
	missing := 0
	p.queue = p.queue[:0]
	for _, v := range near {
		if !p.in[v] {
			continue
		}
		p.stamp[v] = wanted
		missing++
		a = v
	}
	p.stamp[u], p.stamp[a] = seen, seen
	p.queue = append(p.queue, a)
	missing--
	for i := 0; i < len(p.queue) && missing > 0; i++ {
		next, _ := p.left.of(p.queue[i])
		for _, v := range next {
			if !p.in[v] || p.stamp[v] == seen {
				continue
			}
			if p.stamp[v] == wanted {
				missing--
			}
			p.stamp[v] = seen
			p.queue = append(p.queue, v)
		}
	}
	if missing == 0 {
		return 0, 0, true
	}
	for _, v := range near {
		if p.in[v] && p.stamp[v] == wanted {
			b = v
			break
		}
	}
	return a, b, false
}

// remove removes the node that free was asked about last. The nodes that waited for it may be free
// now.
func (p *peeler) remove(u uint32) {
	p.in[u] = false
	p.size--
	p.sum -= int64(p.relevance[u])
	for _, e := range p.opposite {
		p.support[e]--
	}
	near, _ := p.left.of(u)
	for _, v := range near {
		if p.lost[v]++; 2*int(p.lost[v]) > p.left.len(v) {
			p.left.keep(v, p.in)
			p.lost[v] = 0
		}
	}
	for _, w := range p.lists[u] {
		if p.in[w.node] && p.waits[w.node] == w.wait {
			p.push(p.place[w.node])
			p.waits[w.node]++ // the entry in the other list is out of date
		}
	}
	p.lists[u] = nil
}

func (p *peeler) push(place uint32) {
	h := append(p.heap, place)
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if h[up] <= h[i] {
			break
		}
		h[up], h[i] = h[i], h[up]
		i = up
	}
	p.heap = h
}

func (p *peeler) pop() uint32 {
	h := p.heap
	least := h[0]
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			break
		}
		if child+1 < last && h[child+1] < h[child] {
			child++
		}
		if h[i] <= h[child] {
			break
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
	p.heap = h
	return least
}
