// Package entity holds the entities of a corpus: their names, the chunks that
// mention them, and the linking of a query's words to them.
package entity

import (
	"slices"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Kind says what made a span of text an entity. Of several reasons the greatest
// counts.
type Kind uint8

const (
	Term  Kind = iota // a common-noun phrase, its last word in the singular
	Name              // a capitalised span
	Code              // an identifier or abbreviation
	Title             // the title of a page
)

// Entity is one row of the vocabulary, for Encode.
type Entity struct {
	Key  string // keys of its tokens, joined with single spaces
	Name string // as it is most often written
	Kind Kind
}

// Alias is another key for an entity.
type Alias struct {
	Key    string
	Entity model.EntityID
}

// Vocabulary lists the entities, ascending by key.
//
// What is known of an entity lies beside the first of the words of its key that is
// searched for (its home), where a query that names it looks anyway. Copies lie beside
// the chunks that mention it.
type Vocabulary struct {
	parts.Reader         // of the entities, by their homes
	forms        numbers // of the words that keys are made of
	home         func(key string) int
	list         [][]uint32     // by part: the entities at home there, ascending
	aliases      []wire.Strings // likewise: other keys that have it for their home
	owner        [][]uint32     // parallel to aliases
	key          []string       // by entity, as below
	name         []string
	kind         []byte
}

// How a name is written: nearly all are their keys, or these with capitals.
const (
	asKey = iota
	capitals
	byWords
	otherwise
)

// EncodeAliases writes other keys of entities, ascending.
func EncodeAliases(w *wire.Writer, aliases []Alias) {
	keys := make([]string, len(aliases))
	owners := make([]uint32, len(aliases))
	for i, a := range aliases {
		keys[i], owners[i] = a.Key, uint32(a.Entity)
	}
	w.Sorted(keys)
	w.Uint32s(owners)
}

// NewVocabulary makes room for n entities in so many parts, still to be loaded. home says
// which part a key has its home in, or would have; −1 for none.
//
//go:noinline
func NewVocabulary(at parts.Reader, n, numParts int, forms wire.Strings, home func(key string) int) *Vocabulary {
	return &Vocabulary{
		Reader: at, forms: newNumbers(forms), home: home,
		list: make([][]uint32, numParts), aliases: make([]wire.Strings, numParts), owner: make([][]uint32, numParts),
		key: make([]string, n), name: make([]string, n), kind: make([]byte, n),
	}
}

// For returns the same vocabulary for another reader.
//
//go:noinline
func (v *Vocabulary) For(w *parts.Want) *Vocabulary {
	u := *v
	u.Want = w
	return &u
}

// Read reads what EncodeNames wrote of entities.
func (v *Vocabulary) Read(entities []uint32, r *wire.Reader) {
	keys := readKeys(r, &v.forms, len(entities))
	modes, spelt := r.Raw(), r.Uint32s()
	others := pile{Strings: r.Strings(-1)}
	n := 0 // of spelt
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
	names := slices.Clone(keys)
	for i, key := range keys {
		switch modes[i] & 3 {
		case capitals:
			names[i] = spell(key, allCapitals, nil)
		case byWords:
			names[i] = spell(key, spelt[0], &others)
			spelt = spelt[1:]
		case otherwise:
			names[i] = others.next()
		}
	}
	if others.used != others.Len() {
		r.Fail("other names than the entities have")
		return
	}
	for i, e := range entities {
		v.key[e], v.name[e], v.kind[e] = keys[i], names[i], modes[i]>>2
	}
}

// ReadAliases reads what EncodeAliases wrote, of the part that is the home of entities.
func (v *Vocabulary) ReadAliases(part int, entities []uint32, r *wire.Reader) {
	keys := r.Sorted(-1)
	owner := r.IDs(keys.Len(), v.Len())
	if r.OK() {
		v.list[part], v.aliases[part], v.owner[part] = entities, keys, owner
	}
}

// Len returns the number of entities.
func (v *Vocabulary) Len() int { return len(v.key) }

// Name returns an entity as it is most often written.
func (v *Vocabulary) Name(e model.EntityID) string {
	if !v.Has(uint32(e)) {
		return ""
	}
	return v.name[e]
}

// Key returns the key of an entity.
func (v *Vocabulary) Key(e model.EntityID) string {
	if !v.Has(uint32(e)) {
		return ""
	}
	return v.key[e]
}

// Kind returns what made e an entity.
func (v *Vocabulary) Kind(e model.EntityID) Kind {
	v.Has(uint32(e))
	return Kind(v.kind[e])
}

// Find looks a key up, first among the entities, then among the aliases.
func (v *Vocabulary) Find(key string) (model.EntityID, bool) {
	at := v.home(key)
	if at < 0 || !v.HasPart(at) {
		return 0, false
	}
	list := v.list[at]
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); v.key[list[mid]] < key {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(list) && v.key[list[lo]] == key {
		return model.EntityID(list[lo]), true
	}
	if i, ok := v.aliases[at].Find(key); ok {
		return model.EntityID(v.owner[at][i]), true
	}
	return 0, false
}
