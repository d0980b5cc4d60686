package ketrag

import (
	"math/bits"
	"slices"
	"strconv"

	"mycel/engine/method"
	"mycel/engine/method/ketrag/skeleton"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// maxOuter is the most relations for each of the nearest entities that are read although they lead to
// an entity that is not among these.
const maxOuter = 10

// nearestEntities returns the positions of the entities nearest to the query.
func (k *search) nearestEntities() (found []int) {
	k.top = rank.Top(k.top, k.entities, k.scores.entity, k.o.Int(paramEntities))
	for _, it := range k.top {
		if k.scores.dense || it.Score > 0 {
			found = append(found, int(it.ID))
		}
	}
	return found
}

// skeletonChannel fills the first channel: entities and relations with half of the budget, pieces with
// the rest (Microsoft's local search, which the paper uses). It returns the tokens of all.
func (k *search) skeletonChannel(r *method.Request, f *found, budget int) int {
	nearest := f.entities
	entityHead, relationHead := k.own.Heads()
	spent := 0
	f.entities, spent = fit(nearest, spent, entityHead, budget/2, k.own.EntityCost)
	relations := k.relations(nearest)
	f.relations, spent = fit(relations, spent, relationHead, budget/2, func(id int) int { return k.own.Relation(id).Cost })
	linked := k.linked(r, nearest, f.relations)
	cost := 0
	f.skeleton, cost = k.pack(linked, budget-spent, skeletonHead)
	f.cut = len(f.entities) < len(nearest) || len(f.relations) < len(relations) || len(f.skeleton) < len(linked)
	return spent + cost
}

// fit returns the rows of a table that fit into a budget after spent tokens, and the tokens that are
// then used.
func fit(rows []int, spent, head, budget int, cost func(int) int) ([]int, int) {
	sum := spent + head
	for i, row := range rows {
		next := sum + cost(row) + method.Digits(i)
		if next > budget {
			rows = rows[:i]
			break
		}
		sum = next
	}
	if len(rows) == 0 {
		return nil, spent
	}
	return rows, sum
}

// incidentRelation is a relation of the nearest entities.
type incidentRelation struct {
	id     int
	inner  bool // both of its entities are among the nearest
	links  int  // number of the nearest entities that its outer entity has relations to
	rank   int  // sum of the degrees of both entities
	weight int
}

// relations orders the relations of the nearest entities. Relations among them come first, by the sum
// of the degrees of both ends. Then come relations to outer entities, by the number of nearest
// entities that the outer entity is linked with, then by degrees.
func (k *search) relations(nearest []int) []int {
	i := k.own
	var all []incidentRelation
	links := map[int]int{}
	for _, e := range nearest {
		for _, id := range i.Incident(e) {
			x := i.Relation(int(id))
			other := x.A + x.B - e
			inner := slices.Contains(nearest, other)
			k.edges++
			if inner && e != x.A {
				continue // the other end adds it
			}
			if !inner {
				links[other]++
			}
			all = append(all, incidentRelation{id: int(id), inner: inner, links: -other, rank: len(i.Incident(x.A)) + len(i.Incident(x.B)), weight: x.Weight})
		}
	}
	for n := range all {
		all[n].links = links[-all[n].links]
	}
	rank.Sort(all, byPlace)
	var ids []int
	outer := 0
	for _, x := range all {
		if !x.inner {
			if outer++; outer > maxOuter*len(nearest) {
				break
			}
		}
		ids = append(ids, x.id)
	}
	return ids
}

func byPlace(a, b incidentRelation) int {
	switch {
	case a.inner != b.inner:
		if a.inner {
			return -1
		}
		return 1
	case !a.inner && a.links != b.links:
		return b.links - a.links
	case a.rank != b.rank:
		return b.rank - a.rank
	case a.weight != b.weight:
		return b.weight - a.weight
	}
	return a.id - b.id
}

// linked returns the pieces that the nearest entities and the chosen relations link to. It orders them
// by their nearest entity, then by the number of relations, then by nearness.
func (k *search) linked(r *method.Request, nearest, relations []int) []piece {
	found := map[uint32]int{} // piece → position in pieces
	var pieces []piece
	pieceSets := map[int][]uint32{}
	of := func(e int) []uint32 {
		if _, ok := pieceSets[e]; !ok {
			pieceSets[e] = k.entityPieces(r, e)
		}
		return pieceSets[e]
	}
	for position, e := range nearest {
		for _, p := range of(e) {
			if _, ok := found[p]; !ok {
				found[p] = len(pieces)
				pieces = append(pieces, piece{id: p, score: k.scores.nearness(p), source: FromSkeleton, entity: k.own.Entity(e), best: position})
			}
		}
	}
	for _, id := range relations {
		x := k.own.Relation(id)
		a, b := of(x.A), of(x.B)
		for len(a) > 0 && len(b) > 0 {
			switch {
			case a[0] < b[0]:
				a = a[1:]
			case a[0] > b[0]:
				b = b[1:]
			default:
				pieces[found[a[0]]].chosen++
				a, b = a[1:], b[1:]
			}
		}
	}
	rank.Sort(pieces, byEntity)
	for n := range pieces {
		pieces[n].cost = k.scores.cost(pieces[n].id)
	}
	return pieces
}

func byEntity(a, b piece) int {
	switch {
	case a.best != b.best:
		return a.best - b.best
	case a.chosen != b.chosen:
		return b.chosen - a.chosen
	}
	return byScore(a, b)
}

// entityPieces returns the pieces of core chunks that an entity is linked to, ascending: the pieces
// with its name, or all pieces of a chunk whose title or heading alone has the name.
func (k *search) entityPieces(r *method.Request, e int) (pieces []uint32) {
	i, id := k.own, uint32(k.own.Entity(e))
	for _, c := range k.x.EntityChunks.Set(id).Append(nil) {
		if !i.IsCore(model.ChunkID(c)) || !k.s.Admits(r, c) {
			continue
		}
		first, end := i.Pieces(model.ChunkID(c))
		mask := k.x.Places(c, id) &^ 1
		for p := first; p < end; p++ {
			if mask == 0 || k.occurs(model.ChunkID(c), p, mask) {
				pieces = append(pieces, uint32(p))
			}
		}
	}
	return pieces
}

// occurs reports whether a piece of a chunk has one of these sentences.
func (k *search) occurs(c model.ChunkID, p skeleton.PieceID, mask uint64) bool {
	for ; mask != 0; mask &= mask - 1 {
		if k.own.PieceOf(c, bits.TrailingZeros64(mask)-1) == p {
			return true
		}
	}
	return false
}

// context returns the skeleton's tables.
func (f *found) context(k *search) *method.Context {
	i := k.own
	entityHead, relationHead := i.Heads()
	entities := method.Table{Head: skeleton.EntityHead, Cost: entityHead}
	for _, e := range f.entities {
		row := method.Row{Cost: i.EntityCost(e)}
		row.Cells = [][]method.Piece{k.name(e), describe(i, e), number(len(i.Incident(e)))}
		entities.Rows = append(entities.Rows, row)
	}
	relations := method.Table{Head: skeleton.RelationHead, Cost: relationHead}
	for _, id := range f.relations {
		x := i.Relation(id)
		description := method.Piece{Text: i.RelationText(int(id)), Sentence: x.Sentence, From: uint32(x.From), To: uint32(x.To)}
		relations.Rows = append(relations.Rows, method.Row{
			Cost: x.Cost, Cells: [][]method.Piece{k.name(x.A), k.name(x.B), {description}, number(x.Weight)},
		})
	}
	second := keywordHead
	if k.flat() {
		second = skeletonHead
	}
	return &method.Context{Tables: []method.Table{entities, relations}, Channels: []string{"", skeletonHead, second}, Next: f.next}
}

// describe returns the description of an entity: the text of a language model, or sentences.
func describe(i *Section, e int) (out []method.Piece) {
	if text := i.EntityText(e); text != "" {
		return []method.Piece{{Text: text}}
	}
	for _, s := range i.Description(e) {
		out = append(out, method.Piece{Sentence: model.SentenceID(s)})
	}
	return out
}

func (k *search) name(e int) []method.Piece {
	return []method.Piece{{Text: k.x.Entities.Name(k.own.Entity(e))}}
}

func number(n int) []method.Piece { return []method.Piece{{Text: strconv.Itoa(n)}} }
