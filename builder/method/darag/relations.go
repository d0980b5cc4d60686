package darag

import (
	"cmp"
	"slices"
	"sort"
)

// maxListed is the most entities of a sentence that are related to each other: those that fewest sentences mention. A
// list of m entities would be a clique of m nodes, denser than any true community.
const maxListed = 8

// Relations tells which edges of the graph are relations: pairs of entities that share at least two sentences, or one
// sentence more often than by chance (pointwise mutual information above 0). Of a sentence with many entities only
// the rarest count. O(mentions · maxListed · log edges).
func (c *Corpus) Relations() []bool {
	frequency := make([]int, c.Entities) // sentences
	for i := range c.Sentences {
		for _, m := range c.Sentences[i].Mentions {
			frequency[m.Entity]++
		}
	}
	together := make([]uint32, len(c.Graph))
	for i := range c.Sentences {
		listed := rarest(c.Sentences[i].Mentions, frequency)
		for k, u := range listed {
			for _, v := range listed[k+1:] {
				if e, ok := c.edge(u, v); ok {
					together[e]++
				}
			}
		}
	}
	related := make([]bool, len(c.Graph))
	for e, n := range together {
		u, v := c.Graph[e].U, c.Graph[e].V
		// PMI > 0: n/N > f(u)/N · f(v)/N
		related[e] = n >= 2 || n == 1 && len(c.Sentences) > frequency[u]*frequency[v]
	}
	return related
}

// rarest returns the entities of a sentence that fewest sentences mention, ascending.
func rarest(mentions []Mention, frequency []int) []uint32 {
	ids := make([]uint32, len(mentions))
	for i, m := range mentions {
		ids[i] = m.Entity
	}
	if len(ids) > maxListed {
		slices.SortFunc(ids, func(a, b uint32) int {
			return cmp.Or(frequency[a]-frequency[b], cmp.Compare(a, b))
		})
		ids = ids[:maxListed]
		slices.Sort(ids)
	}
	return ids
}

// edge returns the number of the edge between u and v, u < v. Names that lie within each other have none.
func (c *Corpus) edge(u, v uint32) (int, bool) {
	i := sort.Search(len(c.Graph), func(i int) bool { e := &c.Graph[i]; return e.U > u || e.U == u && e.V >= v })
	return i, i < len(c.Graph) && c.Graph[i].U == u && c.Graph[i].V == v
}
