// Package entity holds the entities of a corpus: their names, the chunks that
// mention them, and the linking of a query's words to them.
package entity

import (
	"sort"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Kind tells why a span of text is an entity. If several reasons apply, the greatest counts.
type Kind uint8

const (
	Term  Kind = iota // a common-noun phrase, its last word in the singular
	Name              // a capitalised span
	Code              // an identifier or abbreviation
	Title             // the title of a page
)

// Kinds are words for the kinds.
var Kinds = [...]string{"term", "name", "code", "title"}

// Entity is one row of the vocabulary, for Encode.
type Entity struct {
	Key  string // keys of its tokens, joined with single spaces
	Name string // its most frequent spelling
	Kind Kind
}

// Alias is a further key of an entity.
type Alias struct {
	Key    string
	Entity model.EntityID
}

// Vocabulary lists the entities, ascending by key.
//
// An entity has a home part: the part of the first word of its key that a search looks up. A query that
// names the entity needs that part anyway. Parts of chunks have copies of the rows of the entities that
// the chunks mention.
type Vocabulary struct {
	parts.Reader                                        // home parts of the entities
	home         func(w *parts.Missing, key string) int // see NewVocabulary
	part         *parts.Rows                            // by part: homes
	n            int
	row          *parts.Rows // by entity: named
}

// homes has the entities and aliases of their home part.
type homes struct {
	list    []uint32 // ascending
	aliases wire.Strings
	owner   []uint32 // parallel to aliases: their entities
}

// named holds the key, the name and the kind of an entity.
type named struct {
	key, name string
	kind      Kind
}

// The ways to write a name. Nearly all names are asKey or capitals.
const (
	asKey     = iota // the name is the key
	capitals         // each word of the key begins with a capital
	byWords          // by a spelling
	otherwise        // the name is spelled out
)

// EncodeAliases writes aliases, ascending by key.
func EncodeAliases(w *wire.Writer, aliases []Alias) {
	keys := make([]string, len(aliases))
	owners := make([]uint32, len(aliases))
	for i, a := range aliases {
		keys[i], owners[i] = a.Key, uint32(a.Entity)
	}
	w.Sorted(keys)
	w.Uint32s(owners)
}

// NewVocabulary makes room for n entities in numParts parts, which Read and ReadAliases load. home returns
// the home part of a key, −1 for a key that is in no part. While words are missing, home notes their
// parts, and may return a wrong part.
//
//go:noinline
func NewVocabulary(at parts.Reader, n, numParts int, home func(w *parts.Missing, key string) int) *Vocabulary {
	return &Vocabulary{
		Reader: at, home: home,
		part: parts.NewRows(numParts), n: n, row: parts.NewRows(n),
	}
}

// For returns the same vocabulary for another engine, which notes missing parts in w.
//
//go:noinline
func (v *Vocabulary) For(w *parts.Missing) *Vocabulary {
	u := *v
	u.Missing = w
	return &u
}

// Read reads the rows of entities that Names.Encode wrote.
func (v *Vocabulary) Read(entities []uint32, r *wire.Reader) {
	keys := readKeys(r, len(entities))
	modes, spelt := r.Raw(), r.Uint32s()
	others := pile{Strings: r.Strings(-1)}
	n := 0 // names with a spelling
	for _, mode := range modes {
		if mode&3 == byWords {
			n++
		}
		if Kind(mode>>2) > Title {
			r.Fail("no such kind of entity")
		}
	}
	if len(modes) != len(entities) || n != len(spelt) {
		r.Fail("names do not match the entities")
	}
	if !r.OK() {
		return
	}
	here := make([]named, len(entities))
	for i, key := range keys {
		name := key
		switch modes[i] & 3 {
		case capitals:
			name = spell(key, allCapitals, nil)
		case byWords:
			name = spell(key, spelt[0], &others)
			spelt = spelt[1:]
		case otherwise:
			name = others.next()
		}
		here[i] = named{key, name, Kind(modes[i] >> 2)}
	}
	if others.used != others.Len() {
		r.Fail("other names than the entities have")
		return
	}
	for i, e := range entities {
		parts.SetRow(v.row, e, &here[i])
	}
}

// ReadAliases reads aliases that EncodeAliases wrote. entities are the entities whose home is this part.
func (v *Vocabulary) ReadAliases(part int, entities []uint32, r *wire.Reader) {
	keys := r.Sorted(-1)
	owner := r.IDs(keys.Len(), v.Len())
	if r.OK() {
		parts.SetRow(v.part, uint32(part), &homes{entities, keys, owner})
	}
}

// Aliases returns the further keys of the entities whose home parts are loaded, in the order of the parts.
func (v *Vocabulary) Aliases() (list []Alias) {
	for part := range v.part.Len() {
		here := parts.Row[homes](v.part, uint32(part))
		for i, e := range here.owner {
			list = append(list, Alias{here.aliases.At(i), model.EntityID(e)})
		}
	}
	return list
}

// Len returns the number of entities.
func (v *Vocabulary) Len() int { return v.n }

// Name returns the most frequent spelling of an entity, "" while its part is missing.
func (v *Vocabulary) Name(e model.EntityID) string {
	if !v.Has(uint32(e)) {
		return ""
	}
	return parts.Row[named](v.row, uint32(e)).name
}

// Key returns the key of an entity, "" while its part is missing.
func (v *Vocabulary) Key(e model.EntityID) string {
	if !v.Has(uint32(e)) {
		return ""
	}
	return v.key(uint32(e))
}

// key is Key of a loaded entity.
func (v *Vocabulary) key(e uint32) string { return parts.Row[named](v.row, e).key }

// Kind returns the reason why e is an entity.
func (v *Vocabulary) Kind(e model.EntityID) Kind {
	v.Has(uint32(e))
	return parts.Row[named](v.row, uint32(e)).kind
}

// Find looks a key up, first among the entities of its home part, then among the aliases.
func (v *Vocabulary) Find(key string) (model.EntityID, bool) {
	at := v.home(v.Missing, key)
	if at < 0 || !v.HasPart(at) {
		return 0, false
	}
	here := parts.Row[homes](v.part, uint32(at))
	list := here.list
	if i := sort.Search(len(list), func(i int) bool { return v.key(list[i]) >= key }); i < len(list) && v.key(list[i]) == key {
		return model.EntityID(list[i]), true
	}
	if i, ok := here.aliases.Find(key); ok {
		return model.EntityID(here.owner[i]), true
	}
	return 0, false
}
