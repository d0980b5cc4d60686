package entity

import (
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Titles says which sections are about an entity: those of the page that has its
// name for a title, and those that have it for a heading.
type Titles struct {
	own   lists // section → entities
	about lists // entity → sections
	plain int   // parts of the entities that are no titles
}

// lists are rows of ascending numbers.
type lists struct {
	parts.Reader
	limit int
	row   [][]uint32
}

// EncodeLists writes rows of ascending numbers: the title entities of sections, or the
// sections of title entities.
func EncodeLists(rows [][]uint32) []byte {
	var w wire.Writer
	for _, row := range rows {
		w.Uint(uint32(len(row)))
		w.Steps(row)
	}
	return w.Bytes()
}

func (l *lists) load(rows []uint32, b []byte) error {
	r := wire.NewReader(b)
	for _, row := range rows {
		l.row[row] = r.Steps(nil, int(r.Uint()), l.limit)
	}
	return r.Close()
}

func (l *lists) at(row uint32) []uint32 {
	if !l.Has(row) {
		return nil
	}
	return l.row[row]
}

// NewTitles makes room for the titles of so many sections and entities, still to be
// loaded. Of the parts in which entities lie, the first plain ones have only entities
// that are no titles.
//
//go:noinline
func NewTitles(sections parts.Reader, numSections int, entities parts.Reader, numEntities, plain int) *Titles {
	return &Titles{
		own:   lists{sections, numEntities, make([][]uint32, numSections)},
		about: lists{entities, numSections, make([][]uint32, numEntities)},
		plain: plain,
	}
}

// For returns the same titles for another reader.
//
//go:noinline
func (t *Titles) For(w *parts.Want) *Titles {
	u := *t
	u.own.Want, u.about.Want = w, w
	return &u
}

// LoadOwn reads the title entities of sections.
func (t *Titles) LoadOwn(sections []uint32, b []byte) error { return t.own.load(sections, b) }

// LoadAbout reads the sections of title entities.
func (t *Titles) LoadAbout(entities []uint32, b []byte) error { return t.about.load(entities, b) }

// Of returns the title entities of a section, ascending.
func (t *Titles) Of(s model.SectionID) []uint32 { return t.own.at(uint32(s)) }

// Has tells whether it is known which sections are about an entity.
func (t *Titles) Has(e model.EntityID) bool {
	l := t.about.Layout
	return l != nil && l.Of(uint32(e)) < t.plain || t.about.Has(uint32(e))
}

// About returns the sections that an entity is a title of, ascending.
func (t *Titles) About(e model.EntityID) []uint32 {
	if l := t.about.Layout; l != nil && l.Of(uint32(e)) < t.plain {
		return nil
	}
	return t.about.at(uint32(e))
}
