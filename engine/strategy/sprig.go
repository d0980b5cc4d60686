package strategy

import (
	"mycel/engine/model"
	"mycel/engine/ppr"
	"mycel/engine/rank"
)

// SPRIG: seeded propagation for retrieval in graphs (arXiv 2602.23372). Passages
// and the entities they mention are the two sides of a graph; passages are ranked
// by personalized PageRank, from the entities that the query names, the best
// passages of a cheap retriever, or both.
//
// The paper's entity linking by title aliases (EL) is how entities are found here
// anyway: a page's title, also without a trailing "(…)", is an entity, in texts
// and in queries.

// sprig is the state of one query.
type sprig struct {
	*Searcher
	r     *Request
	o     *SPRIG
	graph *sprigGraph
	walk  *ppr.Walker
	seeds []rank.Item // the list that passage seeds were taken from
	both  []rank.Item // scratch
	ids   []uint32    // scratch
	lists []List      // what seeds were taken from, if the request wants to know
}

// Graph ranks by a walk from the query's entities.
func (s *Searcher) Graph(r *Request) *Ranking {
	if !s.walkReady(r) {
		return waiting(ModeGraph)
	}
	q := s.newSprig(r)
	entities := q.entitySeeds()
	if len(entities) > 0 {
		return q.rank(ModeGraph, "the passages near the query's entities were asked for", entities)
	}
	const reason = "the query names no entity, so "
	switch q.o.Fallback {
	case FallbackUniform:
		return q.rank(ModeGraph, reason+"the walk started everywhere", q.everywhere())
	case FallbackTop:
		if len(q.seeds) > 0 {
			return q.rank(ModeGraph, reason+"the walk started at the best match", []ppr.Seed{{Node: q.seeds[0].ID, Weight: 1}})
		}
	}
	return q.rank(ModeGraph, reason+"words ranked alone", nil)
}

// GraphHybrid ranks by a walk from the query's entities and the best passages by
// BM25.
func (s *Searcher) GraphHybrid(r *Request) *Ranking {
	if !s.walkReady(r) {
		return waiting(ModeGraphHybrid)
	}
	q := s.newSprig(r)
	return q.rank(ModeGraphHybrid, "a walk from the best matches and the query's entities was asked for", q.mix(q.entitySeeds(), q.passageSeeds(q.seeds)))
}

// GraphDense ranks by a walk from the query's entities and the best passages by
// vectors; by BM25 where there are none.
func (s *Searcher) GraphDense(r *Request) *Ranking {
	if !s.walkReady(r) || s.Near != nil && !s.vectorsReady() {
		return waiting(ModeGraphDense)
	}
	q := s.newSprig(r)
	reason := noVectors
	if list := q.nearestList(r); list != nil {
		q.keep("vectors", list)
		q.seeds, reason = list, "a walk from the nearest passages and the query's entities was asked for"
	}
	return q.rank(ModeGraphDense, reason, q.mix(q.entitySeeds(), q.passageSeeds(q.seeds)))
}

// GraphRRF ranks by a walk from the query's entities and the best passages by BM25
// and vectors, fused; by BM25 alone where there are no vectors.
func (s *Searcher) GraphRRF(r *Request) *Ranking {
	if !s.walkReady(r) || s.Near != nil && !s.vectorsReady() {
		return waiting(ModeGraphRRF)
	}
	q := s.newSprig(r)
	reason := noVectors
	if list := q.nearestList(r); list != nil {
		q.keep("vectors", list)
		q.seeds, reason = rrf(q.seeds, list), "a walk from the fused matches by words and by vectors and the query's entities was asked for"
	}
	return q.rank(ModeGraphRRF, reason, q.mix(q.entitySeeds(), q.passageSeeds(q.seeds)))
}

const noVectors = "there are no vectors for this, so the walk started at the best matches by words and the query's entities"

// walkReady tells whether the graph that a walk is on is there. A walk leads anywhere:
// it needs all of it.
func (s *Searcher) walkReady(r *Request) bool {
	r.Options.SPRIG.read(r.Options.Params)
	return s.incidenceReady(r.Options.SPRIG.Nodes)
}

