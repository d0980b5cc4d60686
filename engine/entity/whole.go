package entity

import (
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Whole makes a vocabulary that is completely loaded: the builder links titles before there is a
// bundle. Entities and aliases ascend by key.
func Whole(entities []Entity, aliases []Alias) *Vocabulary {
	v := NewVocabulary(parts.Reader{}, len(entities), 1, func(*parts.Missing, string) int { return 0 })
	rows, owner := make([]uint32, len(entities)), make([]uint32, len(aliases))
	for i, e := range entities {
		rows[i] = uint32(i)
		parts.SetRow(v.row, uint32(i), &named{e.Key, e.Name, e.Kind})
	}
	keys := wire.NewStrings(len(aliases), 0)
	for i, a := range aliases {
		keys.Append(a.Key, "")
		owner[i] = uint32(a.Entity)
	}
	parts.SetRow(v.part, 0, &homes{rows, keys, owner})
	return v
}
