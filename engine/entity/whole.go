package entity

import (
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Whole makes a vocabulary that is all there, by way of the bytes that a bundle has of
// it: for the builder, which links titles before there is one.
func Whole(entities []Entity, aliases []Alias) (*Vocabulary, error) {
	v := NewVocabulary(parts.Reader{}, len(entities), 1, wire.Strings{}, func(string) int { return 0 })
	rows := make([]uint32, len(entities))
	for i := range rows {
		rows[i] = uint32(i)
	}
	var w wire.Writer
	EncodeNames(&w, wire.Strings{}, entities)
	EncodeAliases(&w, aliases)
	r := wire.NewReader(w.Bytes())
	v.Read(rows, r)
	v.ReadAliases(0, rows, r)
	return v, r.Close()
}
