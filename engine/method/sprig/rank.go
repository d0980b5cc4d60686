package sprig

import (
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/ppr"
	"mycel/engine/rank"
)

// ranker ranks by SPRIG. The first query makes the graph and the walker, and later queries share them.
type ranker struct {
	s     *method.Searcher
	graph *passageGraph
	walk  *ppr.Walker
}

func newRanker(s *method.Searcher) *ranker { return &ranker{s: s} }

// Rank ranks by a walk.
func (m *ranker) Rank(r *method.Request) *method.Ranking {
	byVectors := r.Mode == ModeDense || r.Mode == ModeRRF
	// A walk leads anywhere: it needs the whole graph.
	if !m.ready() || byVectors && m.s.Dense != nil && !m.s.Index.VectorsLoaded() {
		return method.Waiting(r.Mode)
	}
	q := m.newQuery(r)
	switch r.Mode {
	case ModeGraph:
		return q.fromEntities()
	case ModeHybrid:
		return q.fromBoth("a walk from the best matches and the query's entities was asked for")
	case ModeDense:
		return q.fromVectors()
	}
	return q.fromFused()
}

// ready reports whether all rows of the graph are loaded, and notes the missing parts.
func (m *ranker) ready() bool {
	ready := m.s.Index.EntityChunks.HasAll()
	return m.s.Index.ChunkEntities.HasAll() && ready
}

// query is the state of one query.
type query struct {
	s     *method.Searcher
	r     *method.Request
	o     param.Settings
	graph *passageGraph
	walk  *ppr.Walker
	seeds []rank.Item   // the list from which passage seeds are taken
	both  []rank.Item   // scratch
	ids   []uint32      // scratch
	lists []method.List // sources of the seeds, if the request is for chunks
}

// newQuery prepares a query and retrieves by BM25.
func (m *ranker) newQuery(r *method.Request) *query {
	if m.graph == nil {
		m.graph = newPassageGraph(m.s.Index)
		m.walk = ppr.NewWalker(m.graph.NumNodes())
	}
	o := r.Options.Params
	m.graph.setShape(shape{o.Float(paramHubTopPercent), o.Int(paramMaxEdges), o.Int(paramMinDF), o.Float(paramMaxDFPercent)})
	m.s.ScoreChunks(r)
	q := &query{s: m.s, r: r, o: o, graph: m.graph, walk: m.walk}
	q.seeds = append(q.seeds, m.s.TopNodes(fusionDepth)...)
	q.keep("words", q.seeds)
	return q
}

// fromEntities ranks by a walk from the query's entities, or from the best match if the query names none.
func (q *query) fromEntities() *method.Ranking {
	if entities := mix(q.entitySeeds(), nil); len(entities) > 0 {
		return q.rank("the passages near the query's entities were asked for", entities)
	}
	const reason = "the query names no entity, so "
	if len(q.seeds) > 0 {
		return q.rank(reason+"the walk started at the best match", []ppr.Seed{{Node: q.seeds[0].ID, Weight: 1}})
	}
	return q.rank(reason+"words ranked alone", nil)
}

// fromBoth ranks by a walk from the query's entities and the first passages of q.seeds. These are the best by BM25
// unless the caller has replaced them.
func (q *query) fromBoth(reason string) *method.Ranking {
	return q.rank(reason, mix(q.entitySeeds(), q.passageSeeds(q.seeds)))
}

// fromVectors ranks by a walk from the query's entities and the best passages by vectors, or by BM25 without vectors.
func (q *query) fromVectors() *method.Ranking {
	reason := noVectors
	if list := q.nearest(); list != nil {
		q.seeds, reason = list, "a walk from the nearest passages and the query's entities was asked for"
	}
	return q.fromBoth(reason)
}

// fromFused ranks by a walk from the query's entities and the best passages by BM25
// and vectors, fused; by BM25 alone where there are no vectors.
func (q *query) fromFused() *method.Ranking {
	reason := noVectors
	if list := q.nearest(); list != nil {
		q.seeds, reason = rrf(q.seeds, list), "a walk from the fused matches by words and by vectors and the query's entities was asked for"
	}
	return q.fromBoth(reason)
}

