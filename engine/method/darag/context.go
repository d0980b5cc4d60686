package darag

import (
	"strconv"

	"mycel/engine/entity"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// A context of DA-RAG has three tables in front of the passages, in the form of nano-graphrag: reports of the
// communities, entities, and relations. Each has the paper's share of the budget, and leaves unused tokens to
// the next. No sentence is in a context twice: passages are chosen first, and tables quote other sentences.

// Heads of the tables. The builder counts their tokens.
const (
	Reports     = "-----Reports-----\nid|title|report|entities"
	Entities    = "-----Entities-----\nid|entity|type|description|rank"
	Relations   = "-----Relationships-----\nid|source|target|description|weight|rank"
	sourcesHead = "-----Sources-----"
)

// Heads are the heads of the tables, in the order of their token counts in the index.
var Heads = [3]string{Reports, Entities, Relations}

// contextWriter writes a context of a budget.
type contextWriter struct {
	reporter
	left    int // tokens for the current table
	lacking int // tokens that the next row or passage needs beyond left, 0 if all fit

	tables   []method.Table
	rows     int    // of all tables
	passages []run  // passages that fit into the budget
	next     int    // index in items of the first passage that is not packed
	used     []bool // by sentence: whether the context has it
	count    int    // sentences of the context
}

// run is sentences of an item.
type run struct {
	item       int
	first, end model.SentenceID
}

// context writes the tables and chooses passages, which are the first of items.
func (q *query) context(items []method.Item) ([]method.Item, *method.Context) {
	out := &method.Context{Channels: []string{"", sourcesHead}}
	items = q.withText(items)
	if q.x.Costs == nil || len(items) == 0 {
		return items, out
	}
	w := q.fitted(items, q.r.Budget)
	out.Tables = w.tables
	for step := w.lacking; step > 0 && step < maxStep; step *= 2 {
		// A table gets only its share of a larger budget, so lacking may be too small a step.
		if more := q.fitted(items, q.r.Budget+step); more.count+more.rows > w.count+w.rows {
			out.Next = q.r.Budget + step
			break
		}
	}
	if len(w.passages) == 0 {
		return items[:1], out
	}
	chosen := make([]method.Item, len(w.passages))
	for i, p := range w.passages {
		chosen[i] = items[p.item]
		chosen[i].First, chosen[i].End = p.first, p.end
	}
	return chosen, out
}

// maxStep bounds, in tokens, the search for the budget of a larger context.
const maxStep = 1 << 20

// withText returns the items that a context can show.
func (q *query) withText(items []method.Item) []method.Item {
	out := items[:0]
	for _, it := range items {
		if first, end := q.own.Sentences(model.ChunkID(it.Node)); first < end {
			it.Channel = 1
			out = append(out, it)
		}
	}
	return out
}

// fitted writes a context of at most budget tokens. Passages, reports and rows have the paper's shares of it.
// Passages leave their unused tokens to reports, reports to rows, and tables to passages. If the first passage
// does not fit, fitted writes nothing: the caller cuts that passage.
func (q *query) fitted(items []method.Item, budget int) *contextWriter {
	w := &contextWriter{reporter: reporter{q}, used: make([]bool, len(q.d.masks))}
	head := len(sourcesHead) + len(":\n")
	c := model.ChunkID(items[0].Node)
	from, to := q.own.Sentences(c)
	first := head + q.passageCost(c, from, to, 1)
	if first > budget {
		w.lacking = first - budget
		return w
	}
	all := int64(q.o.Int(paramReportTokens)) + int64(q.o.Int(paramContextTokens)) + int64(q.o.Int(paramSourceTokens))
	share := func(tokens int) int { return int(int64(budget) * int64(tokens) / all) }
	sources := max(first, budget-share(q.o.Int(paramReportTokens))-share(q.o.Int(paramContextTokens)))
	w.left = sources - head
	w.pack(items)
	tables := budget - sources + w.left
	w.write(min(share(q.o.Int(paramReportTokens)), tables), tables)
	w.pack(items)
	return w
}

// write fills the tables: reports may take reports tokens, and all three tables together tables tokens.
func (w *contextWriter) write(reports, tables int) {
	w.left = reports
	w.tables = append(w.tables, w.reports())
	w.left += tables - reports
	w.tables = append(w.tables, w.entities(), w.relations())
}

// pack adds passages until one does not fit. It leaves out sentences that the context has.
func (w *contextWriter) pack(items []method.Item) {
	for ; w.next < len(items); w.next++ {
		c := model.ChunkID(items[w.next].Node)
		taken, cost := len(w.passages), 0
		s, end := w.own.Sentences(c)
		for s < end {
			from := s
			for s < end && !w.used[s] {
				s++
			}
			if s > from {
				cost += w.passageCost(c, from, s, len(w.passages)+1)
				w.passages = append(w.passages, run{w.next, from, s})
			}
			for s < end && w.used[s] {
				s++
			}
		}
		if cost > w.left {
			w.passages = w.passages[:taken]
			w.lack(cost)
			return
		}
		w.left -= cost
		for _, p := range w.passages[taken:] {
			for s := p.first; s < p.end; s++ {
				w.print(s)
			}
		}
	}
}

// print records that the context has a sentence.
func (w *contextWriter) print(s model.SentenceID) {
	if !w.used[s] {
		w.used[s] = true
		w.count++
	}
}

// passageCost bounds the tokens of sentences of a chunk, as the n-th passage.
func (q *query) passageCost(c model.ChunkID, first, end model.SentenceID, n int) int {
	return method.PassageCost(q.x.Costs, q.x.Corpus.ChunkSection(c), first, end, n)
}

// lack records that a row or passage of this cost did not fit.
func (w *contextWriter) lack(cost int) {
	if short := cost - w.left; w.lacking == 0 || short < w.lacking {
		w.lacking = short
	}
}

// row adds a row, or returns false if it does not fit.
func (w *contextWriter) row(t *method.Table, r method.Row) bool {
	cost, ok := t.Fit(r, w.left)
	if !ok {
		w.lack(cost)
		return false
	}
	w.left -= cost
	w.rows++
	for _, cell := range r.Cells {
		for _, p := range cell {
			if p.Text == "" {
				w.print(p.Sentence)
			}
		}
	}
	return true
}

// reports writes the table of the chosen communities, layer by layer, best first, each report at most a
// third of the tokens for all.
func (w *contextWriter) reports() method.Table {
	t := method.Table{Head: Reports, Cost: w.own.HeadCost(0)}
	most := min(maxReport, w.left/reportPart)
	for _, layer := range []Layer{ChunkLayer, RelationLayer, SimilarityLayer} {
		var list []*Community
		for i := range w.found {
			if c := &w.found[i]; c.Layer == layer {
				list = append(list, c)
			}
		}
		rank.Stable(list, func(a, b *Community) int {
			switch {
			case a.Score > b.Score:
				return -1
			case a.Score < b.Score:
				return 1
			}
			return 0
		})
		for _, c := range list {
			short := c.report
			short.pool = w.unused(short.pool)
			cost := w.reporter.write(&short, most)
			if most < maxReport && len(short.sentences) < len(c.report.sentences) {
				w.lack(w.left + 1)
			}
			if len(short.sentences) == 0 {
				continue
			}
			r := method.Row{Cost: cost}
			r.Cells = [][]method.Piece{w.names(short.title), nil, w.names(short.entities)}
			for _, s := range short.sentences {
				r.Cells[1] = append(r.Cells[1], method.Piece{Sentence: s})
			}
			w.row(&t, r)
		}
	}
	return t
}

// unused returns the sentences of list that the context lacks.
func (w *contextWriter) unused(list []model.SentenceID) (out []model.SentenceID) {
	for _, s := range list {
		if !w.used[s] {
			out = append(out, s)
		}
	}
	return out
}

// names lists entities, with commas between them.
func (w *contextWriter) names(list []model.EntityID) []method.Piece {
	return method.NamePieces(list, w.x.Entities.Name)
}

// quote returns a cell with the sentences that the context lacks, and adds their tokens to the cost of the row.
func (w *contextWriter) quote(r *method.Row, sentences []model.SentenceID) (out []method.Piece) {
	for _, s := range w.unused(sentences) {
		cost, ok := w.sentenceCost(s)
		if !ok {
			continue
		}
		r.Cost += cost
		out = append(out, method.Piece{Sentence: s})
	}
	return out
}

// rowMarks bounds the tokens of a row's separators: two cells of numbers or kinds, an empty cell, and
// the line break.
const rowMarks = 4

// entities writes the table of entities.
func (w *contextWriter) entities() method.Table {
	t := method.Table{Head: Entities, Cost: w.own.HeadCost(1)}
	if w.listed == nil {
		w.listed = w.entityRows()
	}
	for _, e := range w.listed {
		id := model.EntityID(e)
		rank, kind := strconv.Itoa(w.x.Graph.Degree(e)), entity.Kinds[w.x.Entities.Kind(id)]
		r := method.Row{Cost: w.nameCost(id) + len(kind) + len(rank) + rowMarks}
		described := w.describe(&r, id)
		if len(described) == 0 {
			continue
		}
		r.Cells = [][]method.Piece{{{Text: w.x.Entities.Name(id)}}, {{Text: kind}}, described, {{Text: rank}}}
		if !w.row(&t, r) {
			break
		}
	}
	return t
}

// entityRows returns the entities of the table: those of the communities of relations, most relevant first,
// then the other entities of the communities of similarity.
func (w *contextWriter) entityRows() []uint32 {
	shown := w.members(RelationLayer)
	var more []uint32
	for _, e := range w.members(SimilarityLayer) {
		if !in(shown, e) {
			more = append(more, e)
		}
	}
	return append(w.byRelevance(shown), w.byRelevance(more)...)
}

// describe returns the description of an entity, and adds its tokens to the cost of the row.
func (w *contextWriter) describe(r *method.Row, e model.EntityID) []method.Piece {
	if text, cost := w.own.EntityNote(e); text != "" {
		r.Cost += cost
		return []method.Piece{{Text: text}}
	}
	return w.quote(r, sentenceIDs(w.own.Description(e)))
}

func sentenceIDs(list []uint32) (out []model.SentenceID) {
	for _, s := range list {
		out = append(out, model.SentenceID(s))
	}
	return out
}

// byRelevance sorts entities, most relevant first.
func (w *contextWriter) byRelevance(entities []uint32) []uint32 {
	relevance, _ := w.ofEntities(entities)
	order := make([]rank.Item, len(entities))
	for i, e := range entities {
		order[i] = rank.Item{ID: e, Score: relevance[i]}
	}
	rank.Sort(order, rank.Compare)
	out := make([]uint32, len(order))
	for i, it := range order {
		out[i] = it.ID
	}
	return out
}

// relations writes the table of relations between the entities of the communities of relations,
// heaviest first.
func (w *contextWriter) relations() method.Table {
	t := method.Table{Head: Relations, Cost: w.own.HeadCost(2)}
	l := w.query.relations
	if w.related == nil && l != nil {
		w.related = w.edges(l)
	}
	for _, e := range w.related {
		text, cost := w.own.RelationNote(int(l.numbers[e]))
		s, ok := model.SentenceID(0), false
		if text == "" {
			if s, ok = w.sentenceOf(l, e); !ok || w.used[s] {
				continue
			}
		}
		u, v := l.ends(e)
		weight, rank := strconv.Itoa(int(l.weights[e])), strconv.Itoa(w.x.Graph.Degree(uint32(u))+w.x.Graph.Degree(uint32(v)))
		r := method.Row{Cost: w.nameCost(u) + w.nameCost(v) + len(weight) + len(rank) + rowMarks}
		described := []method.Piece{{Text: text}}
		if r.Cost += cost; text == "" {
			described = w.quote(&r, []model.SentenceID{s})
		}
		r.Cells = [][]method.Piece{{{Text: w.x.Entities.Name(u)}}, {{Text: w.x.Entities.Name(v)}}, described, {{Text: weight}}, {{Text: rank}}}
		if !w.row(&t, r) {
			break
		}
	}
	return t
}

// ends returns the entities that an edge of the layer of relations joins.
func (l *layer) ends(edge uint32) (u, v model.EntityID) {
	ends := l.graph.Edge(int(edge))
	return model.EntityID(l.nodes[ends.U]), model.EntityID(l.nodes[ends.V])
}

// edges returns the edges of the layer of relations between entities of its communities. Heavier edges come
// first; among equal weights, those with the greater sum of degrees at their ends; then by their ends.
func (w *contextWriter) edges(l *layer) []uint32 {
	inside := make([]bool, len(l.nodes))
	members := w.members(RelationLayer)
	for i, e := range l.nodes {
		inside[i] = in(members, e)
	}
	out := []uint32{}
	for e := range uint32(l.graph.NumEdges()) {
		if ends := l.graph.Edge(int(e)); inside[ends.U] && inside[ends.V] {
			out = append(out, e)
		}
	}
	rank.Order(out, func(e uint32) uint32 {
		u, v := l.ends(e)
		return ^uint32(w.x.Graph.Degree(uint32(u)) + w.x.Graph.Degree(uint32(v)))
	})
	rank.Order(out, func(e uint32) uint32 { return ^uint32(l.weights[e]) })
	return out
}
