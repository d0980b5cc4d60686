package strategy

import (
	"strconv"

	"mycel/engine/entity"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// A context of DA-RAG has three tables in front of the passages, in the form of
// nano-graphrag: reports of the communities, entities, and relations. The shares of the
// budget are the paper's; what one leaves over goes to the next.

// Heads of the tables. The builder counts their tokens.
const (
	DAReports   = "-----Reports-----\nid|title|report|entities"
	DAEntities  = "-----Entities-----\nid|entity|type|description|rank"
	DARelations = "-----Relationships-----\nid|source|target|description|weight|rank"
	daSources   = "-----Sources-----"
)

// DAHeads are the heads in the order in which the index has their costs.
var DAHeads = [3]string{DAReports, DAEntities, DARelations}

// contextWriter writes a context of a budget.
type contextWriter struct {
	*da
	left    int // tokens for the table in hand
	lacking int // what left would have to be more for the next row or passage, 0 if all fit

	tables    []Table
	sentences int // of reports
	passages  int // that fit
	packed    int // their tokens
}

// context writes the tables and chooses passages, which are the first of items.
func (q *da) context(items []Item) ([]Item, *Context) {
	out := &Context{Channels: []string{"", daSources}}
	items = q.withText(items)
	if q.x.Costs == nil || len(items) == 0 {
		return items, out
	}
	w := q.fitted(items, q.r.Budget)
	out.Tables = w.tables
	for step := w.lacking; step > 0; step *= 2 {
		// Shares grow with the budget, not by what is lacking.
		out.Next = q.r.Budget + step
		if q.fitted(items, out.Next).holds(w) {
			break
		}
	}
	return items[:max(1, w.passages)], out
}

// withText returns the items that a context can show.
func (q *da) withText(items []Item) []Item {
	out := items[:0]
	for _, it := range items {
		if first, end := q.x.DARAG.Sentences(model.ChunkID(it.Node)); first < end {
			it.Channel = 1
			out = append(out, it)
		}
	}
	return out
}

// holds tells whether a context has all that another has, and more.
func (w *contextWriter) holds(other *contextWriter) bool {
	more := w.sentences - other.sentences + w.passages - other.passages
	if w.sentences < other.sentences || w.passages < other.passages || len(w.tables) < len(other.tables) {
		return false
	}
	for i := range other.tables {
		grown := len(w.tables[i].Rows) - len(other.tables[i].Rows)
		if grown < 0 {
			return false
		}
		more += grown
	}
	return more > 0 || len(w.tables) > len(other.tables)
}

// fitted writes a context of so many tokens. Reports, rows and passages have the paper's
// shares; what one leaves over goes to the next, and what passages leave over to rows. The first passage comes
// before all tables: one that does not fit is the whole context, cut.
func (q *da) fitted(items []Item, budget int) *contextWriter {
	w := &contextWriter{da: q}
	head := len(daSources) + len(":\n")
	first := head + q.passageCost(items[0], 1)
	if first > budget {
		w.lacking = first - budget
		return w
	}
	all := int64(q.o.ReportTokens) + int64(q.o.ContextTokens) + int64(q.o.SourceTokens)
	reports := int(int64(budget) * int64(q.o.ReportTokens) / all)
	rows := int(int64(budget) * int64(q.o.ContextTokens) / all)
	tables := min(reports+rows, budget-first)
	w.write(min(reports, tables), tables)
	w.left += budget - tables - head
	w.pack(items)
	if rest := budget - head - w.packed; w.passages == len(items) && w.lacking > 0 {
		w.tables, w.sentences, w.lacking = nil, 0, 0
		w.write(rest, rest)
	}
	return w
}

// write fills the tables: reports into so many tokens, and all three into so many.
func (w *contextWriter) write(reports, tables int) {
	w.left = reports
	w.tables = append(w.tables, w.reports())
	w.left += tables - reports
	w.tables = append(w.tables, w.entities(), w.relations())
}

// pack counts the passages that fit.
func (w *contextWriter) pack(items []Item) {
	for i, it := range items {
		cost := w.passageCost(it, i+1)
		if cost > w.left {
			w.lack(cost)
			return
		}
		w.left -= cost
		w.packed += cost
		w.passages++
	}
}

// passageCost is what a chunk takes at most as the n-th passage.
func (q *da) passageCost(it Item, n int) int {
	c := model.ChunkID(it.Node)
	cost := len("[]") + digits(n) + q.x.Costs.Label(q.x.Corpus.ChunkSection(c))
	first, end := q.x.DARAG.Sentences(c)
	for s := first; s < end; s++ {
		cost += q.x.Costs.Sentence(s)
	}
	return cost
}

// lack notes that something did not fit.
func (w *contextWriter) lack(cost int) {
	if short := cost - w.left; w.lacking == 0 || short < w.lacking {
		w.lacking = short
	}
}

// row adds a row that fits; false if it does not.
func (w *contextWriter) row(t *Table, r Row) bool {
	cost := r.Cost + digits(len(t.Rows))
	if len(t.Rows) == 0 {
		cost += t.Cost
	}
	if cost > w.left {
		w.lack(cost)
		return false
	}
	w.left -= cost
	t.Rows = append(t.Rows, r)
	return true
}

// reports are those that were chosen, layer by layer, in each by score, each no longer
// than a third of all.
func (w *contextWriter) reports() Table {
	t := Table{Head: DAReports, Cost: w.x.DARAG.HeadCost(0)}
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
			cost := w.da.write(&short, most)
			if len(short.sentences) < len(c.report.sentences) {
				w.lack(w.left + 1)
			}
			if len(short.sentences) == 0 {
				continue
			}
			r := Row{Cost: cost}
			r.Cells = [][]Piece{w.names(short.title), nil, w.names(short.entities)}
			for _, s := range short.sentences {
				r.Cells[1] = append(r.Cells[1], Piece{Sentence: s})
			}
			if w.row(&t, r) {
				w.sentences += len(short.sentences)
			}
		}
	}
	return t
}

