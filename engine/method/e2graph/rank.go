package e2graph

import (
	"strconv"

	"mycel/engine/bitmap"
	"mycel/engine/bundle"
	"mycel/engine/entity"
	"mycel/engine/graph"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/rank"
)

// Small functions with many callers are kept out of line: inlined they took 2 KB of the compressed engine.

// maxEntities is the most entities of a query, because the number of pairs grows with the square. The rarest are
// kept.
const maxEntities = 30

// query is the state of one query.
type query struct {
	m      *ranker
	r      *method.Request
	o      param.Settings
	eq     []entity.Link // the query's entities
	pos    []int         // their positions in r.Entities
	pairs  []pair        // near pairs, ascending (a, b)
	cosine []float32     // by node, of the vectors; nil where words alone count
	trace  Trace
	walked int // edges looked at
}

type pair struct {
	a, b   int // positions in eq
	path   []model.EntityID
	chunks []uint32 // chunks that mention both, ascending
}

// hops returns the distance of the pair in edges.
func (p *pair) hops() int { return len(p.path) - 1 }

// Mode is the mode of E2GraphRAG.
const Mode = "e2graph"

// ranker ranks by E2GraphRAG. The first query that needs hops or tree makes them; later queries use them again.
type ranker struct {
	s    *method.Searcher
	hops *graph.Hops
	tree *treeNearness
	top  []rank.Item
}

func newRanker(s *method.Searcher) *ranker { return &ranker{s: s} }

// Rank ranks by adaptive retrieval.
func (m *ranker) Rank(r *method.Request) *method.Ranking {
	out, _ := m.rank(r)
	return out
}

// rank ranks, and returns the state of the query; nil while tables are missing and for a question about the whole.
func (m *ranker) rank(r *method.Request) (*method.Ranking, *query) {
	if out := m.whole(r); out != nil {
		return out, nil
	}
	if !m.s.Index.HasPart(bundle.GroupGraph) || !m.s.Index.HasPart(bundle.GroupTree) || m.s.Dense != nil && !m.s.Index.VectorsLoaded() {
		return method.Waiting(Mode), nil
	}
	q := newQuery(m, r)
	q.compare()
	var out *method.Ranking
	if len(q.eq) == 0 {
		out = q.globalA("the query names no entity of the index")
	} else {
		q.findPairs()
		out = q.adaptive()
	}
	out.Mode = Mode
	out.Notes = q.notes()
	if r.Chunks {
		out.Lists = append(out.Lists, q.trace.selected())
	}
	out.Items = m.s.Fill(out.Items, r, method.Filled)
	out.Stats = m.s.Stats()
	out.Stats.Edges = q.walked
	return out, q
}

func newQuery(m *ranker, r *method.Request) *query {
	q := &query{m: m, r: r, o: r.Options.Params}
	q.chooseEntities()
	return q
}

// chooseEntities drops the entities that are in too many chunks, and keeps the maxEntities rarest of the others.
func (q *query) chooseEntities() {
	df := func(i int) int { return q.m.s.Index.EntityChunks.Len(uint32(q.r.Entities[i].Entity)) }
	most := q.o.Float(paramMaxDFRatio) * float32(q.m.s.Index.Corpus.NumChunks())
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
func (q *query) chunks(i int) bitmap.Set { return q.m.s.Index.EntityChunks.Set(uint32(q.eq[i].Entity)) }

// occurrences counts entity e of eq in the chunks [first, end).
//
//go:noinline
func (q *query) occurrences(e int, first, end model.ChunkID) int {
	return q.m.s.Index.EntityChunks.CountRange(uint32(q.eq[e].Entity), uint32(first), uint32(end))
}

// findPairs computes P(h) for the widest hop limit, with the chunks of each pair.
func (q *query) findPairs() {
	if q.m.hops == nil {
		q.m.hops = graph.NewHops(q.m.s.Index.Graph)
	}
	q.m.hops.Walked = 0
	limits := graph.Limits{MaxHops: q.o.Int(paramHops), MinWeight: uint16(q.o.Int(paramMinWeight)), HubCap: q.o.Int(paramHubCap)}
	for a := range q.eq {
		for b := a + 1; b < len(q.eq); b++ {
			path := q.m.hops.Path(uint32(q.eq[a].Entity), uint32(q.eq[b].Entity), limits)
			if path == nil {
				continue
			}
			p := pair{a: a, b: b}
			for _, e := range path {
				p.path = append(p.path, model.EntityID(e))
			}
			p.chunks = bitmap.AppendIntersection(nil, q.chunks(a), q.chunks(b))
			q.pairs = append(q.pairs, p)
		}
	}
	q.walked += q.m.hops.Walked
}

// adaptive runs Algorithm 1 for a query with entities.
func (q *query) adaptive() *method.Ranking {
	if len(q.pairs) == 0 {
		reason := "the query names one entity"
		if len(q.eq) > 1 {
			reason = "the query's entities are not connected within " + plural(q.o.Int(paramHops), "step")
		}
		return q.globalB(reason)
	}
	k, h := q.r.Options.K, q.o.Int(paramHops)
	c := q.within(h)
	if len(c) == 0 {
		return q.globalB("no chunk mentions two of the query's entities")
	}
	for len(c) > k {
		prev := c
		h--
		if c = q.within(h); len(c) == 0 {
			c = q.mostRelevant(prev, k)
			h++
		}
	}
	return q.local(c, h)
}

func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}
