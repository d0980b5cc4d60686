package atlas

import (
	"cmp"
	"math"
	"slices"

	"mycel/builder/parallel"
	"mycel/engine/graph"
	"mycel/engine/rank"
)

// link leads to a page. Its weight is a cosine in hundredths, 1 to 100.
type link struct {
	page   uint32
	weight uint32
}

// Names on more pages than this link no pages: they belong to the subject of the whole site.
const (
	mostPages   = 300
	sharedPart  = 20 // of all pages
	leastPages  = 10 // of small sites
	mostLinks   = 8  // of a page
	hundredths  = 100
	leastWeight = 1
)

// findNeighbours finds the pages nearest to each page, by the cosine of the names that they mention.
// A name is weighted by its rarity and by the logarithm of its frequency.
func (w *world) findNeighbours() {
	n := len(w.title)
	limit := min(mostPages, max(leastPages, n/sharedPart))
	rarity := make([]float64, len(w.names))
	for e, pages := range w.pagesOf {
		if len(pages) > 1 && len(pages) <= limit {
			rarity[e] = rank.Ln(float64(n+1) / float64(len(pages)))
		}
	}
	weight := func(c count, e uint32) float64 { return float64(rarity[e] * (1 + rank.Ln(float64(c.n)))) }
	norm := make([]float64, n)
	for p, mentions := range w.mentions {
		for _, m := range mentions {
			x := weight(m, m.id)
			norm[p] += float64(x * x)
		}
		norm[p] = math.Sqrt(norm[p])
	}
	w.near = make([][]link, n)
	parallel.Each(n, func() func(int) {
		sum := make([]float64, n)
		var touched []uint32
		return func(p int) {
			for _, m := range w.mentions[p] {
				own := weight(m, m.id)
				if own == 0 {
					continue
				}
				for _, other := range w.pagesOf[m.id] {
					if int(other.id) == p {
						continue
					}
					if sum[other.id] == 0 {
						touched = append(touched, other.id)
					}
					sum[other.id] += float64(own * weight(other, m.id))
				}
			}
			list := make([]link, 0, len(touched))
			for _, q := range touched {
				cosine := sum[q] / float64(norm[p]*norm[q])
				list = append(list, link{q, max(leastWeight, uint32(float64(hundredths*cosine)))})
				sum[q] = 0
			}
			touched = touched[:0]
			slices.SortFunc(list, func(a, b link) int { return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.page, b.page)) })
			w.near[p] = slices.Clone(list[:min(len(list), mostLinks)])
		}
	})
}

// edges returns the links within some pages, renumbered by their places in the list.
func (w *world) edges(pages []uint32, place []int32) (edges []graph.Edge) {
	for i, p := range pages {
		place[p] = int32(i)
	}
	for i, p := range pages {
		for _, l := range w.near[p] {
			if at := place[l.page]; at >= 0 {
				edges = append(edges, graph.Edge{U: uint32(i), V: uint32(at), Weight: l.weight})
			}
		}
	}
	for _, p := range pages {
		place[p] = -1
	}
	return edges
}
