package bm25

import (
	"math"

	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/query"
	"mycel/engine/rank"
)

// bundleSlack makes up for the rounding of bounds.
const bundleSlack = 1 + 1e-4

// bundles ranks the bundles of a set by an upper bound of their passages' scores. The bound sums, over the query's
// terms, idf times the greatest weight of the term in the bundle. It is multiplied by the greatest factor of a passage,
// and lowered for terms that the whole bundle lacks (see preferCover). Bundles with a section that has the query as a
// name come first, because such sections come before all others.
func (m *ranker) bundles(r *method.Request) *method.Ranking {
	s, q := m.s, r.Query
	n := s.Index.Corpus.NumChunks()
	bound, has, most := make([]float32, n), make([]float32, n), make([]byte, n)
	weight, sum := query.Weights(s.Index.Dictionary, q)
	var block lexical.Block
	for i, idf := range weight {
		clear(most)
		for _, t := range q.Readings(i) {
			list := s.Index.Postings.List(t, true)
			for some := list.Read(&block); len(some) > 0; some = list.Read(&block) {
				for _, p := range some {
					most[p.Passage] = max(most[p.Passage], p.Level)
				}
			}
		}
		for b, level := range most {
			if level > 0 {
				bound[b] += float32(idf * lexical.Weight(level))
				has[b] += idf
			}
		}
	}
	named := m.named(q, weight)
	out := &method.Ranking{Mode: Mode, Reason: keywordsAsked}
	for b := range bound {
		if named[b] || q.Whole != nil && has[b] == sum {
			out.Bundles = append(out.Bundles, rank.Item{ID: uint32(b), Score: math.MaxFloat32})
		} else if has[b] > 0 {
			out.Bundles = append(out.Bundles, rank.Item{ID: uint32(b), Score: bundleSlack * s.Index.Factor(uint32(b)) * bound[b] * (1 - uncovered*max(0, sum-has[b])/sum)})
		}
	}
	rank.Sort(out.Bundles, rank.Compare)
	return out
}

// named tells which bundles have a section with the query as a name. Here names lie beside their rarest term.
func (m *ranker) named(q *query.Query, weight []float32) []bool {
	x := m.s.Index
	out := make([]bool, x.Corpus.NumChunks())
	if len(q.Terms) == 0 {
		return out
	}
	rarest := 0
	for i, idf := range weight {
		if idf > weight[rarest] {
			rarest = i
		}
	}
	names := x.Parser.NamesOf(q)
	for i := range names {
		names[i].First = q.Terms[rarest]
	}
	sections, _ := x.Names.Of(names, &x.Postings.Reader)
	for _, found := range sections {
		out[found.Section] = true
	}
	return out
}
