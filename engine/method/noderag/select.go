package noderag

import (
	"mycel/engine/method"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// FoundBy is the way to a found node.
type FoundBy string

const (
	BySimilarity FoundBy = "similarity" // an entry by similarity to the query
	ByWalk       FoundBy = "walk"       // a cross node
	ByExpansion  FoundBy = "expansion"  // from an entity or overview that the walk selected
	ByTheme      FoundBy = "theme"      // an element of a large group, for a question that names nothing
)

// Found is a node of the answer.
type Found struct {
	Node  uint32
	Type  heterograph.Type
	By    FoundBy
	Score float32 // similarity of an entry; for other nodes the mass that the walk brought to the node, or to the name that led to it
	Names []model.EntityID
	Text  string // a language model's text instead of its units; "" for none
	cost  int    // tokens of its row, see heterograph.Graph.Written
}

// typeNames are the names of the types of nodes.
var typeNames = [...]string{"text", "entity", "unit", "relation", "attribute", "element", "overview"}

// reason describes a node that was found.
func (f *Found) reason() method.Reason {
	return method.Reason{Kind: typeNames[f.Type], Label: string(f.By), Path: f.Names, Weight: f.Score, Text: f.Text}
}

// notes returns the subjects of the query, the number of entities and overviews that were entered by name, and the
// found nodes.
func (q *query) notes() []method.Reason {
	var out []method.Reason
	for _, word := range q.elements {
		out = append(out, method.Reason{Kind: "about", Label: word})
	}
	out = append(out, method.Reason{Kind: "named", Figures: []method.Figure{{Name: "nodes", Value: float32(len(q.named))}}})
	for i := range q.found {
		out = append(out, q.found[i].reason())
	}
	return out
}

// choose collects the nodes of the answer: the entries by similarity, then the nodes that the walk selects, then the
// expansions of selected entities and overviews, then relations; each by its mass. Entities and overviews themselves
// are not in the answer.
func (q *query) choose() {
	have := map[uint32]bool{}
	add := func(n uint32, by FoundBy, score float32) {
		if have[n] {
			return
		}
		have[n] = true
		addFound(q, n, by, score)
	}
	for _, it := range q.similar {
		add(it.ID, BySimilarity, it.Score)
	}
	for _, it := range q.reached(q.o.Int(paramTexts), have, crossTypes...) {
		add(it.ID, ByWalk, it.Score)
	}
	for _, it := range q.expansions() {
		add(it.ID, ByExpansion, it.Score)
	}
	for _, it := range q.reached(q.o.Int(paramRelations), nil, heterograph.Relation) {
		add(it.ID, ByWalk, it.Score)
	}
}

// maxThemes is the most elements that show the themes of the corpus. themeScore is the score of the first, below the
// mass of nodes that the walk selects.
const (
	maxThemes  = 100
	themeScore = 1e-6
)

// addThemes adds elements behind all other nodes if the query has function words: those with most units and attributes
// first, and one of each document.
func (q *query) addThemes() {
	words := q.r.Query.Words
	for len(words) > 0 && !words[0].Stop {
		words = words[1:]
	}
	if len(words) == 0 {
		return
	}
	have, documents := map[uint32]bool{}, map[uint32]bool{}
	for i := range q.found {
		have[q.found[i].Node] = true
	}
	var all []rank.Item
	element, end := q.g.Range(heterograph.Element)
	for n := element; n < end; n++ {
		all = append(all, rank.Item{ID: n, Score: float32(q.g.Degree(n))})
	}
	rank.Sort(all, rank.Compare)
	for _, it := range all {
		chunks := q.chunksOf(it.ID)
		if have[it.ID] || len(chunks) == 0 || len(documents) == maxThemes {
			continue
		}
		c := q.x.Corpus
		if d := uint32(c.SectionDoc(c.ChunkSection(chunks[0]))); !documents[d] {
			documents[d] = true
			addFound(q, it.ID, ByTheme, float32(it.Score/all[0].Score)*themeScore)
		}
	}
}

// addFound adds a node that was found.
func addFound(q *query, n uint32, by FoundBy, score float32) {
	q.found = append(q.found, Found{Node: n, Type: q.g.TypeOf(n), By: by, Score: score, Names: q.namesOf(n)})
	q.written(&q.found[len(q.found)-1])
}

// crossTypes are the types that the walk selects together. They are a variable because a literal in the function would
// be code.
var crossTypes = []heterograph.Type{heterograph.Text, heterograph.Unit, heterograph.Attribute, heterograph.Element}

// reached returns the k nodes of some types with most mass of the walk. It leaves out nodes in skip, and texts and
// units that the filters leave out.
func (q *query) reached(k int, skip map[uint32]bool, types ...heterograph.Type) []rank.Item {
	var ids []uint32
	for _, t := range types {
		free := q.r.Only == nil || t == heterograph.Entity || t == heterograph.Overview
		if free && skip == nil && len(types) == 1 {
			ids = q.mass[t] // all of them
			break
		}
		for _, n := range q.mass[t] {
			if !skip[n] && (free || len(q.chunksOf(n)) > 0) {
				ids = append(ids, n)
			}
		}
	}
	return rank.Top(nil, ids, q.walker.Score, k)
}

// expansions returns the attributes of selected entities and the elements of selected overviews, by the mass of their
// entity or overview.
func (q *query) expansions() []rank.Item {
	var out []rank.Item
	for _, it := range q.reached(q.o.Int(paramNames), nil, heterograph.Entity) {
		for _, n := range q.g.Of(it.ID, heterograph.Attribute) {
			out = append(out, rank.Item{ID: n, Score: it.Score})
		}
	}
	for _, it := range q.reached(q.o.Int(paramOverviews), nil, heterograph.Overview) {
		for _, n := range q.g.Of(it.ID, heterograph.Element) {
			out = append(out, rank.Item{ID: n, Score: it.Score})
		}
	}
	rank.Sort(out, rank.Compare)
	return out
}
