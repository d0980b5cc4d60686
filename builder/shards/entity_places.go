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

// entityPlaces says in which parts the rows of entities are: each at its home, beside the first of its words that
// queries are searched for, since a query that names the entity has that word; and as copies where the walk over
// entities comes by, beside the chunks that mention it. What would be copied to many parts is a hub, which walks nearly
// always meet: all hubs are one part.
type entityPlaces struct {
	x     *Index
	words terms.Dictionary
	names *entity.Names
	term  []int // by entity: the term beside which it is at home, −1 for none

	documentation, large bool

	about   [][]uint32 // by entity: see entity.About
	home    partition
	homes   [][]uint32       // by part: the entities at home there
	aliases [][]entity.Alias // by part
	besides [][]uint32       // by part of mentions: entities with a copy there
	hubs    []uint32
	apart   []uint32          // entities whose sets lie apart from their rows, ascending
	own     []map[uint32]bool // by part of mentions: entities that sections of its chunks are about, if hubs may lack their chunks
}

// placeEntities finds what the entities lie beside.
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

// homeOf returns the term beside which an entity is at home, whose name is taken apart.
func (e *entityPlaces) homeOf(i int) int {
	if form, ok := e.names.First(i); ok && !e.words.IsStop(form) {
		return int(e.words.Term(form))
	}
	return e.words.Home(e.x.Entities.Entities[i].Key)
}

// namesBatch is how many names are taken apart at a time.
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
			continue // the walk does not go over it
		}
		var in []uint32
		for _, c := range o.IDs {
			in = append(in, mentions.of[c])
		}
		slices.Sort(in)
		in = slices.Compact(in)
		var own []uint32 // parts whose copies have the chunks of the entity, if not all copies have
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

// keeps tells whether a copy has the chunks of its entity. own tells whether it is beside a section that is about the entity. In a
// collection of passages the walk reads them. Documentation is not walked, but pages are asked for their neighbours.
func (e *entityPlaces) keeps(i uint32, own bool) bool {
	df := len(e.x.InChunks[i].IDs)
	if !e.documentation {
		return bridge.Reaches(df, own)
	}
	return df <= mostNear || len(e.about[i]) > 0 && df <= mostNearTitle
}

// Most chunks of an entity that its copies have in documentation, and of one that is a title.
const (
	mostNear      = 100
	mostNearTitle = 300
)

// ownParts returns the parts of mentions with chunks of the sections that are about an entity, ascending.
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

// mostCopies is how many parts of n may have a copy. A walk comes by about as many parts as the root of n, so with that
// many copies it nearly always meets one, as it would in the hubs.
func mostCopies(n int) int { return sort.Search(n, func(i int) bool { return i*i >= n }) }

// atHome writes the entities whose home is a part.
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

// copies writes copies of rows, which are numbered as the second list has them: without
// counts, and without chunks that nobody looks at. own are entities that sections here are about.
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
