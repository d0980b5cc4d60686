package darag

import (
	"math"
	"slices"

	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/rank"
	"mycel/engine/vector"
)

// Mode is the mode of DA-RAG.
const Mode = "da"

// ranker ranks by DA-RAG.
type ranker struct {
	s       *method.Searcher
	own     *Section
	scratch *scratchSpace
}

func newRanker(s *method.Searcher) *ranker {
	m := &ranker{s: s, own: Of(s.Index)}
	m.scratch = newScratch(s, m.own)
	return m
}

// Rank ranks by community search; the index must have the part of DA-RAG. Passages of the community of chunks come
// first, then passages with most entities of the communities of relations, then those of similarity.
func (m *ranker) Rank(r *method.Request) *method.Ranking {
	out, _ := m.rank(r)
	return out
}

// Layer is the name of a graph that is searched for communities.
type Layer string

const (
	ChunkLayer      Layer = "chunks"
	RelationLayer   Layer = "relations"
	SimilarityLayer Layer = "similarity"
)

// Community is a chosen community of a layer.
type Community struct {
	Layer     Layer
	K         int // of its k-truss; 0 if the community has no edges
	Chunks    []uint32
	Entities  []uint32 // in the layers of entities; ascending, as Chunks
	Title     []model.EntityID
	Edges     int
	Density   float32 // Edges over pairs of nodes, 0..1
	Diameter  int     // longest shortest path within it, in edges
	Relevance float32 // QR: mean similarity of its nodes to the query
	Coverage  float32 // weight of the query's terms in its texts at the time of the choice, 0..1
	Score     float32 // score at the time of the choice, 0..1
	Tokens    int     // upper bound of its report's tokens
	Capped    bool    // daMaxChecks ended the search

	report report
}

// scratchSpace is kept between queries.
type scratchSpace struct {
	masks    []uint32 // by sentence: bits of the query's terms in it
	touched  []uint32 // sentences with a term of the query
	memory   memory   // of the query
	pooled   []bool   // by sentence, see pool
	local    []uint32 // by node: 1 + its place in the working graph, 0 for none
	edges    int      // most edges that a layer has had
	upper    []uint32 // by entity: number of its first edge to a greater entity
	mentions []uint32 // by entity: number of its mentions in all texts
	average  float32  // mean number of mentions in a chunk
	scorer   *vector.Scorer
	cosine   []float32 // by chunk
	score    []float32 // by chunk
	all      []uint32  // all chunks
}

func newScratch(s *method.Searcher, own *Section) *scratchSpace {
	x := s.Index
	d := &scratchSpace{
		local: make([]uint32, max(x.Corpus.NumChunks(), x.Entities.Len())), upper: make([]uint32, x.Entities.Len()+1),
		mentions: make([]uint32, x.Entities.Len()), cosine: make([]float32, x.Corpus.NumChunks()),
		memory: newMemory(x), score: make([]float32, x.Corpus.NumChunks()), all: make([]uint32, x.Corpus.NumChunks()),
	}
	sentences := model.SentenceID(0)
	for c := range d.all {
		d.all[c] = uint32(c)
		_, end := own.Sentences(model.ChunkID(c))
		sentences = max(sentences, end)
	}
	d.masks, d.pooled = make([]uint32, sentences), make([]bool, sentences)
	all := uint32(0)
	for e := range d.mentions {
		near, _ := x.Graph.Neighbours(uint32(e))
		n := uint32(0)
		for _, v := range near {
			if v > uint32(e) {
				n++
			}
		}
		d.upper[e+1] = d.upper[e] + n
		for _, count := range x.EntityChunks.Counts(uint32(e)) {
			d.mentions[e] += uint32(count)
		}
		all += d.mentions[e]
	}
	d.average = float32(all) / float32(max(1, len(d.all)))
	if own.Vectors != nil {
		d.scorer = own.Vectors.NewScorer()
	}
	return d
}

// query is the state of one query.
type query struct {
	s      *method.Searcher
	x      *method.Index
	own    *Section
	r      *method.Request
	o      param.Settings
	d      *scratchSpace
	weight []float32 // of the query's terms; they sum to 1
	dense  bool      // the query has a vector
	walked int       // edges looked at
	left   int       // tokens for reports

	covered uint32 // bits of the terms that chosen reports have
	found   []Community

	memory *memory

	relations *layer   // nil before it is made
	related   []uint32 // edges of relations between entities of its communities, see edges; nil until it is needed
	listed    []uint32 // see entityRows
}

