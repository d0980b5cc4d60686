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
// Entities are found by their keys in ranges of keys, of which the first of each is
// always there. What is known of an entity lies elsewhere, beside its chunks, but for
// the many that are in one chunk alone and no title: theirs is in the range, too.
type Vocabulary struct {
	parts.Reader          // of the entities; their first parts are the ranges
	firsts       []string // keys that begin the ranges, but for the first one, which begins with any
	end          []uint32 // ranges+1: the entities of a range
	ranges       []keyRange
	key          []string // by entity, as below
	name         []string
	kind         []byte
}

// keyRange is the keys and aliases between two borders.
type keyRange struct {
	keys    wire.Strings
	aliases wire.Strings
	owner   []uint32
}

// Ranges says where keys are cut into ranges: the first keys of all but the first
// range, and where the entities of each range end.
type Ranges struct {
	First []string
	End   []uint32 // ranges+1
}

// EncodeRanges writes the ranges.
func EncodeRanges(c Ranges) []byte {
	var w wire.Writer
	w.Offsets(c.End)
	w.Sorted(c.First)
	return w.Bytes()
}

// DecodeRanges reads the ranges of n entities.
func DecodeRanges(b []byte, n int) (Ranges, error) {
	r := wire.NewReader(b)
	c := Ranges{End: r.Offsets(-1, n)}
	first := r.Sorted(max(0, len(c.End)-2))
	for i := range first.Len() {
		c.First = append(c.First, first.At(i))
	}
	return c, r.Close()
}

// EncodeKeys writes the keys of a range, and its aliases.
func EncodeKeys(entities []Entity, aliases []Alias) []byte {
	keys := make([]string, len(entities))
	for i, e := range entities {
		keys[i] = e.Key
	}
	aliasKeys := make([]string, len(aliases))
	owners := make([]uint32, len(aliases))
	for i, a := range aliases {
		aliasKeys[i], owners[i] = a.Key, uint32(a.Entity)
	}
	var w wire.Writer
	w.Sorted(keys)
	w.Sorted(aliasKeys)
	w.Uint32s(owners)
	return w.Bytes()
}

// How a name is written: nearly all are their keys, or these with capitals.
const (
	asKey = iota
	capitals
	otherwise
)

// Encode writes what is known of entities, ascending: their keys, if withKeys says so,
// names and kinds.
func Encode(entities []Entity, withKeys bool) []byte {
	var keys, names []string
	modes := make([]byte, len(entities))
	for i, e := range entities {
		keys = append(keys, e.Key)
		switch e.Name {
		case e.Key:
			modes[i] = asKey
		case capitalise(e.Key):
			modes[i] = capitals
		default:
			modes[i] = otherwise
			names = append(names, e.Name)
		}
		modes[i] |= byte(e.Kind) << 2
	}
	var w wire.Writer
	if withKeys {
		w.Sorted(keys)
	}
	w.Raw(modes)
	w.Strings(names)
	return w.Bytes()
}

// capitalise makes the first letters of words capitals, in ASCII.
func capitalise(key string) string {
	b := []byte(key)
	for i, c := range b {
		if 'a' <= c && c <= 'z' && (i == 0 || b[i-1] == ' ') {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}

// NewVocabulary makes room for n entities, still to be loaded.
//
//go:noinline
func NewVocabulary(at parts.Reader, c Ranges, n int) *Vocabulary {
	return &Vocabulary{
		Reader: at, firsts: c.First, end: c.End, ranges: make([]keyRange, len(c.End)-1),
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

// LoadKeys reads the keys of a range.
func (v *Vocabulary) LoadKeys(at int, b []byte) error {
	r := wire.NewReader(b)
	k := keyRange{keys: r.Sorted(int(v.end[at+1] - v.end[at])), aliases: r.Sorted(-1)}
	k.owner = r.IDs(k.aliases.Len(), v.Len())
	if err := r.Close(); err != nil {
		return err
	}
	v.ranges[at] = k
	return nil
}

// Load reads what is known of entities. Of those in range at, the keys are those of
// the range; at is negative for others.
func (v *Vocabulary) Load(entities []uint32, at int, b []byte) error {
	r := wire.NewReader(b)
	var keys wire.Strings
	if at < 0 {
		keys = r.Sorted(len(entities))
	}
	modes := r.Raw()
	names := r.Strings(-1)
	if len(modes) != len(entities) {
		r.Fail("kinds do not match the entities")
	}
	if err := r.Close(); err != nil {
		return err
	}
	next := 0
	for i, e := range entities {
		if at < 0 {
			v.key[e] = keys.At(i)
		} else {
			v.key[e] = v.ranges[at].keys.At(int(e - v.end[at]))
		}
		v.kind[e] = modes[i] >> 2
		v.name[e] = v.key[e]
		switch modes[i] & 3 {
		case asKey:
		case capitals:
			v.name[e] = capitalise(v.key[e])
		default:
			if next == names.Len() {
				r.Fail("a name is missing")
				return r.Close()
			}
			v.name[e] = names.At(next)
			next++
		}
	}
	return nil
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
	at, found := slices.BinarySearch(v.firsts, key)
	if found {
		at++
	}
	if len(v.ranges) == 0 || !v.HasPart(at) {
		return 0, false
	}
	k := &v.ranges[at]
	if i, ok := k.keys.Find(key); ok {
		return model.EntityID(v.end[at]) + model.EntityID(i), true
	}
	if i, ok := k.aliases.Find(key); ok {
		return model.EntityID(k.owner[i]), true
	}
	return 0, false
}
