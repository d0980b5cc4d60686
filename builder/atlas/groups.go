package atlas

import (
	"cmp"
	"slices"

	"mycel/builder/network"
)

// group is an unfinished community.
type group struct {
	pages    []uint32 // ascending; in a group without children by centrality, the most central first
	children []*group // the largest first
	near     []*group // of the same parent, the nearest first
	links    []int64  // by sibling: summed weight of the links between
	alone    bool     // its pages have no links to other pages

	name          string
	terms         []string
	x, y, r       float64
	width, height float64 // of the whole map, half of each
	number        int
}

// leading lists pages of a group, the most central first. If it has child groups, it lists one page of each,
// beginning with the largest.
func (g *group) leading() (pages []uint32) {
	if len(g.children) == 0 {
		return g.pages
	}
	for _, child := range g.children {
		pages = append(pages, child.leading()[0])
	}
	return pages
}

const (
	seed         = 1
	mostChildren = 12
	largestLeaf  = 60 // most pages that are shown without communities
	leastLeaf    = 3
	smallPart    = 60 // a community has at least 1/smallPart of its parent's pages
	mostNear     = 4
)

// divide finds the communities of all pages.
func (w *world) divide() *group {
	root := &group{pages: make([]uint32, len(w.title))}
	place := make([]int32, len(w.title))
	for i := range root.pages {
		root.pages[i], place[i] = uint32(i), -1
	}
	w.split(root, place, true)
	return root
}

// split divides a group, and then its parts. The whole gets at least one part.
func (w *world) split(g *group, place []int32, whole bool) {
	if len(g.pages) > largestLeaf && !g.alone || whole {
		w.communities(g, place)
	}
	if len(g.children) < 2 && !whole {
		g.children = nil
		w.rank(g, place)
		return
	}
	for _, child := range g.children {
		w.split(child, place, false)
	}
}

// communities divides the pages of a group by Leiden. Small communities join the community with which they have
// most links. Pages without links are a group of their own.
func (w *world) communities(g *group, place []int32) {
	edges := w.edges(g.pages, place)
	community, n := network.New(len(g.pages), edges).Leiden(seed)
	size := make([]int, n)
	for _, c := range community {
		size[c]++
	}
	between := map[[2]uint32]int64{}
	for _, e := range edges {
		if a, b := community[e.U], community[e.V]; a != b {
			between[[2]uint32{a, b}] += int64(e.Weight)
			between[[2]uint32{b, a}] += int64(e.Weight)
		}
	}
	into := fold(size, between, max(leastLeaf, len(g.pages)/smallPart))
	index := map[uint32]*group{}
	var rest *group
	for i, p := range g.pages {
		c, linked := into(community[i])
		child := index[c]
		if !linked {
			if rest == nil {
				rest = &group{alone: true}
				g.children = append(g.children, rest)
			}
			child = rest
		} else if child == nil {
			child = &group{}
			index[c] = child
			g.children = append(g.children, child)
		}
		child.pages = append(child.pages, p)
	}
	slices.SortStableFunc(g.children, func(a, b *group) int {
		if a.alone != b.alone {
			return cmp.Compare(boolNumber(a.alone), boolNumber(b.alone))
		}
		return cmp.Or(cmp.Compare(len(b.pages), len(a.pages)), cmp.Compare(a.pages[0], b.pages[0]))
	})
	w.joinSiblings(g, place)
}

func boolNumber(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fold merges communities that are too small or too many, the smallest first, each into the community with most
// link weight between them. The returned function maps a community to the one that it is now in, and reports
// whether that one has links or is large enough to stand alone.
func fold(size []int, between map[[2]uint32]int64, least int) func(c uint32) (uint32, bool) {
	parent := make([]uint32, len(size))
	links := make([]map[uint32]int64, len(size))
	alive := make([]uint32, 0, len(size))
	for c := range size {
		parent[c], links[c] = uint32(c), map[uint32]int64{}
		alive = append(alive, uint32(c))
	}
	for pair, weight := range between { // each pair stands in both orders; sums do not depend on the order of the Go map
		links[pair[0]][pair[1]] = weight
	}
	lost := make([]bool, len(size))
	for {
		slices.SortFunc(alive, func(a, b uint32) int { return cmp.Or(cmp.Compare(size[b], size[a]), cmp.Compare(a, b)) })
		if len(alive) == 0 {
			break
		}
		last := alive[len(alive)-1]
		if size[last] >= least && len(alive) <= mostChildren {
			break
		}
		alive = alive[:len(alive)-1]
		best, most := last, int64(0)
		for _, other := range alive {
			if weight := links[last][other]; weight > most {
				best, most = other, weight
			}
		}
		if best == last {
			lost[last] = true
			continue
		}
		parent[last] = best
		size[best] += size[last]
		for other, weight := range links[last] {
			delete(links[other], last)
			if other != best {
				links[best][other] += weight
				links[other][best] += weight
			}
		}
	}
	return func(c uint32) (uint32, bool) {
		for parent[c] != c {
			c = parent[c]
		}
		return c, !lost[c]
	}
}

// joinSiblings sums the links between the children of a group.
func (w *world) joinSiblings(g *group, place []int32) {
	for i, child := range g.children {
		child.links = make([]int64, len(g.children))
		for _, p := range child.pages {
			place[p] = int32(i)
		}
	}
	for i, child := range g.children {
		for _, p := range child.pages {
			for _, l := range w.near[p] {
				if k := place[l.page]; k >= 0 && int(k) != i {
					child.links[k] += int64(l.weight)
					g.children[k].links[i] += int64(l.weight)
				}
			}
		}
	}
	for _, p := range g.pages {
		place[p] = -1
	}
	for _, child := range g.children {
		order := make([]int, 0, len(g.children))
		for k, weight := range child.links {
			if weight > 0 {
				order = append(order, k)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(child.links[b], child.links[a]) })
		for _, k := range order[:min(len(order), mostNear)] {
			child.near = append(child.near, g.children[k])
		}
	}
}

// rank orders the pages of a group by the weight of their links within it.
func (w *world) rank(g *group, place []int32) {
	strength := make([]uint64, len(g.pages))
	for _, e := range w.edges(g.pages, place) {
		strength[e.U] += uint64(e.Weight)
		strength[e.V] += uint64(e.Weight)
	}
	order := make([]int, len(g.pages))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(strength[b], strength[a]) })
	pages := make([]uint32, len(order))
	for i, at := range order {
		pages[i] = g.pages[at]
	}
	g.pages = pages
}