// newSprig prepares a query and retrieves by BM25.
func (s *Searcher) newSprig(r *Request) *sprig {
	o := &r.Options.SPRIG
	if s.sprigGraphs[o.Nodes] == nil {
		g := newSprigGraph(s.incidenceOf(o.Nodes), s.Index.Corpus.NumChunks())
		s.sprigGraphs[o.Nodes], s.sprigWalks[o.Nodes] = g, ppr.NewWalker(g.NumNodes())
	}
	graph := s.sprigGraphs[o.Nodes]
	graph.setShape(sprigShape{o.HubPenalty, o.HubTopPercent, o.MaxEdges, o.MinDF, o.MaxDFPercent})
	s.edges = 0
	s.ScoreChunks(r)
	q := &sprig{Searcher: s, r: r, o: o, graph: graph, walk: s.sprigWalks[o.Nodes]}
	q.seeds = append(q.seeds, s.topNodes(fusionDepth)...)
	q.keep("words", q.seeds)
	return q
}

// keep notes the beginning of a list that passages are taken from.
func (q *sprig) keep(name string, items []rank.Item) {
	if q.r.Chunks {
		q.lists = append(q.lists, List{name, items[:min(len(items), q.r.Options.K)]})
	}
}

// rank walks from the seeds and ranks what the walk reached.
func (q *sprig) rank(mode, reason string, seeds []ppr.Seed) *Ranking {
	out := &Ranking{Mode: mode, Reason: reason}
	if q.o.Fusion == FusionMinRank {
		seeds = q.mix(q.entitySeeds(), nil)
	}
	q.Walks()
	q.follow(seeds)
	var list []rank.Item
	switch q.o.Fusion {
	case FusionRRF:
		list = rrf(q.seeds, q.best(fusionDepth))
	case FusionMinRank:
		list = minRank(q.seeds, q.best(fusionDepth))
	default:
		list = q.distinct()
	}
	out.Lists = q.lists
	out.Stats = q.Stats()
	out.Stats.Edges = q.walk.Edges
	for _, it := range list {
		out.Items = append(out.Items, Item{Node: model.NodeID(it.ID), Score: it.Score, Source: Graph})
	}
	out.Items = q.Fill(out.Items, q.r, Filled)
	q.explain(out.Items)
	return out
}

// follow walks.
func (q *sprig) follow(seeds []ppr.Seed) {
	if q.o.Solver == SolverPower {
		q.walk.Power(q.graph, seeds, q.o.Restart, q.o.MaxIter)
	} else {
		q.walk.Push(q.graph, seeds, q.o.Restart, q.o.Epsilon)
	}
	q.ids = q.ids[:0]
	for _, u := range q.walk.Reached {
		if u < q.graph.chunks && q.walk.Score[u] > 0 && q.r.Wants(u) {
			q.ids = append(q.ids, u)
		}
	}
}

// best returns the k best passages of the walk; of equal ones those that the words
// rank higher.
func (q *sprig) best(k int) []rank.Item {
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
			a.Score, b.Score = q.Scores.Score[a.ID], q.Scores.Score[b.ID]
		}
		return rank.Compare(a, b)
	})
	q.both = top
	return top[:min(k, len(top))]
}

// distinct returns the best passages of enough different sections.
func (q *sprig) distinct() []rank.Item {
	for want := 2 * q.r.Length(); ; want *= 2 {
		top := q.best(want)
		if len(top) < want || q.sections(top) >= q.r.Length() {
			return top
		}
	}
}

// explain adds to the items of the walk the entities over which it came.
func (q *sprig) explain(items []Item) {
	for i := range items {
		if items[i].Source != Graph || q.o.Nodes != NodesEntities {
			continue
		}
		var via []model.EntityID
		for _, e := range q.graph.explain(uint32(items[i].Node), q.walk.Score) {
			via = append(via, model.EntityID(e.ID))
		}
		items[i].Reasons = Over(via)
	}
}

// over is the reason of entities that a way leads over; none without any.
func Over(entities []model.EntityID) []Reason {
	if len(entities) == 0 {
		return nil
	}
	return []Reason{{Kind: ByEntities, Path: entities}}
}

// sections counts the different sections of chunks.
func (s *Searcher) sections(list []rank.Item) int {
	have := map[model.SectionID]bool{}
	for _, it := range list {
		have[s.Index.Corpus.ChunkSection(model.ChunkID(it.ID))] = true
	}
	return len(have)
}
