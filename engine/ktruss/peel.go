package ktruss

import (
	"cmp"
	"math/bits"

	"mycel/engine/rank"
)

// One is a relevance of 1. Relevances are multiples of 2⁻²⁴, so that their sums are exact: the result depends neither
// on the order of the nodes nor on the machine.
const One = 1 << 24

// Fixed turns a relevance, −1..1, into the number that Peel takes.
func Fixed(x float32) int32 { return int32(x * One) }

// Options of Peel. The zero value of a field means its default.
type Options struct {
	MaxChecks int // removals to try at most; default 200,000
	Top       int // components to return; default 1, as in the paper
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

// better orders communities: more relevant ones first, then larger ones, then the one with the smallest node.
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

// Search looks for communities in the k-trusses of a graph. It keeps room between calls of Peel.
type Search struct {
	t *Trusses
	p peeler
}

// Search makes a search for communities of nodes with these relevances, from Fixed.
func (t *Trusses) Search(relevance []int32) *Search {
	n := len(relevance)
	p := peeler{
		w: t.w, relevance: relevance, order: make([]uint32, n), place: make([]uint32, n), in: make([]bool, n), queued: make([]bool, n),
		tight: make([]uint32, n), lists: make([][]uint32, n), component: make([]uint32, n), reached: make([]uint64, (n+63)/64),
	}
	for i := range p.order {
		p.order[i] = uint32(n - 1 - i) // of equal nodes the greatest goes first
	}
	rank.Order(p.order, func(u uint32) uint32 { return uint32(relevance[u]) ^ 1<<31 })
	for i, u := range p.order {
		p.place[u] = uint32(i)
	}
	return &Search{t, p}
}

// Peel is Q-Peel (algorithm 1). It looks for the connected k-truss of a graph with the highest mean relevance of its
// nodes. It removes nodes from each component of the maximal k-truss. A node may go if its relevance is below the mean
// and the rest without it is still a connected k-truss; the least relevant one goes first. Peel returns the best of the
// remaining components; nil if the graph has no k-truss. k is at least 2; a 2-truss is any connected graph with an
// edge.
//
// After every removal the paper starts again from the least relevant node, because a node that had to stay may now go.
// Here an edge in exactly k−2 triangles is tight, and each node counts the tight edges between its neighbours: it has
// to stay while there are any. A node whose neighbours would lose their connection waits until one of two of them is
// removed. The result is the same. O(triangles), and a search where the edges between the neighbours do not connect
// them.
func (s *Search) Peel(k int, o Options) []Community {
	p := &s.p
	p.k, p.checks, p.most = k, 0, cmp.Or(o.MaxChecks, DefaultMaxChecks)
	p.w.keep(s.t.Trussness, k)
	if clear(p.tight); k > 2 {
		p.w.count(s.t.Trussness, k, p.tighten)
	}
	top := max(o.Top, 1)
	var best []Community
	for _, order := range p.components() {
		if len(best) == top && p.hopeless(order, &best[len(best)-1]) {
			continue
		}
		c := p.peel(order)
		at := len(best)
		for at > 0 && better(&c, &best[at-1]) {
			at--
		}
		best = append(best, Community{})
		copy(best[at+1:], best[at:])
		best[at] = c
		best = best[:min(len(best), top)]
	}
	return best
}

// peeler is the state of a search in a maximal k-truss.
type peeler struct {
	w            *words // the neighbours that are left
	relevance    []int32
	k            int
	checks, most int

	in    []bool   // by node: part of the component as it stands
	tight []uint32 // by node: number of tight edges between its neighbours
	size  int
	sum   int64

	order  []uint32   // nodes, least relevant first
	place  []uint32   // by node: its place in order
	heap   []uint32   // places of nodes that may go
	queued []bool     // by node: whether the heap has it
	lists  [][]uint32 // by node: nodes that wait for its removal

	component []uint32 // scratch, by node
	queue     []uint32
	near      []uint32 // neighbours of the node that free or remove works on
	reached   []uint64 // bits of nodes
	tightened []uint32 // edges
}

// tighten adds more to the tight edges of each marked neighbour of v. A node without tight edges may go.
func (p *peeler) tighten(v, more uint32) {
	w := p.w
	for i := w.first[v]; i < w.first[v+1]; i++ {
		for both := w.left[i] & w.marks[w.at[i]]; both != 0; both &= both - 1 {
			n := w.node(i, both)
			if p.tight[n] += more; p.tight[n] == 0 {
				p.push(n)
			}
		}
	}
}

// components returns the nodes of each component that has an edge, least relevant nodes first.
func (p *peeler) components() (list [][]uint32) {
	clear(p.component)
	clear(p.reached)
	p.near = p.near[:0] // reach has nothing to find, and goes on to the end
	for u := range uint32(len(p.component)) {
		if p.component[u] > 0 || p.w.degree(u) == 0 {
			continue
		}
		list = append(list, nil)
		p.reach(u, nil)
		for _, v := range p.queue {
			p.component[v] = uint32(len(list))
		}
	}
	for _, u := range p.order {
		if c := p.component[u]; c > 0 {
			list[c-1] = append(list[c-1], u)
		}
	}
	return list
}

// hopeless reports whether no part of a component can be better than c. A k-truss has at least k nodes, so its mean is
// at most the mean of the k most relevant nodes.
func (p *peeler) hopeless(order []uint32, c *Community) bool {
	sum := int64(0)
	for _, u := range order[len(order)-min(p.k, len(order)):] {
		sum += int64(p.relevance[u])
	}
	return sum*int64(len(c.Nodes)) < c.Sum*int64(p.k)
}

// peel removes nodes from a component until all others have to stay.
func (p *peeler) peel(order []uint32) Community {
	p.size, p.sum = len(order), 0
	p.heap = p.heap[:0]
	for _, u := range order {
		p.in[u], p.queued[u], p.lists[u] = true, true, p.lists[u][:0]
		p.sum += int64(p.relevance[u])
		p.heap = append(p.heap, p.place[u]) // ascending, so a heap
	}
	capped := false
	for len(p.heap) > 0 && p.size > p.k {
		u := p.order[p.pop()]
		if !p.in[u] {
			continue
		}
		// Only the removal of a node below the mean raises the mean. The next nodes are at least as relevant as u.
		if int64(p.relevance[u])*int64(p.size) >= p.sum {
			break
		}
		if p.checks == p.most {
			capped = true
			break
		}
		p.checks++
		p.queued[u] = false
		if p.tight[u] > 0 {
			continue // tighten adds it again
		}
		if a, b, free := p.free(u); free {
			p.remove(u)
		} else {
			p.lists[a] = append(p.lists[a], u)
			p.lists[b] = append(p.lists[b], u)
		}
	}
	return p.rest(order, capped)
}

// rest returns the component of the remaining nodes.
func (p *peeler) rest(nodes []uint32, capped bool) Community {
	c := Community{K: p.k, Sum: p.sum, Capped: capped}
	for _, u := range nodes {
		if p.in[u] {
			c.Nodes = append(c.Nodes, u)
			c.Edges += p.w.degree(u)
		}
	}
	c.Nodes = rank.Union(c.Nodes)
	c.Edges /= 2
	return c
}

// free reports whether the component is connected without u; no tight edge keeps u. If it is not, u has to stay while
// both a and b are there: only u connects them. free marks the neighbours of u.
func (p *peeler) free(u uint32) (a, b uint32, free bool) {
	p.near = p.w.append(p.near[:0], u)
	p.w.mark(u)
	// Mostly the edges between the neighbours connect them.
	clear(p.reached)
	if p.reach(p.near[0], p.w.marks) {
		return 0, 0, true
	}
	clear(p.reached)
	p.reached[u/64] |= 1 << (u % 64)
	if p.reach(p.near[0], nil) {
		return 0, 0, true
	}
	for _, v := range p.near {
		if p.reached[v/64]>>(v%64)&1 == 0 {
			b = v
		}
	}
	return p.near[0], b, false
}

// reach puts the nodes that u reaches into queue until it has all nodes of near, which are marked, and reports whether it
// has them. If among is not nil, it has the bits of the allowed nodes. reached has the bits of excluded nodes; reach adds
// the nodes that it finds.
func (p *peeler) reach(u uint32, among []uint64) bool {
	w, missing := p.w, len(p.near)-1
	p.reached[u/64] |= 1 << (u % 64)
	queue := append(p.queue[:0], u)
	for i := 0; i < len(queue) && missing != 0; i++ {
		v := queue[i]
		for j := w.first[v]; j < w.first[v+1]; j++ {
			at := w.at[j]
			more := w.left[j] &^ p.reached[at]
			if among != nil {
				more &= among[at]
			}
			p.reached[at] |= more
			missing -= bits.OnesCount64(more & w.marks[at])
			for ; more != 0; more &= more - 1 {
				queue = append(queue, w.node(j, more))
			}
		}
	}
	p.queue = queue
	return missing == 0
}

// remove removes the node of the last call of free, whose neighbours are marked. The nodes that waited for the removal
// may be free now.
func (p *peeler) remove(u uint32) {
	p.in[u] = false
	p.size--
	p.sum -= int64(p.relevance[u])
	p.tightened = p.tightened[:0]
	at := p.w.first[u]
	for _, v := range p.near {
		for p.w.at[at] != v/64 {
			at++
		}
		e := p.w.edge(at, 1<<(v%64))
		if p.k > 2 {
			p.lessen(v, e)
		}
		p.w.unlink(e)
	}
	for i, e := range p.tightened {
		ends := p.w.g.ends[e]
		if i == 0 || p.w.marked != ends.U {
			p.w.mark(ends.U)
		}
		p.tighten(ends.V, 1)
	}
	for _, v := range p.lists[u] {
		p.push(v)
	}
}

// lessen updates the counts for an edge from the removed node to v: the other edges of its triangles lose support, and
// the edge is tight no longer. The smaller neighbours of the removed node have lost their edges to it already.
func (p *peeler) lessen(v, edge uint32) {
	w, tight := p.w, uint32(p.k-2)
	if w.support[edge] == tight {
		p.tighten(v, ^uint32(0)) // one less
	}
	for i := w.first[v+1]; i > w.first[v] && w.at[i-1] >= v/64; i-- {
		both := w.left[i-1] & w.marks[w.at[i-1]]
		if w.at[i-1] == v/64 {
			both &^= 1<<(v%64) - 1 // the smaller neighbours have counted it
		}
		for ; both != 0; both &= both - 1 {
			e := w.edge(i-1, both&-both)
			if w.support[e]--; w.support[e] == tight {
				p.tightened = append(p.tightened, e)
			}
		}
	}
}

// push adds a node to the heap, unless the node is in the heap or removed.
func (p *peeler) push(u uint32) {
	if p.queued[u] || !p.in[u] {
		return
	}
	p.queued[u] = true
	h := append(p.heap, p.place[u])
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