// rank ranks, and returns the communities in the order of choice.
func (m *ranker) rank(r *method.Request) (*method.Ranking, []Community) {
	q := &query{s: m.s, x: m.s.Index, own: m.own, r: r, o: r.Options.Params, d: m.scratch}
	q.begin()
	out := &method.Ranking{Mode: Mode}
	switch {
	case len(r.Query.Terms) == 0 && !q.dense:
		out.Reason = "no passage has any of these words"
	case q.structured():
		out.Reason = "communities that hold together and are about the query were asked for"
	default:
		out.Reason = "no relation leads from one of these passages to another, so the best were taken by themselves"
	}
	out.Items = q.items()
	out.Notes = q.notes()
	out.Stats = q.s.Stats()
	out.Stats.Edges = q.walked
	if r.Chunks {
		out.Items, out.Context = q.context(out.Items)
	}
	q.end()
	return out, q.found
}

// begin reads the postings of the query's terms, for chunks and for sentences.
func (q *query) begin() {
	q.memory = &q.d.memory
	q.s.ScoreChunks(q.r)
	q.d.touched = q.d.touched[:0]
	q.weight = make([]float32, len(q.r.Query.Terms))
	sum := float32(0)
	for i, t := range q.r.Query.Terms {
		for _, reading := range q.r.Query.Readings(i) {
			q.note(reading, 1<<i)
		}
		q.weight[i] = q.x.Dictionary.IDF(t)
		sum += q.weight[i]
	}
	for i := range q.weight {
		q.weight[i] /= max(sum, 1e-6)
	}
	q.left = q.o.Int(paramReportTokens)
	if q.s.Dense != nil {
		q.dense = q.s.Dense.Cosines(q.r, q.d.all, q.d.cosine)
	}
	if q.dense && q.d.scorer != nil {
		q.d.scorer.SetQuery(q.s.Dense.Query)
	}
	q.s.SeedsKnown()
}

// note adds a term's bit to the masks of the sentences that have it.
func (q *query) note(t model.TermID, bit uint32) {
	q.s.Each(t, func(c model.ChunkID, places uint64) {
		first, end := q.own.Sentences(c)
		for i := first; i < end; i++ {
			if places>>min(i-first+1, 63)&1 == 0 {
				continue
			}
			if q.d.masks[i] == 0 {
				q.d.touched = append(q.d.touched, uint32(i))
			}
			q.d.masks[i] |= bit
		}
	})
}

// end clears the scratch space for the next query.
func (q *query) end() {
	for _, s := range q.d.touched {
		q.d.masks[s] = 0
	}
	q.memory.forget()
}

// structured searches the layers. It returns false if the first chosen community has no edge.
func (q *query) structured() bool {
	nodes := q.reach()
	found := q.choose(layerMaker{q}.chunkLayer(nodes))
	q.fine(q.mentioned(found))
	return len(found) > 0 && found[0].K > 0
}

// fine searches the layers of entities, reduced to the given entities.
func (q *query) fine(entities []uint32) {
	l := layer{nodes: entities}
	l.relevance, l.masks = q.ofEntities(entities)
	q.relations = layerMaker{q}.relationLayer(l)
	q.choose(q.relations)
	q.choose(layerMaker{q}.similarityLayer(l))
}

