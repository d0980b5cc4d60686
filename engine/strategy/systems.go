package strategy

import (
	"slices"

	"mycel/engine/bundle"
)

// Systems lists the modes that an index answers in only if it was built with them: mycel
// build --with NAME.
func Systems() []string { return SystemsOf(func(string) bool { return true }) }

// SystemsOf lists those that an index was built with, by the families of parts that it
// has.
func SystemsOf(has func(family string) bool) []string {
	modes := []string{}
	for _, m := range bundle.MethodFamilies() {
		if has(m.Family) {
			modes = append(modes, m.Mode)
		}
	}
	return modes
}

// Has tells whether the index has what a mode needs; modes that are not known need
// nothing.
func (x *Index) Has(mode string) bool {
	for _, m := range bundle.MethodFamilies() {
		if m.Mode == mode {
			return slices.Contains(x.Systems, mode)
		}
	}
	return true
}

// Modes lists the modes that the index can answer in, the default first. It is kept out of
// line for the size of the browser's engine.
//
//go:noinline
func (x *Index) Modes() (list []string) {
	for _, m := range registered {
		for _, mode := range m.Modes {
			if x.Has(mode) {
				list = append(list, mode)
			}
		}
	}
	return list
}

// Paged tells whether the index is documentation: the builder says in which fields terms
// are where documents have at least 1.5 sections on average.
func (x *Index) Paged() bool { return x.Fields != nil }

// ownReady tells whether everything is there that a registered method reads, and notes
// what is not: its own part, and all rows, since its walks lead anywhere. Methods without
// a part are always ready.
func (s *Searcher) ownReady(m *Method) bool {
	for i := range s.Index.OwnAt {
		if own := &s.Index.OwnAt[i]; own.Method == m {
			own.At.Ready()
			return s.allReady()
		}
	}
	return true
}

// allReady tells whether nothing is missing, and all rows are there.
func (s *Searcher) allReady() bool {
	x := s.Index
	x.GraphAt.Ready()
	x.CostsAt.Ready()
	x.Postings.HasAll()
	x.Entities.HasAll()
	x.ChunkEntities.HasAll()
	if s.Near != nil {
		s.VectorsReady()
	}
	return !s.Waits()
}
