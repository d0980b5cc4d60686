package entity

import (
	"mycel/engine/model"
	"mycel/engine/wire"
)

// Titles says which sections are about an entity: those of the page that has its
// name for a title, and those that have it for a heading.
type Titles struct {
	own   [2][]uint32 // section → entities: offsets, ids
	about [2][]uint32 // entity → sections, made when the index is opened
}

// EncodeTitles writes the title entities of each section, ascending.
func EncodeTitles(sections [][]uint32) []byte {
	off := make([]uint32, 1, len(sections)+1)
	var ids []uint32
	for _, s := range sections {
		ids = append(ids, s...)
		off = append(off, uint32(len(ids)))
	}
	var w wire.Writer
	w.Uint32s(off)
	w.Uint32s(ids)
	return w.Bytes()
}

// DecodeTitles reads the title entities of the given number of sections.
func DecodeTitles(b []byte, sections, entities int) (*Titles, error) {
	r := wire.NewReader(b)
	t := &Titles{}
	t.own[0] = r.Offsets(sections, -1)
	t.own[1] = r.IDs(int(t.own[0][len(t.own[0])-1]), entities)
	if err := r.Close(); err != nil {
		return nil, err
	}
	off := make([]uint32, entities+1)
	for _, e := range t.own[1] {
		off[e+1]++
	}
	for e := range entities {
		off[e+1] += off[e]
	}
	ids := make([]uint32, len(t.own[1]))
	fill := append([]uint32(nil), off...)
	for s := range sections {
		for _, e := range t.Of(model.SectionID(s)) {
			ids[fill[e]] = uint32(s)
			fill[e]++
		}
	}
	t.about = [2][]uint32{off, ids}
	return t, nil
}

// Of returns the title entities of a section, ascending.
func (t *Titles) Of(s model.SectionID) []uint32 { return t.own[1][t.own[0][s]:t.own[0][s+1]] }

// About returns the sections that an entity is a title of, ascending.
func (t *Titles) About(e model.EntityID) []uint32 {
	return t.about[1][t.about[0][e]:t.about[0][e+1]]
}