// items ranks passages. Passages of the communities of chunks come first, by relevance. Passages with entities of the
// other communities follow, layer by layer, by the number of these entities, then by relevance. Keyword search fills
// the rest of the list.
func (q *query) items() []method.Item {
	layers := [...]Layer{ChunkLayer, RelationLayer, SimilarityLayer}
	var members [len(layers)][]uint32
	item := func(c uint32, layer Layer) method.Item {
		led := []method.Reason{{Kind: ByCommunity, Label: string(layer)}} // explain replaces it below
		return method.Item{Node: model.NodeID(c), Score: max(0, q.relevance(c)), Source: method.Graph, Reasons: led}
	}
	items := q.s.Lead(nil, q.r)
	lead, led := len(items), 0
	units := make(map[uint32]bool) // Fill keeps one item of each unit: no more are needed
	for l, layer := range layers {
		if led == lead && len(units) >= q.r.Length() {
			break // the list is full
		}
		var chunks []uint32
		for i := range q.found {
			if q.found[i].Layer == layer {
				chunks = append(chunks, q.found[i].Chunks...)
			}
		}
		members[l] = q.members(layer)
		list := q.ordered(rank.Union(chunks), members[l])
		for i := range items[:lead] {
			if c := uint32(items[i].Node); items[i].Source != method.Graph && slices.Contains(list, c) {
				items[i] = item(c, layer)
				led++
			}
		}
		for _, c := range list {
			if unit := q.x.Unit(q.r, c); len(units) < q.r.Length() && !units[unit] && q.s.Admits(q.r, c) {
				units[unit] = true
				items = append(items, item(c, layer))
			}
		}
	}
	items = q.s.Fill(items, q.r, method.Filled)
	for i := range items {
		if it := &items[i]; it.Source == method.Graph {
			l := slices.Index(layers[:], Layer(it.Reasons[0].Label))
			it.Reasons = q.explain(uint32(it.Node), layers[l], members[l])
		}
	}
	return items
}

// ByCommunity is the kind of a reason that is a community. Label is its layer, Path the entities that distinguish it,
// Weight its score.
const ByCommunity = "community"

// explain returns, as reasons, the community of a layer that led to a chunk, and the entities on the way. members are
// the entities of that layer's communities. It is the first chosen community that has the chunk or the first of these
// entities.
func (q *query) explain(chunk uint32, layer Layer, members []uint32) []method.Reason {
	via := q.via(chunk, members)
	for i := range q.found {
		c := &q.found[i]
		if c.Layer == layer && (in(c.Chunks, chunk) || len(via) > 0 && in(c.Entities, uint32(via[0]))) {
			return append([]method.Reason{c.reason()}, method.Over(via)...)
		}
	}
	return append([]method.Reason{{Kind: ByCommunity, Label: string(layer)}}, method.Over(via)...)
}

// notes lists the communities in the order of choice.
func (q *query) notes() (out []method.Reason) {
	for i := range q.found {
		out = append(out, q.found[i].reason())
	}
	return out
}

// reason returns a community as a reason.
func (c *Community) reason() method.Reason {
	return method.Reason{Kind: ByCommunity, Label: string(c.Layer), Path: c.Title, Weight: c.Score, Figures: []method.Figure{
		{Name: "k", Value: float32(c.K)}, {Name: "nodes", Value: float32(len(c.Chunks) + len(c.Entities))}, {Name: "edges", Value: float32(c.Edges)}, {Name: "density", Value: c.Density},
		{Name: "diameter", Value: float32(c.Diameter)}, {Name: "relevance", Value: c.Relevance}, {Name: "coverage", Value: c.Coverage},
	}}
}

// ordered returns chunks, and the chunks that mention entities, best first. It returns as many as a ranking needs.
func (q *query) ordered(chunks, entities []uint32) []uint32 {
	count := q.d.local
	for _, c := range chunks {
		count[c]++
	}
	for _, e := range entities {
		for _, c := range q.memory.chunksOf(e) {
			if count[c]++; count[c] == 1 {
				chunks = append(chunks, c)
			}
		}
	}
	score := q.d.score
	for _, c := range chunks {
		score[c] = float32(2*count[c]) + q.relevance(c) // relevance is less than the step between counts
		count[c] = 0
	}
	chunks = rank.Union(q.r.Admitted(chunks))
	rank.Order(chunks, func(c uint32) uint32 { return ^math.Float32bits(score[c]) }) // no score is negative
	return chunks[:min(len(chunks), max(method.MaxDepth, 4*q.r.Length()))]
}

// members returns the entities of the chosen communities of a layer, ascending.
func (q *query) members(layer Layer) []uint32 {
	var lists [][]uint32
	for i := range q.found {
		if q.found[i].Layer == layer {
			lists = append(lists, q.found[i].Entities)
		}
	}
	return rank.Union(lists...)
}

// via returns the first two entities that a chunk mentions.
func (q *query) via(chunk uint32, entities []uint32) (out []model.EntityID) {
	for _, e := range q.memory.mentions(chunk) {
		if len(out) < 2 && in(entities, e) {
			out = append(out, model.EntityID(e))
		}
	}
	return out
}
