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
