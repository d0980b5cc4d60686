package ktruss

import "mycel/engine/rank"

// One is a relevance of 1. Relevances are whole numbers of 2⁻²⁴, so that sums of them
// are exact: the result depends neither on the order of the nodes nor on the machine.
const One = 1 << 24

// Fixed returns a relevance, −1..1, as Peel takes it.
func Fixed(x float32) int32 { return int32(x * One) }

// Options of Peel. The zero value of a field means its default.
type Options struct {
	MaxChecks int  // removals to try at most; default 200,000
	Top       int  // components to return; default 1, as in the paper
	Cascade   bool // remove with a node those that would break the k-truss without it (ours)

	// Support is that of the graph, if it is known: a search with k = 3 need not count again.
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
// trussness is that of the edges, or anything that is k or more for those of the
// maximal k-truss and less for all others; relevance is by node, from Fixed. k is 2 or
// more; a 2-truss is any connected graph with an edge.
//
// The paper starts again from the least relevant node after every removal, because one
// that could not go may be free now. Here a node that cannot go waits for one of two
// others, without which alone it could: either the ends of an edge that would be in too
// few triangles, or two of its neighbours that would lose each other. The result is the
// same. O(removals · degree²) and a search for each removal.
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
	left    *rows    // neighbours; of those that are not in any more, at most as many as are
	lost    []uint32 // by node: these
	support []uint32 // by edge: triangles within the component
	size    int
	sum     int64

	order []uint32 // nodes of the component, least relevant first
	place []uint32 // by node: its place in order
	heap  []uint32 // places of nodes that may be free to go

	// A node that cannot go is in the lists of two others. waits counts how often it
	// was found so, which tells entries that are out of date.
	lists [][]waiting
	waits []uint32

	stamp    []uint32 // scratch, by node
	now      uint32
	queue    []uint32
	parent   []uint32 // scratch, by node
	via      []uint32 // scratch, by node: 1 + the edge from the one in hand, 0 for none
	opposite []uint32 // edges that the node found free last closes a triangle with
}

// waiting is a node that was found not to be free.
type waiting struct{ node, wait uint32 }

// newPeeler makes a search in g, whose rows it does not leave as they are. Support is
// still to be set.
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

// sortByRelevance orders the nodes of a component, the least relevant first, of equal
// ones the one with the greatest number.
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

// hopeless tells whether nothing in a component can be better than c: a k-truss has k
// nodes or more, and no more relevant ones than the k most relevant.
func (p *peeler) hopeless(nodes []uint32, c *Community) bool {
	p.sortByRelevance(nodes)
	sum := int64(0)
	for _, u := range p.order[len(p.order)-min(p.k, len(p.order)):] {
		sum += int64(p.relevance[u])
	}
	return sum*int64(len(c.Nodes)) < c.Sum*int64(p.k)
}

// peel takes nodes away from a component until none is free to go.
func (p *peeler) peel(nodes []uint32) Community {
	g, left, support := p.g, p.left, p.support
	defer func() { p.g, p.left, p.support = g, left, support }() // a cascade leaves its own
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
		// Taking u away raises the mean if it is below it. Those that are no less
		// relevant do not matter any more.
		if int64(p.relevance[u])*int64(p.size) >= p.sum {
			break
		}
		if p.checks == p.o.MaxChecks {
			capped = true
			break
		}
		p.checks++
		a, b, free := p.free(u)
		switch {
		case free:
			p.remove(u)
		case p.o.Cascade && p.cascade(u):
		default:
			p.waits[u]++
			w := waiting{u, p.waits[u]}
			p.lists[a] = append(p.lists[a], w)
			p.lists[b] = append(p.lists[b], w)
		}
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

// free tells whether the component without u is connected and a k-truss. If it is not,
// it will not be as long as both a and b are there: triangles only become fewer, and
// what u alone connects stays apart.
func (p *peeler) free(u uint32) (a, b uint32, free bool) {
	if a, b, free = p.spares(u); !free {
		return a, b, false
	}
	if p.together(u) {
		return 0, 0, true
	}
	return p.connects(u)
}

// together tells whether the neighbours of u reach each other over the edges between them
// that spares has noted, as most do: they are the sets of a union-find.
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

// root returns what stands for the set of a node.
func (p *peeler) root(v uint32) uint32 {
	for p.parent[v] != v {
		p.parent[v] = p.parent[p.parent[v]]
		v = p.parent[v]
	}
	return v
}

// spares tells whether every edge between neighbours of u is in enough triangles
// without u, and if not, the ends of one that is not.
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
	for i, v := range near {
		p.via[v] = 0 // from here on, pairs with it are done
		if free && p.in[v] {
			a = v
			b, free = p.spared(v, edges[i])
		}
	}
	return a, b, free
}

// spared tells whether the edges of v to neighbours of another node, as via has them, are
// in enough triangles without that node, and notes them; if not, the end of one that is
// not. edge is that between the two.
func (p *peeler) spared(v, edge uint32) (b uint32, free bool) {
	others, between := p.left.of(v)
	via, support, opposite := p.via, p.support, p.opposite
	free = true
	for i := nextVia(via, others, -1); i < len(others); i = nextVia(via, others, i) {
		e := between[i]
		if !p.g.counts(edge, via[others[i]]-1, e) {
			continue
		}
		if support[e] <= uint32(p.k-2) {
			b, free = others[i], false
			break
		}
		opposite = append(opposite, e)
	}
	p.opposite = opposite
	return b, free
}

// connects tells whether the neighbours of u reach each other without u, and if not,
// two that do not.
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

// remove takes a node away that was found free last. Those that waited for that may be
// free now.
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
