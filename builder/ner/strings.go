package ner

import (
	"sync"

	"mycel/builder/intern"
	"mycel/engine/entity"
)

// id identifies a string.
type id uint32

// Strings gives ids to the keys and surface forms of a corpus. Most words are on many pages, and
// counts over the corpus are lists by id. The id of a string depends on the order of the
// documents; the lexicon does not. It is safe for concurrent use until a lexicon is made from it.
type Strings struct {
	mu        sync.Mutex
	table     *intern.Table
	singulars byID[id] // 1 + id of the singular, 0 if not yet known
}

// NewStrings returns an empty table.
func NewStrings() *Strings { return &Strings{table: intern.New(0)} }

// singular returns the singular of a key, see entity.Singular.
func (s *Strings) singular(key id) id {
	if n := s.singulars.get(key); n != 0 {
		return n - 1
	}
	n, text := key, s.text(key)
	if one := entity.Singular(text); len(one) != len(text) {
		n = s.number(one)
	}
	*s.singulars.at(key) = n + 1
	return n
}

// number returns the id of a string. It copies a new string, which may be part of a text and would
// keep the text in memory.
func (s *Strings) number(text string) id { return id(s.table.NumberCopy(text)) }

// numbers returns the ids of strings, as number does. It is safe for concurrent use.
func (s *Strings) numbers(list []string) []uint32 {
	hashes := s.table.Hashes(list)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.table.NumberCopies(list, hashes)
}

func (s *Strings) find(text string) (id, bool) {
	n, ok := s.table.Find(text)
	return id(n), ok
}

func (s *Strings) text(n id) string { return s.table.All()[n] }

// byID is a list by id; ids after its end have the zero value.
type byID[T any] []T

// newByID returns a list for the present strings.
func newByID[T any](s *Strings) byID[T] { return make(byID[T], len(s.table.All())) }

// at returns the element of an id. The pointer is valid until the list grows.
func (l *byID[T]) at(n id) *T {
	if int(n) >= len(*l) {
		*l = append(*l, make([]T, int(n)+1-len(*l))...)
	}
	return &(*l)[n]
}

// get returns the element of an id.
func (l byID[T]) get(n id) (x T) {
	if int(n) < len(l) {
		x = l[n]
	}
	return x
}