// names lists entities, with commas between them.
func (w *contextWriter) names(list []model.EntityID) (out []Piece) {
	for i, e := range list {
		name := w.x.Entities.Name(e)
		if i+1 < len(list) {
			name += ","
		}
		out = append(out, Piece{Text: name})
	}
	return out
}

// quote puts sentences into a cell, and their tokens into the cost of its row.
func (w *contextWriter) quote(r *Row, sentences []model.SentenceID) (out []Piece) {
	for _, s := range sentences {
		cost, ok := w.sentenceCost(s)
		if !ok {
			continue
		}
		r.Cost += cost
		out = append(out, Piece{Sentence: s})
	}
	return out
}

// kindNames are what a row says of an entity's kind.
var kindNames = [...]string{entity.Term: "term", entity.Name: "name", entity.Code: "code", entity.Title: "title"}

// rowMarks are those of two cells of numbers or kinds, an empty one, and the line break.
const rowMarks = 4

// entities are those of the communities of relations, most relevant first, then those of
// similarity that are not among them.
func (w *contextWriter) entities() Table {
	t := Table{Head: DAEntities, Cost: w.x.DARAG.HeadCost(1)}
	shown := w.members(RelationLayer)
	var more []uint32
	for _, e := range w.members(SimilarityLayer) {
		if !in(shown, e) {
			more = append(more, e)
		}
	}
	for _, list := range [][]uint32{shown, more} {
		for _, e := range w.byRelevance(list) {
			id := model.EntityID(e)
			rank, kind := decimal(w.x.Graph.Degree(e)), kindNames[w.x.Entities.Kind(id)]
			r := Row{Cost: w.nameCost(id) + len(kind) + len(rank) + rowMarks}
			r.Cells = [][]Piece{{{Text: w.x.Entities.Name(id)}}, {{Text: kind}}, w.describe(&r, id), {{Text: rank}}}
			if !w.row(&t, r) {
				return t
			}
		}
	}
	return t
}

// describe returns what describes an entity, and adds its tokens to the row.
func (w *contextWriter) describe(r *Row, e model.EntityID) []Piece {
	if text, cost := w.x.DARAG.EntityNote(e); text != "" {
		r.Cost += cost
		return []Piece{{Text: text}}
	}
	return w.quote(r, sentenceIDs(w.x.DARAG.Description(e)))
}

func sentenceIDs(list []uint32) (out []model.SentenceID) {
	for _, s := range list {
		out = append(out, model.SentenceID(s))
	}
	return out
}

// decimal writes n as a cell.
func decimal(n int) string { return strconv.Itoa(n) }

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

// relations are those between the entities of a community of relations, heaviest first.
func (w *contextWriter) relations() Table {
	t := Table{Head: DARelations, Cost: w.x.DARAG.HeadCost(2)}
	for _, x := range w.edges(w.members(RelationLayer)) {
		text, cost := w.x.DARAG.RelationNote(x.edge)
		s, ok := w.relationSentence(x.u, x.v)
		if !ok && text == "" {
			continue
		}
		u, v := model.EntityID(x.u), model.EntityID(x.v)
		weight, rank := decimal(int(x.weight)), decimal(x.rank)
		r := Row{Cost: w.nameCost(u) + w.nameCost(v) + len(weight) + len(rank) + rowMarks}
		described := []Piece{{Text: text}}
		if r.Cost += cost; text == "" {
			described = w.quote(&r, []model.SentenceID{s})
		}
		r.Cells = [][]Piece{{{Text: w.x.Entities.Name(u)}}, {{Text: w.x.Entities.Name(v)}}, described, {{Text: weight}}, {{Text: rank}}}
		if !w.row(&t, r) {
			break
		}
	}
	return t
}

// relation is an edge between entities.
type relation struct {
	u, v   uint32
	weight uint16
	rank   int // sum of the degrees of its ends
	edge   int // its number in the entity graph
}

// edges returns the relations between entities, which ascend: heavier ones first, then
// those of greater rank, then in the order of their ends.
func (w *contextWriter) edges(entities []uint32) (out []relation) {
	for _, u := range entities {
		near, weights := w.x.Graph.Neighbours(u)
		edge := int(w.d.upper[u])
		for k, v := range near {
			if v < u {
				continue
			}
			if w.x.DARAG.Related(edge) && in(entities, v) {
				out = append(out, relation{u, v, weights[k], w.x.Graph.Degree(u) + w.x.Graph.Degree(v), edge})
			}
			edge++
		}
	}
	rank.Stable(out, func(a, b relation) int {
		if a.weight != b.weight {
			return int(b.weight) - int(a.weight)
		}
		return b.rank - a.rank
	})
	return out
}
