package noderag

import (
	"strings"

	"mycel/engine/method"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/rank"
)

const (
	maxNamed      = 200 // most entries by name: those of the entities in most chunks are kept
	elementWords  = 3   // most words of an element of the query that is not an entity
	commonElement = 20  // a word in more than one of this many chunks is no element
)

// enter is dual search: it finds the entries by similarity and by name.
func (q *query) enter() {
	q.similar = q.mostSimilar(q.o.Int(paramEntries))
	q.elements = q.elementsOf()
	q.named = q.namedBy(q.elements)
}

// denseShare is the vectors' part of SimilarityMixed.
const denseShare = 0.5

// mostSimilar returns the nodes most similar to the query, at most k, with similarities in 0..1.
func (q *query) mostSimilar(k int) []rank.Item {
	h := q.search
	dense := method.SimilarityOf(q.o) != method.SimilarityWords && h.scorer != nil && q.s.Dense.Embed(q.r)
	h.words.scoreAll(q.r)
	var top []rank.Item
	if dense {
		h.scorer.SetQuery(q.s.Dense.Query)
		h.scorer.All(h.score)
		top = rank.Top(nil, h.rows, q.mixed(h.score, h.words.score, h.words.found), k)
	} else {
		top = relativeTo(rank.Top(nil, h.words.found, h.words.score, k), 1)
	}
	for i := range top {
		top[i].ID = q.rowNode(top[i].ID)
	}
	top = append(top, q.similarTexts(k, dense)...)
	rank.Sort(top, rank.Compare)
	for i, it := range top {
		if it.Score <= 0 || i == k {
			return top[:i]
		}
	}
	return top
}

// similarTexts returns the texts most similar to the query.
func (q *query) similarTexts(k int, dense bool) []rank.Item {
	if !dense {
		return relativeTo(rank.Top(nil, q.s.Scores.Touched, q.s.Scores.Score, k), 1)
	}
	n := q.s.Dense
	n.Scorer.SetQuery(n.Query)
	n.Scorer.Scores(n.Score, n.IDs)
	return rank.Top(nil, n.IDs, q.mixed(n.Score, q.s.Scores.Score, q.s.Scores.Touched), k)
}

// mixed writes into dense the sum of the similarities by vectors and by words, each divided by the best of its kind.
// Only scored rows have words of the query.
func (q *query) mixed(dense, words []float32, scored []uint32) []float32 {
	share := float32(denseShare)
	if method.SimilarityOf(q.o) == method.SimilarityDense {
		share = 1
	}
	best := float32(0)
	for _, x := range dense {
		if x > best { // max is a call in the browser
			best = x
		}
	}
	if best > 0 {
		best = share / best
	}
	for i := range dense {
		dense[i] *= best
	}
	if share == 1 {
		return dense
	}
	best = 0
	for _, i := range scored {
		best = max(best, words[i])
	}
	for _, i := range scored {
		dense[i] += float32((1 - share) * (words[i] / best))
	}
	return dense
}

// relativeTo scales the scores of a list so that the first is best.
func relativeTo(list []rank.Item, best float32) []rank.Item {
	for i := len(list) - 1; i >= 0; i-- {
		list[i].Score = best * (list[i].Score / list[0].Score)
	}
	return list
}

// elementsOf returns the subjects of the query: the entities that it names, and runs of up to three words between
// stop words. It leaves out single words that many chunks have, unless there is nothing else.
func (q *query) elementsOf() []string {
	var out, common []string
	add := func(list []string, key string) []string {
		for _, k := range list {
			if k == key {
				return list
			}
		}
		return append(list, key)
	}
	for _, l := range q.r.Entities {
		out = add(out, q.x.Entities.Key(l.Entity))
	}
	words := q.r.Query.Words
	for i := 0; i < len(words); {
		n := 0
		for i+n < len(words) && n < elementWords && q.nominal(i+n) {
			n++
		}
		if n == 0 {
			i++
			continue
		}
		keys := make([]string, n)
		for k := range keys {
			keys[k] = words[i+k].Key
		}
		key := strings.Join(keys, " ")
		if n == 1 && words[i].Known && int(q.x.Dictionary.DF(words[i].Term))*commonElement > q.x.Corpus.NumChunks() {
			common = add(common, key)
		} else {
			out = add(out, key)
		}
		i += n
	}
	if len(out) == 0 {
		return common
	}
	return out
}

// nominal reports whether word i of the query can be part of an element: it is no stop word, is not excluded, and
// lies in no entity that the query names.
func (q *query) nominal(i int) bool {
	w := &q.r.Query.Words[i]
	if w.Stop || w.Excluded || w.Key == "" {
		return false
	}
	for _, l := range q.r.Entities {
		if l.Start <= w.Start && w.Start < l.End {
			return false
		}
	}
	return true
}

// namedBy returns the entities whose names have an element as whole words, and the overviews with such an entity in
// their titles: at most maxNamed. All names with an element share its weight, so that a word of many names weighs no
// more than a name.
func (q *query) namedBy(elements []string) []rank.Item {
	weight := q.weight
	var order, ids []uint32
	for _, e := range elements {
		ids = q.names.Holding(ids[:0], e)
		share := 1 / float32(len(ids))
		for _, id := range ids {
			if weight[id] == 0 {
				order = append(order, id)
			}
			weight[id] = max(weight[id], share)
		}
	}
	var list []rank.Item // by number of chunks that mention the entity
	first, _ := q.g.Range(heterograph.Entity)
	for _, id := range order {
		list = append(list, rank.Item{ID: first + id, Score: float32(q.x.EntityChunks.Len(id))})
	}
	overview, end := q.g.Range(heterograph.Overview)
	for o := overview; o < end; o++ {
		for _, id := range q.g.Names(o - overview) {
			if weight[id] > 0 {
				list = append(list, rank.Item{ID: o, Score: float32(q.x.EntityChunks.Len(id))})
				break
			}
		}
	}
	list = rank.Best(list, maxNamed)
	for i, it := range list {
		list[i].Score = q.nameWeight(it.ID)
	}
	for _, id := range order {
		weight[id] = 0
	}
	return list
}

// nameWeight returns the weight of an entry by name.
func (q *query) nameWeight(n uint32) float32 {
	if first, _ := q.g.Range(heterograph.Overview); n >= first {
		most := float32(0)
		for _, id := range q.g.Names(n - first) {
			most = max(most, q.weight[id])
		}
		return most
	}
	first, _ := q.g.Range(heterograph.Entity)
	return q.weight[n-first]
}

// namesOf returns the entities of a node's name: the entity itself, those of a title, the ends of a relation, or the
// subject of an attribute; nil for texts and units.
func (q *query) namesOf(n uint32) []model.EntityID {
	var out []model.EntityID
	t := q.g.TypeOf(n)
	first, _ := q.g.Range(t)
	entities, _ := q.g.Range(heterograph.Entity)
	switch t {
	case heterograph.Entity:
		out = append(out, model.EntityID(n-first))
	case heterograph.Attribute:
		out = append(out, q.g.Subject(n-first))
	case heterograph.Relation:
		for _, e := range q.g.Of(n, heterograph.Entity) {
			out = append(out, model.EntityID(e-entities))
		}
	case heterograph.Overview:
		for _, e := range q.g.Names(n - first) {
			out = append(out, model.EntityID(e))
		}
	case heterograph.Element:
		for _, o := range q.g.Of(n, heterograph.Overview) {
			out = append(out, q.namesOf(o)...)
		}
	}
	return out
}