const noVectors = "there are no vectors for this, so the walk started at the best matches by words and the query's entities"

// nearest returns the passages nearest by vectors; nil without vectors.
func (q *query) nearest() []rank.Item {
	if q.s.Dense == nil || !q.s.Dense.Cosines(q.r, q.s.Dense.IDs, q.s.Dense.Score) {
		return nil
	}
	list := rank.Top(nil, q.r.Admitted(q.s.Dense.IDs), q.s.Dense.Score, fusionDepth)
	if list != nil {
		q.keep("vectors", list)
	}
	return list
}

// keep records the beginning of a list that supplies seeds.
func (q *query) keep(name string, items []rank.Item) {
	if q.r.Chunks {
		q.lists = append(q.lists, method.List{Name: name, Items: items[:min(len(items), q.r.Options.K)]})
	}
}

// rank walks from the seeds, and ranks the passages that the walk reached.
func (q *query) rank(reason string, seeds []ppr.Seed) *method.Ranking {
	out := &method.Ranking{Mode: q.r.Mode, Reason: reason}
	q.s.SeedsKnown()
	q.follow(seeds)
	out.Lists = q.lists
	out.Stats = q.s.Stats()
	out.Stats.Edges = q.walk.Edges
	for _, it := range q.distinct() {
		out.Items = append(out.Items, method.Item{Node: model.NodeID(it.ID), Score: it.Score, Source: method.Graph})
	}
	out.Items = q.s.Fill(out.Items, q.r, method.Filled)
	q.explain(out.Items)
	return out
}

// follow walks.
func (q *query) follow(seeds []ppr.Seed) {
	q.walk.Push(q.graph, seeds, q.o.Float(paramRestart), q.o.Float(paramEpsilon))
	q.ids = q.ids[:0]
	for _, u := range q.walk.Reached {
		if u < q.graph.chunks && q.walk.Score[u] > 0 && q.r.Wants(u) {
			q.ids = append(q.ids, u)
		}
	}
}

// best returns the k best passages of the walk; of equal passages those with the better score by words.
func (q *query) best(k int) []rank.Item {
	top := rank.Top(q.both, q.ids, q.walk.Score, k)
	if len(top) == k {
		// Others may have the score of the last one.
		last := top[k-1].Score
		top = top[:0]
		for _, c := range q.ids {
			if score := q.walk.Score[c]; score >= last {
				top = append(top, rank.Item{ID: c, Score: score})
			}
		}
	}
	rank.Sort(top, func(a, b rank.Item) int {
		if a.Score == b.Score {
			a.Score, b.Score = q.s.Scores.Score[a.ID], q.s.Scores.Score[b.ID]
		}
		return rank.Compare(a, b)
	})
	q.both = top
	return top[:min(k, len(top))]
}

// distinct returns the best passages of enough different sections.
func (q *query) distinct() []rank.Item {
	for want := 2 * q.r.Length(); ; want *= 2 {
		top := q.best(want)
		if len(top) < want || q.sections(top) >= q.r.Length() {
			return top
		}
	}
}

// explain adds to the items of the walk the entities over which it came.
func (q *query) explain(items []method.Item) {
	for i := range items {
		if items[i].Source != method.Graph {
			continue
		}
		var via []model.EntityID
		for _, e := range q.graph.explain(uint32(items[i].Node), q.walk.Score) {
			via = append(via, model.EntityID(e.ID))
		}
		items[i].Reasons = method.Over(via)
	}
}

// sections counts the different sections of chunks.
func (q *query) sections(list []rank.Item) int {
	have := map[model.SectionID]bool{}
	for _, it := range list {
		have[q.s.Index.Corpus.ChunkSection(model.ChunkID(it.ID))] = true
	}
	return len(have)
}
