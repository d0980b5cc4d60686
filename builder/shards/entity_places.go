package shards

import (
	"slices"
	"sort"

	"mycel/builder/parallel"
	"mycel/builder/terms"
	"mycel/engine/entity"
	"mycel/engine/method/bridge"
	"mycel/engine/model"
	"mycel/engine/wire"
)

// entityPlaces has the parts of the entities' rows. An entity has its home beside the first word of its key that
// queries search for: a query that names the entity has that word. Copies lie beside the chunks that mention it, where
// the walk over entities passes. An entity with copies in many parts is a hot entity, which walks nearly always meet:
// all hot entities are one part.
type entityPlaces struct {
	x     *Index
	words terms.Dictionary
	names *entity.Names
	term  []int // by entity: the term beside which it has its home; −1 for none

	documentation, large bool

	about   [][]uint32 // by entity: see entity.About
	home    partition
	homes   [][]uint32       // by part: the entities at home there
	aliases [][]entity.Alias // by part: the entities whose home it is
	besides [][]uint32       // by part of mentions: entities with a copy there
	hubs    []uint32
	apart   []uint32          // entities whose sets lie apart from their rows, ascending
	own     []map[uint32]bool // by part of mentions: entities that sections of its chunks are about, if hot entities may lack their chunks
}

// placeEntities finds the terms and parts beside which the entities lie.
func (x *Index) placeEntities() (*entityPlaces, error) {
	words, err := x.Words()
	if err != nil {
		return nil, err
	}
	list := x.Entities.Entities
	e := &entityPlaces{
		x: x, words: words, names: entity.NewNames(list, words.Forms()), term: make([]int, len(list)), about: make([][]uint32, len(list)),
		documentation: x.Postings.Documentation(), large: x.Postings.Large(),
	}
	parallel.Do((len(list)+namesBatch-1)/namesBatch, func(batch int) {
		first, end := batch*namesBatch, min((batch+1)*namesBatch, len(list))
		e.names.TakeApart(first, end, words.Table.Find)
		for i := first; i < end; i++ {
			e.term[i] = e.homeOf(i)
		}
	})
	d := 0
	for s, titles := range x.Entities.Titles {
		for x.Docs[d].SectionEnd <= uint32(s) {
			d++
		}
		for _, i := range titles {
			key := list[i].Key
			exact := entity.IsKey(x.Docs[d].Title, key) || entity.IsKey(x.Sections[s].Heading, key)
			e.about[i] = append(e.about[i], entity.About(model.SectionID(s), exact))
		}
	}
	return e, nil
}

// homeOf returns the term beside which an entity has its home. The entity's name must have been taken apart.
func (e *entityPlaces) homeOf(i int) int {
	if form, ok := e.names.First(i); ok && !e.words.IsStop(form) {
		return int(e.words.Term(form))
	}
	return e.words.Home(e.x.Entities.Entities[i].Key)
}

// namesBatch is the number of names that are taken apart together.
const namesBatch = 1 << 12

// resolve chooses the parts of entities, once the parts of terms and mentions are known.
func (e *entityPlaces) resolve(terms, mentions partition) {
	e.home = partition{of: make([]uint32, len(e.term)), n: terms.n}
	e.aliases = make([][]entity.Alias, terms.n+1)
	part := func(term int) int {
		if term >= 0 {
			return int(terms.of[term])
		}
		e.home.n = terms.n + 1
		return terms.n
	}
	for i, t := range e.term {
		e.home.of[i] = uint32(part(t))
	}
	for _, a := range e.x.Entities.Aliases {
		at := part(e.words.Home(a.Key))
		e.aliases[at] = append(e.aliases[at], a)
	}
	e.homes = e.home.rowsOf()
	for i, o := range e.x.InChunks {
		if e.large && len(o.IDs) > e.x.Postings.Sizes.Set {
			e.apart = append(e.apart, uint32(i))
		}
	}
	e.besides = make([][]uint32, mentions.n)
	e.own = make([]map[uint32]bool, mentions.n)
	for i, o := range e.x.InChunks {
		if len(o.IDs) < 2 && len(e.about[i]) == 0 {
			continue // the walk does not read its chunks
		}
		var in []uint32
		for _, c := range o.IDs {
			in = append(in, mentions.of[c])
		}
		slices.Sort(in)
		in = slices.Compact(in)
		var own []uint32 // parts whose copies keep the chunks of the entity, if not all copies do
		if e.keeps(uint32(i), true) && !e.keeps(uint32(i), false) {
			own = e.ownParts(i, mentions)
		}
		for _, at := range own {
			if e.own[at] == nil {
				e.own[at] = map[uint32]bool{}
			}
			e.own[at][uint32(i)] = true
		}
		if len(in) > mostCopies(mentions.n) {
			e.hubs, in = append(e.hubs, uint32(i)), own
		}
		for _, at := range in {
			e.besides[at] = append(e.besides[at], uint32(i))
		}
	}
}

