package noderag

import (
	"mycel/engine/entity"
	"mycel/engine/method"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/ppr"
	"mycel/engine/rank"
	"mycel/engine/vector"
)

// Mode is the mode of NodeRAG.
const Mode = "node"

// FromNode marks passages that a node of the graph led to.
const FromNode method.Source = "node"

// search is the scratch space of NodeRAG.
type search struct {
	s      *method.Searcher
	graph  walkedGraph
	walker *ppr.Walker
	names  *entity.Words
	words  *unitWords
	scorer *vector.Scorer // nil for an index without vectors
	score  []float32      // by row of vectors
	rows   []uint32       // all rows of vectors

	mass   [heterograph.Types][]uint32 // by type: nodes to which the walk brought mass
	weight []float32                   // scratch, by entity
}

func newSearch(s *method.Searcher) *search {
	own := Of(s.Index)
	g := own.Graph
	h := &search{
		s: s, graph: walkedGraph{g: g}, weight: make([]float32, s.Index.Entities.Len()),
		walker: ppr.NewWalker(g.NumNodes()), names: entity.NewWords(s.Index.Entities), words: newUnitWords(s, g),
	}
	if v := own.Vectors; v != nil {
		h.scorer, h.score, h.rows = v.NewScorer(), make([]float32, v.Len()), rank.Numbers(v.Len())
	}
	return h
}

// query is the state of one query.
type query struct {
	*search
	x *method.Index
	r *method.Request
	o param.Settings
	g *heterograph.Graph

	elements []string    // of the query, by key
	similar  []rank.Item // entries by similarity: nodes
	named    []rank.Item // entries by name, with their weights
	found    []Found
}

// start returns the state of a query before it is answered.
func (h *search) start(r *method.Request) *query {
	return &query{search: h, x: h.s.Index, r: r, o: r.Options.Params, g: h.graph.g}
}

// rank ranks by NodeRAG's search.
func (q *query) rank() *method.Ranking {
	s, r := q.s, q.r
	s.ScoreChunks(r)
	q.enter()
	s.SeedsKnown()
	q.spread()
	q.choose()
	packed := r.Chunks && r.Budget > 0 && q.x.Costs != nil
	if packed && len(q.named) == 0 {
		q.addThemes()
	}
	out := &method.Ranking{Mode: Mode, Reason: q.reason()}
	if r.Chunks {
		out.Notes = q.notes()
	}
	if packed && len(q.found) > 0 {
		q.fillContext(out)
	} else {
		out.Items = s.Fill(s.Lead(q.passages(), r), r, method.Filled)
	}
	q.explain(out.Items)
	out.Stats = s.Stats()
	out.Stats.Edges = q.walker.Edges
	return out
}

// reason says at which nodes the search entered the graph.
func (q *query) reason() string {
	switch {
	case len(q.named) > 0 && len(q.similar) > 0:
		return "a walk from the nodes that the query names and those most similar to it was asked for"
	case len(q.named) > 0:
		return "a walk from nodes was asked for, and none but those that the query names has a word of it"
	case len(q.similar) > 0:
		return "a walk from nodes was asked for, and the query names none, so it started from those most similar to it"
	}
	return "no node has anything of the query"
}

// spread walks from the entries.
func (q *query) spread() {
	q.walker.Power(&q.graph, q.seeds(), q.o.Float(paramAlpha), q.o.Int(paramSteps))
	for t := range q.mass {
		q.mass[t] = q.mass[t][:0]
	}
	for _, n := range q.walker.Reached {
		if q.walker.Score[n] > 0 {
			t := q.g.TypeOf(n)
			q.mass[t] = append(q.mass[t], n)
		}
	}
}

// seeds returns all entries, each once, with weights that sum to 1.
func (q *query) seeds() []ppr.Seed {
	var seeds []ppr.Seed
	sum := float32(0)
	for _, it := range q.named {
		seeds = append(seeds, ppr.Seed{Node: it.ID, Weight: it.Score})
		sum += it.Score
	}
	for _, it := range q.similar {
		seeds = append(seeds, ppr.Seed{Node: it.ID, Weight: 1})
		sum++
	}
	for i := range seeds {
		seeds[i].Weight /= sum
	}
	return seeds
}

// rowNode returns the node of a row of the vectors: units, then attributes and elements.
func (q *query) rowNode(row uint32) uint32 {
	first, end := q.g.Range(heterograph.Unit)
	if row < end-first {
		return first + row
	}
	attributes, _ := q.g.Range(heterograph.Attribute)
	return attributes + row - (end - first)
}

// chunksOf returns the chunks with a node's text, by the mass that the walk brought to
// them, and among equals in the order of the corpus. It leaves out chunks that the filters
// leave out.
func (q *query) chunksOf(n uint32) []model.ChunkID {
	var chunks []uint32
	t := q.g.TypeOf(n)
	if t == heterograph.Text {
		chunks = []uint32{n}
	}
	for _, u := range q.unitsOf(n) {
		for c, end := q.g.Chunks(u); c < end; c++ {
			chunks = append(chunks, uint32(c))
		}
	}
	var list []rank.Item
	for _, c := range rank.Union(chunks) {
		if q.r.Wants(c) {
			list = append(list, rank.Item{ID: c, Score: q.walker.Score[c]})
		}
	}
	rank.Sort(list, rank.Compare)
	out := make([]model.ChunkID, len(list))
	for i, it := range list {
		out[i] = model.ChunkID(it.ID)
	}
	return out
}

// written sets a node's text by a language model. Under a filter it sets only that of a
// unit: other texts may be made from texts that the filter leaves out.
func (q *query) written(f *Found) {
	if q.r.Only == nil || f.Type == heterograph.Unit {
		f.Text, f.cost = q.g.Written(f.Node)
	}
}

// unitsOf returns the units of a node's text, in the order of the corpus; nil for a text,
// an entity or an overview.
func (q *query) unitsOf(n uint32) []uint32 {
	t := q.g.TypeOf(n)
	first, _ := q.g.Range(t)
	switch i := n - first; t {
	case heterograph.Unit:
		return []uint32{i}
	case heterograph.Relation:
		var units []uint32
		for _, c := range q.g.Clips(i) {
			if k := len(units); k == 0 || units[k-1] != c.Unit {
				units = append(units, c.Unit)
			}
		}
		return units
	case heterograph.Attribute:
		return q.g.Extract(i)
	case heterograph.Element:
		attributes, _ := q.g.Range(heterograph.Attribute)
		return q.g.Extract(n - attributes)
	}
	return nil
}
