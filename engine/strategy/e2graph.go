package strategy

import (
	"strconv"

	"mycel/engine/bitmap"
	"mycel/engine/entity"
	"mycel/engine/graph"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// E2GraphRAG: adaptive retrieval over a summary tree and an entity graph
// (Zhao et al. 2025, "E²GraphRAG: Streamlining Graph-based RAG for High
// Efficiency and Effectiveness", arXiv 2505.24226, section 3.2 and Algorithm 1).
//
// Queries whose entities are near each other in the graph are local: the chunks
// that mention a near pair are the candidates, and the hop limit is tightened
// until few enough are left (e2graph_local.go). All other queries are global: they
// are answered from the collapsed tree, ordered by how often the query's entities
// occur (e2graph_global.go). What is compared with the query by similarity is in
// e2graph_similarity.go.
//
// Small functions with many callers are kept out of line: inlined they made 2 KB of
// the compressed engine.

// maxEntities is how many query entities the strategy looks at: pairs grow with
// the square. The rarest are kept.
const maxEntities = 30

// e2 is the state of one query.
type e2 struct {
	s      *Searcher
	r      *Request
	o      *E2Graph
	eq     []entity.Link // the query's entities
	pos    []int         // their positions in r.Entities
	pairs  []e2pair      // near pairs, ascending (a, b)
	cosine []float32     // by node, of the vectors; nil where words alone count
	trace  Trace
}

type e2pair struct {
	a, b   int // positions in eq
	path   []model.EntityID
	chunks []uint32 // that mention both
}

// hops is the distance of the pair in edges, 0 if it was not looked for.
func (p *e2pair) hops() int { return max(0, len(p.path)-1) }

// E2Graph ranks by E2GraphRAG's adaptive retrieval.
func (s *Searcher) E2Graph(r *Request) *Ranking {
	out, _ := s.e2graph(r)
	return out
}

// e2graph also returns the state of the query, nil while tables are missing.
func (s *Searcher) e2graph(r *Request) (*Ranking, *e2) {
	s.edges = 0
	if !s.Index.GraphAt.Ready() || !s.Index.TreeAt.Ready() || s.Near != nil && !s.vectorsReady() {
		return waiting(ModeE2Graph), nil
	}
	q := newE2(s, r)
	q.compare()
	var out *Ranking
	switch {
	case q.o.DenseOnly:
		out = q.globalA("similarity alone was asked for")
	case len(q.eq) == 0:
		out = q.globalA("the query names no entity of the index")
	default:
		q.findPairs()
		out = q.adaptive()
	}
	out.Mode = ModeE2Graph
	out.Notes = q.notes()
	if r.Chunks {
		out.Lists = append(out.Lists, q.trace.selected())
	}
	out.Items = s.Fill(out.Items, r, Filled)
	out.Stats = s.Stats()
	return out, q
}

func newE2(s *Searcher, r *Request) *e2 {
	r.Options.readE2Graph(r.Options.Params)
	q := &e2{s: s, r: r, o: &r.Options.E2Graph}
	q.chooseEntities()
	return q
}

// chooseEntities keeps the rarest entities of an over-long query, and none that is
// in too many chunks.
func (q *e2) chooseEntities() {
	df := func(i int) int { return q.s.Index.EntityChunks.Len(uint32(q.r.Entities[i].Entity)) }
	most := q.o.MaxDFRatio * float32(q.s.Index.Corpus.NumChunks())
	for i := range q.r.Entities {
		if float32(df(i)) <= most {
			q.pos = append(q.pos, i)
		}
	}
	if len(q.pos) > maxEntities {
		rank.Stable(q.pos, func(a, b int) int { return df(a) - df(b) })
		q.pos = q.pos[:maxEntities]
		rank.Sort(q.pos, func(a, b int) int { return a - b })
	}
	for _, i := range q.pos {
		q.eq = append(q.eq, q.r.Entities[i])
	}
}

// chunks returns the chunks that mention entity i of eq.
func (q *e2) chunks(i int) bitmap.Set { return q.s.Index.EntityChunks.Set(uint32(q.eq[i].Entity)) }

// occurrences counts entity e of eq in the chunks [first, end).
//
//go:noinline
func (q *e2) occurrences(e int, first, end model.ChunkID) int {
	return q.s.Index.EntityChunks.CountRange(uint32(q.eq[e].Entity), uint32(first), uint32(end))
}

// maxHops is the widest hop limit, in edges.
func (q *e2) maxHops() int {
	if q.o.Compat == CompatCode {
		return q.r.Options.Hops - 1
	}
	return q.r.Options.Hops
}

// findPairs computes P(h) for the widest hop limit, with the chunks of each pair.
func (q *e2) findPairs() {
	if q.s.hops == nil {
		q.s.hops = graph.NewHops(q.s.Index.Graph)
	}
	q.s.hops.Walked = 0
	limits := graph.Limits{MaxHops: q.maxHops(), MinWeight: uint16(q.r.Options.MinWeight), HubCap: q.r.Options.HubCap}
	for a := range q.eq {
		for b := a + 1; b < len(q.eq); b++ {
			p := e2pair{a: a, b: b}
			if !q.o.NoGraphFilter {
				path := q.s.hops.Path(uint32(q.eq[a].Entity), uint32(q.eq[b].Entity), limits)
				if path == nil {
					continue
				}
				for _, e := range path {
					p.path = append(p.path, model.EntityID(e))
				}
			}
			p.chunks = bitmap.AppendIntersection(nil, q.chunks(a), q.chunks(b))
			q.pairs = append(q.pairs, p)
		}
	}
	q.s.edges += q.s.hops.Walked
}

// adaptive is Algorithm 1 from the point where the query has entities.
func (q *e2) adaptive() *Ranking {
	if len(q.pairs) == 0 {
		reason := "the query names one entity"
		if len(q.eq) > 1 {
			reason = "the query's entities are not connected within " + plural(q.maxHops(), "step")
		}
		return q.globalB(reason)
	}
	k, h := q.r.Options.K, q.maxHops()
	c := q.within(h)
	if len(c) == 0 {
		return q.globalB("no chunk mentions two of the query's entities")
	}
	for len(c) > k {
		prev := c
		h--
		if q.o.NoGraphFilter {
			c = nil // every limit would give the same
		} else {
			c = q.within(h)
		}
		if len(c) == 0 {
			c = q.mostRelevant(prev, k)
			h++
		}
	}
	return q.local(c, h)
}

//go:noinline
func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}
