// Package entity holds the entities of a corpus: their names, the chunks that
// mention them, and the linking of a query's words to them.
package entity

import (
	"mycel/engine/model"
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
type Vocabulary struct {
	keys       wire.Strings
	names      wire.Strings
	kinds      []byte
	aliasKeys  wire.Strings
	aliasOwner []uint32
}

// Encode writes the vocabulary; entities and aliases ascend by key.
func Encode(entities []Entity, aliases []Alias) []byte {
	keys := make([]string, len(entities))
	names := make([]string, len(entities))
	kinds := make([]byte, len(entities))
	for i, e := range entities {
		keys[i], names[i], kinds[i] = e.Key, e.Name, byte(e.Kind)
	}
	aliasKeys := make([]string, len(aliases))
	owners := make([]uint32, len(aliases))
	for i, a := range aliases {
		aliasKeys[i], owners[i] = a.Key, uint32(a.Entity)
	}
	var w wire.Writer
	w.Strings(keys)
	w.Strings(names)
	w.Raw(kinds)
	w.Strings(aliasKeys)
	w.Uint32s(owners)
	return w.Bytes()
}

// Decode reads what Encode wrote.
func Decode(b []byte) (*Vocabulary, error) {
	r := wire.NewReader(b)
	v := &Vocabulary{}
	v.keys = r.Strings(-1)
	n := v.keys.Len()
	v.names = r.Strings(n)
	v.kinds = r.Raw()
	v.aliasKeys = r.Strings(-1)
	v.aliasOwner = r.IDs(v.aliasKeys.Len(), n)
	if len(v.kinds) != n {
		r.Fail("kinds do not match the entities")
	}
	if !v.keys.Sorted() || !v.aliasKeys.Sorted() {
		r.Fail("keys out of order")
	}
	return v, r.Close()
}

// Len returns the number of entities.
func (v *Vocabulary) Len() int { return v.keys.Len() }

// Name returns an entity as it is most often written.
func (v *Vocabulary) Name(e model.EntityID) string { return v.names.At(int(e)) }

// Key returns the key of an entity.
func (v *Vocabulary) Key(e model.EntityID) string { return v.keys.At(int(e)) }

// Kind returns what made e an entity.
func (v *Vocabulary) Kind(e model.EntityID) Kind { return Kind(v.kinds[e]) }

// Find looks a key up, first among the entities, then among the aliases.
func (v *Vocabulary) Find(key string) (model.EntityID, bool) {
	if i, ok := v.keys.Find(key); ok {
		return model.EntityID(i), true
	}
	if i, ok := v.aliasKeys.Find(key); ok {
		return model.EntityID(v.aliasOwner[i]), true
	}
	return 0, false
}

// Holding appends to dst the entities whose keys have a phrase of keys in them,
// ascending. O(bytes of all keys).
func (v *Vocabulary) Holding(dst []uint32, phrase string) []uint32 {
	return v.keys.Holding(dst, phrase)
}
