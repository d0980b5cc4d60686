package ner

import (
	"sync"

	"mycel/builder/intern"
	"mycel/engine/entity"
)

// id is the number of a string.
type id uint32

// Strings numbers what the candidates of a corpus are called and how they are written:
// most words are on many pages, and what a corpus says of them is added up in lists by
// number. Which number a string has depends on the order in which documents come;
// nothing of a lexicon does. It is safe for concurrent use until a lexicon is made of it.
type Strings struct {
	mu        sync.Mutex
	table     *intern.Table
	singulars byID[id] // 1 + number of the singular, 0 if it is not known yet
}

// NewStrings returns an empty table.
func NewStrings() *Strings { return &Strings{table: intern.New(0)} }

// StringsOf returns the table of a list that All has returned, which it takes. singulars
// is what Singular has returned of each. ok is false if they are none.
func StringsOf(all []string, singulars []uint32) (s *Strings, ok bool) {
	t, ok := intern.Of(all)
	s = &Strings{table: t, singulars: make(byID[id], len(singulars))}
	for i, n := range singulars {
		ok = ok && int(n) <= len(all)
		s.singulars[i] = id(n)
	}
	return s, ok
}

// Singular returns 1 + the number of the singular of a string, 0 if it is not known.
func (s *Strings) Singular(n int) uint32 { return uint32(s.singulars.get(id(n))) }

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

// All returns the strings by number.
func (s *Strings) All() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.table.All()
}

// number returns the number of a string. A new one is copied: it may be part of a text,
// which is not to stay for it.
func (s *Strings) number(text string) id { return id(s.table.NumberCopy(text)) }

// numbers returns the numbers of strings, as number does. Others may do the same meanwhile.
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

// byID is a list by number, zero behind its end.
type byID[T any] []T

// newByID returns a list for the strings that there are now.
func newByID[T any](s *Strings) byID[T] { return make(byID[T], len(s.table.All())) }

// at returns the element of a number, which is valid until the list grows.
func (l *byID[T]) at(n id) *T {
	if int(n) >= len(*l) {
		*l = append(*l, make([]T, int(n)+1-len(*l))...)
	}
	return &(*l)[n]
}

// get returns the element of a number.
func (l byID[T]) get(n id) (x T) {
	if int(n) < len(l) {
		x = l[n]
	}
	return x
}

// Used returns a table of the strings that documents have, and by number what their numbers
// are there.
func (s *Strings) Used(docs []*Numbered) (numbers []uint32, used *Strings) {
	numbers = make([]uint32, len(s.table.All())) // 1 + number, then number
	used = NewStrings()
	use := func(n id) {
		if numbers[n] == 0 {
			numbers[n] = 1 + used.table.Number(s.text(n))
		}
	}
	var room numbered
	for _, doc := range docs {
		c := doc.open(&room)
		for i := range c.forms {
			use(c.forms[i].text)
			use(c.forms[i].key)
		}
		for i := range c.words {
			use(c.words[i].key)
		}
		for i := range c.runs {
			use(c.runs[i].text)
			use(c.runs[i].key)
		}
	}
	for i, n := range s.singulars {
		if n > 0 && numbers[i] > 0 {
			*used.singulars.at(id(numbers[i] - 1)) = id(numbers[n-1]) // 0 if no document has it
		}
	}
	for i, n := range numbers {
		numbers[i] = max(n, 1) - 1
	}
	return numbers, used
}
