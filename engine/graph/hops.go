package graph

import "slices"

// Hops measures distances in a graph, counted in edges. It keeps its scratch
// space between calls and is not safe for concurrent use.
type Hops struct {
	g     *CSR
	sides [2]side
	// Walked counts the edges that were looked at since the caller set it to 0.
	Walked int
}

// side is one of the two searches that meet in the middle.
type side struct {
	mark     []uint32 // search number that reached the node
	parent   []uint32
	frontier []uint32
	next     []uint32
	search   uint32
	root     uint32
	depth    int
}

// Limits bound a walk.
type Limits struct {
	MaxHops   int    // longest path, in edges
	MinWeight uint16 // lighter edges are not followed; 0 and 1 mean all
	HubCap    int    // nodes with more neighbours are not walked through; 0 means no cap
}

// NewHops makes room for walks on g.
func NewHops(g *CSR) *Hops {
	h := &Hops{g: g}
	for i := range h.sides {
		h.sides[i].mark = make([]uint32, g.NumNodes())
		h.sides[i].parent = make([]uint32, g.NumNodes())
	}
	return h
}

func (s *side) begin(root uint32) {
	s.search++
	if s.search == 0 {
		clear(s.mark)
		s.search = 1
	}
	s.depth = 0
	s.root = root
	s.frontier = append(s.frontier[:0], root)
	s.mark[root] = s.search
}

func (s *side) reached(u uint32) bool { return s.mark[u] == s.search }

// work returns the number of edges that the next step of the frontier looks at.
func (s *side) work(g *CSR) int {
	n := 0
	for _, u := range s.frontier {
		n += g.Degree(u)
	}
	return n
}

// Path returns a shortest path from a to b, both included, or nil if there is no path within the limits. The choice
// among several paths depends on the graph alone. It searches breadth-first from both ends, the cheaper end first:
// a distance of four takes two steps from either end.
func (h *Hops) Path(a, b uint32, l Limits) []uint32 {
	if a == b {
		return []uint32{a}
	}
	h.sides[0].begin(a)
	h.sides[1].begin(b)
	for h.sides[0].depth+h.sides[1].depth < l.MaxHops {
		i := 0
		if h.sides[1].work(h.g) < h.sides[0].work(h.g) {
			i = 1
		}
		u, v, met := h.expand(i, l)
		if met {
			if i == 1 {
				u, v = v, u
			}
			path := h.sides[0].back(u)
			slices.Reverse(path)
			return append(path, h.sides[1].back(v)...)
		}
		if len(h.sides[i].frontier) == 0 {
			return nil
		}
	}
	return nil
}

// expand moves side i one step and returns the edge (u on this side, v on the other) over which the two sides met.
func (h *Hops) expand(i int, l Limits) (u, v uint32, met bool) {
	s, other := &h.sides[i], &h.sides[1-i]
	s.depth++
	s.next = s.next[:0]
	for _, u := range s.frontier {
		nbr, weight := h.g.Neighbours(u)
		for k, v := range nbr {
			h.Walked++
			if weight[k] < l.MinWeight || s.reached(v) || h.hub(v, l) && v != other.root {
				continue
			}
			s.mark[v] = s.search
			s.parent[v] = u
			if other.reached(v) {
				return u, v, true
			}
			s.next = append(s.next, v)
		}
	}
	s.frontier, s.next = s.next, s.frontier
	return 0, 0, false
}

// hub reports whether u has too many neighbours for a path through it.
func (h *Hops) hub(u uint32, l Limits) bool { return l.HubCap > 0 && h.g.Degree(u) > l.HubCap }

// back follows the parents from u to the root.
func (s *side) back(u uint32) []uint32 {
	path := []uint32{u}
	for u != s.root {
		u = s.parent[u]
		path = append(path, u)
	}
	return path
}
