package entity

import (
	"strings"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/text"
	"mycel/engine/wire"
)

// Titles tells which sections are about an entity: the sections of a page that is titled by the
// entity, and the sections with the entity as heading.
type Titles struct {
	own   lists // section → its title entities
	about lists // entity → sections about it, as About makes them
}

// lists are rows of ascending numbers.
type lists struct {
	parts.Reader
	limit int
	row   *parts.Rows
}

// EncodeLists writes rows of ascending numbers: the title entities of sections, or the sections about entities.
func EncodeLists(w *wire.Writer, rows [][]uint32) {
	for _, row := range rows {
		w.Uint(uint32(len(row)))
		w.Steps(row)
	}
}

func (l *lists) read(rows []uint32, r *wire.Reader) {
	here := make([][]uint32, len(rows))
	for i, row := range rows {
		if ids := r.Steps(nil, int(r.Uint()), l.limit); r.OK() {
			here[i] = ids
			parts.SetRow(l.row, row, &here[i])
		}
	}
}

func (l *lists) at(row uint32) []uint32 {
	if !l.Has(row) {
		return nil
	}
	return *parts.Row[[]uint32](l.row, row)
}

// NewTitles makes room for the titles of sections and entities, which ReadOwn and ReadAbout load.
//
//go:noinline
func NewTitles(sections parts.Reader, numSections int, entities parts.Reader, numEntities int) *Titles {
	return &Titles{
		own:   lists{sections, numEntities, parts.NewRows(numSections)},
		about: lists{entities, 2 * numSections, parts.NewRows(numEntities)},
	}
}

// For returns the same titles for another engine, which notes missing parts in w.
//
//go:noinline
func (t *Titles) For(w *parts.Missing) *Titles {
	u := *t
	u.own.Missing, u.about.Missing = w, w
	return &u
}

// ReadOwn reads the title entities of sections.
func (t *Titles) ReadOwn(sections []uint32, r *wire.Reader) { t.own.read(sections, r) }

// ReadAbout reads the sections that are about entities.
func (t *Titles) ReadAbout(entities []uint32, r *wire.Reader) { t.about.read(entities, r) }

// Of returns the title entities of a section, ascending.
func (t *Titles) Of(s model.SectionID) []uint32 { return t.own.at(uint32(s)) }

// About returns the sections that are about an entity, ascending; Section decodes them.
func (t *Titles) About(e model.EntityID) []uint32 { return t.about.at(uint32(e)) }

// IsLoaded reports whether the row of an entity is loaded, and notes nothing.
func (t *Titles) IsLoaded(e model.EntityID) bool { return t.about.IsLoaded(uint32(e)) }

// About packs a section, and whether its heading or the title of its page is exactly the name of
// the entity, into a number.
func About(s model.SectionID, exact bool) uint32 {
	n := uint32(s) << 1
	if exact {
		n |= 1
	}
	return n
}

// Section is the inverse of About.
func Section(about uint32) (s model.SectionID, exact bool) {
	return model.SectionID(about >> 1), about&1 != 0
}

// IsKey reports whether the keys of title's words, joined with single spaces, are key.
func IsKey(title, key string) bool {
	words := text.NewScanner(title)
	for words.Next() {
		rest, found := strings.CutPrefix(key, string(words.Key()))
		if !found || rest != "" && rest[0] != ' ' {
			return false
		}
		key = strings.TrimPrefix(rest, " ")
	}
	return key == ""
}