// keeps tells whether a copy keeps the chunks of its entity; own tells whether it lies beside a section about the
// entity. In a collection of passages the walk reads these chunks. Documentation is not walked, but pages are asked for
// their neighbours.
func (e *entityPlaces) keeps(i uint32, own bool) bool {
	df := len(e.x.InChunks[i].IDs)
	if !e.documentation {
		return bridge.Reaches(df, own)
	}
	return df <= mostNear || len(e.about[i]) > 0 && df <= mostNearTitle
}

// The most chunks of an entity for which its copies keep them in documentation; and the same for an entity that is a
// title.
const (
	mostNear      = 100
	mostNearTitle = 300
)

// ownParts returns the parts of mentions with chunks of the sections about an entity, ascending.
func (e *entityPlaces) ownParts(i int, mentions partition) (in []uint32) {
	for _, about := range e.about[i] {
		s, _ := entity.Section(about)
		first := uint32(0)
		if s > 0 {
			first = e.x.Sections[s-1].ChunkEnd
		}
		for c := first; c < e.x.Sections[s].ChunkEnd; c++ {
			in = append(in, mentions.of[c])
		}
	}
	slices.Sort(in)
	return slices.Compact(in)
}

// mostCopies is the most parts, of n, with a copy of an entity. A walk reads about as many parts as the root of n. With
// this number of copies it nearly always meets one, as it would meet the part of hot entities.
func mostCopies(n int) int { return sort.Search(n, func(i int) bool { return i*i >= n }) }

// atHome writes the entities whose home is part at.
func (e *entityPlaces) atHome(w *wire.Writer, at int) {
	rows := e.homes[at]
	e.names.Encode(w, rows)
	entity.EncodeAliases(w, e.aliases[at])
	sets, counts := columns(Pick(e.x.InChunks, rows))
	var apart []int
	entity.EncodeSized(w, sets, counts, func(i int) bool {
		number, found := slices.BinarySearch(e.apart, rows[i])
		if found {
			apart = append(apart, number)
		}
		return found
	}, serialise)
	for _, number := range apart {
		w.Uint(uint32(number))
	}
	entity.EncodeLists(w, Pick(e.about, rows))
}

// setAt writes one of the sets that lie apart from their rows.
func (e *entityPlaces) setAt(w *wire.Writer, at int) {
	o := e.x.InChunks[e.apart[at]]
	entity.EncodeApart(w, o.IDs, o.Counts, serialise)
}

// copies writes copies of rows, which are numbered by numbers: without counts, and without the chunks that no one
// reads. own are the entities that sections here are about.
func (e *entityPlaces) copies(w *wire.Writer, rows, numbers []uint32, own map[uint32]bool) {
	w.Uint(uint32(len(rows)))
	w.Steps(numbers)
	e.names.Encode(w, rows)
	sets, _ := columns(Pick(e.x.InChunks, rows))
	entity.EncodeSized(w, sets, nil, func(i int) bool {
		return !e.keeps(rows[i], own[rows[i]])
	}, serialise)
	entity.EncodeLists(w, Pick(e.about, rows))
}
