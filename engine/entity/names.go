package entity

import (
	"strings"
	"sync"

	"mycel/engine/wire"
)

// Names holds keys, names and kinds of entities as they are written. An entity is converted once,
// even if many parts have a copy of it.
type Names struct {
	entities []Entity
	forms    []string
	rows     []namesRow
	others   []string // words of keys that are not forms of the corpus
	mu       sync.Mutex
	other    map[string]uint32 // position of a word in others
}

// namesRow is one entity in the form in which it is written.
type namesRow struct {
	words []uint32 // words of the key: position among the forms, or number of forms + position in others
	how   uint32   // the spelling, if mode is byWords
	mode  byte     // asKey to otherwise, and Kind << 2
}

// NewNames makes room for the names of entities; TakeApart fills it. forms are the words of the
// corpus, ascending; most words of keys are forms.
func NewNames(entities []Entity, forms []string) *Names {
	return &Names{entities: entities, forms: forms, rows: make([]namesRow, len(entities)), other: map[string]uint32{}}
}

// TakeApart converts the entities [first, end). find returns the position of a word among the
// forms. Calls for different entities may run at the same time.
func (n *Names) TakeApart(first, end int, find func(word string) (place uint32, ok bool)) {
	words := make([]uint32, 0, 3*(end-first))
	last, lastPlace := "", uint32(0) // first word of the key before: neighbouring keys often share it
	for i := first; i < end; i++ {
		e, begin := n.entities[i], len(words)
		for word := range strings.SplitSeq(e.Key, " ") {
			if len(words) > begin {
				words = append(words, n.place(word, find))
				continue
			}
			if i == first || word != last {
				last, lastPlace = word, n.place(word, find)
			}
			words = append(words, lastPlace)
		}
		mode, how := written(e.Key, e.Name)
		n.rows[i] = namesRow{words[begin:len(words):len(words)], how, mode | byte(e.Kind)<<2}
	}
}

// place returns the position of a word among the forms, or the number of forms + its position in
// others.
func (n *Names) place(word string, find func(word string) (place uint32, ok bool)) uint32 {
	if f, ok := find(word); ok {
		return f
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	at, ok := n.other[word]
	if !ok {
		at = uint32(len(n.others))
		n.other[word], n.others = at, append(n.others, word)
	}
	return uint32(len(n.forms)) + at
}

// First returns the position of the first word of an entity's key among the forms; known is false
// if the word is no form.
func (n *Names) First(entity int) (form uint32, known bool) {
	first := n.rows[entity].words[0]
	return first, int(first) < len(n.forms)
}

// Encode writes the given entities, which ascend.
func (n *Names) Encode(w *wire.Writer, entities []uint32) {
	var names []string
	var spelt []uint32
	words, modes := make([][]uint32, len(entities)), make([]byte, len(entities))
	for i, e := range entities {
		row := &n.rows[e]
		words[i], modes[i] = row.words, row.mode
		switch row.mode & 3 {
		case byWords:
			spelt, names = append(spelt, row.how), appendOthers(names, row.how, n.entities[e].Name)
		case otherwise:
			names = append(names, n.entities[e].Name)
		}
	}
	encodeKeys(w, n.forms, n.others, words)
	w.Raw(modes)
	w.Uint32s(spelt)
	w.Strings(names)
}
