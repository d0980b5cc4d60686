package shards

import (
	"fmt"
	"slices"
	"testing"

	"mycel/builder/entities"
	"mycel/builder/terms"
	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/internal/must"
)

// placed is a small index of n chunks, a part each, and the terms a, b and c, a part each.
// "the" is a stop word.
func placed(t *testing.T, list []entity.Entity, aliases []entity.Alias, titles []uint32, n int, in ...[]uint32) *entityPlaces {
	t.Helper()
	x := &Index{
		Docs: []corpus.Document{{Title: "The C", SectionEnd: 1}, {SectionEnd: 2}}, Sections: []corpus.Section{{Heading: "A b", ChunkEnd: 1}, {Heading: "C d", ChunkEnd: uint32(n)}},
		Chunks: make([]corpus.Chunk, n), Postings: &terms.PostingLists{}, weights: func() *terms.Weights { return nil }, Entities: &entities.Tables{Entities: list, Aliases: aliases, Titles: [][]uint32{titles, titles}},
	}
	for _, ids := range in {
		x.InChunks = append(x.InChunks, entities.Occurrences{IDs: ids})
	}
	x.Words = func() (terms.Dictionary, error) {
		return terms.MakeDictionary(&terms.Vocabulary{
			Entries: []lexical.Entry{{Form: "a", Term: 0}, {Form: "b", Term: 1}, {Form: "c", Term: 2}, {Form: "the", Term: 3, Stop: true}},
			Stems:   []string{"a", "b", "c", "the"},
		}, &terms.PostingLists{Rows: make([]terms.PostingRow, 4), Length: make([]uint32, n)})
	}
	e := must.Get(x.placeEntities())(t)
	chunks := partition{n: n}
	for c := range n {
		chunks.of = append(chunks.of, uint32(c))
	}
	e.resolve(partition{of: []uint32{0, 1, 2, 2}, n: 3}, chunks)
	return e
}

// An entity is at home beside the first of its words that is a term and no stop word.
func TestHomes(t *testing.T) {
	keys := []string{"a c", "b", "d the", "the a", "the d c b"}
	var list []entity.Entity
	for _, key := range keys {
		list = append(list, entity.Entity{Key: key, Name: key})
	}
	e := placed(t, list, []entity.Alias{{Key: "the", Entity: 1}, {Key: "the c", Entity: 1}}, nil, 1, make([][]uint32, len(list))...)
	want := []uint32{0, 1, 3, 0, 2}
	must.Be(t, slices.Equal(e.home.of, want) && e.home.n == 4, "homes %v of %d, want %v of 4", e.home.of, e.home.n, want)
	must.Equal(t, fmt.Sprint(e.aliases), "[[] [] [{the c 1}] [{the 1}]]", "aliases")
	must.Be(t, len(e.hubs) == 0, "the hubs are %v", e.hubs)
	e = placed(t, list[:2], nil, nil, 1, nil, nil)
	must.Equal(t, e.home.n, 3, "parts, without one of keys with nothing in it")
}

// Copies are where the walk comes by: beside the chunks, unless these lie in too many
// parts; none of what it does not go over.
func TestCopies(t *testing.T) {
	list := []entity.Entity{{Key: "a b"}, {Key: "b"}, {Key: "c"}, {Key: "c a"}}
	e := placed(t, list, nil, []uint32{0}, 9, []uint32{1}, []uint32{5}, []uint32{2, 4, 5}, []uint32{0, 1, 2, 3})
	must.Equal(t, fmt.Sprint(e.besides), "[[] [0] [2] [] [2] [2] [] [] []]", "copies beside chunks")
	must.Equal(t, e.hubs, []uint32{3}, "hubs")
	must.Equal(t, e.about[0], []uint32{entity.About(0, true), entity.About(1, false)}, "titles")
	s, exact := entity.Section(e.about[0][1])
	must.Be(t, s == model.SectionID(1) && !exact, "section %d, exact %v", s, exact)
}

// An entity that many chunks mention has them beside the section that is about it alone, even if it is a hub.
func TestOwnCopies(t *testing.T) {
	var many []uint32
	for c := range uint32(40) {
		many = append(many, c)
	}
	list := []entity.Entity{{Key: "a b"}, {Key: "b"}}
	x := placed(t, list, nil, nil, 60, many, many)
	x.x.Entities.Titles[0] = []uint32{0}
	e := must.Get(x.x.placeEntities())(t)
	chunks := partition{n: 60}
	for c := range 60 {
		chunks.of = append(chunks.of, uint32(c))
	}
	e.resolve(partition{of: []uint32{0, 1, 2, 2}, n: 3}, chunks)
	must.Hold(t, slices.Equal(e.hubs, []uint32{0, 1}), "hubs %v", e.hubs)
	for part := range e.besides {
		want := part == 0 // the chunk of the section that is named as entity 0 is
		got := slices.Equal(e.besides[part], []uint32{0}) && e.own[part][0]
		must.Be(t, got == want && (want || len(e.besides[part]) <= 0), "part %d has copies %v, its own are %v", part, e.besides[part], e.own[part])
	}
	must.Be(t, !e.keeps(0, false) && e.keeps(0, true), "not the copies beside the section itself have the chunks of the entity")
	e.documentation = true
	must.Be(t, e.keeps(1, false), "copies in documentation lack the chunks of an entity")
}
