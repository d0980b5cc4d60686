package entity

import "mycel/engine/parts"

// Whole makes a vocabulary that is all there, by way of the bytes that a bundle has of
// it: for the builder, which links titles before there is one.
func Whole(entities []Entity, aliases []Alias) (*Vocabulary, error) {
	v := NewVocabulary(parts.Reader{}, Ranges{End: []uint32{0, uint32(len(entities))}}, len(entities))
	if err := v.LoadKeys(0, EncodeKeys(entities, aliases)); err != nil {
		return nil, err
	}
	rows := make([]uint32, len(entities))
	for i := range rows {
		rows[i] = uint32(i)
	}
	return v, v.Load(rows, 0, Encode(entities, false))
}
