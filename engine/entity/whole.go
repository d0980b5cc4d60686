package entity

import (
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Whole makes a vocabulary that is completely loaded: the builder links titles before there is a
// bundle. Entities and aliases ascend by key.
func Whole(entities []Entity, aliases []Alias) *Vocabulary {
	v := NewVocabulary(parts.Reader{}, len(entities), 1, func(*parts.Want, string) int { return 0 })
	rows, owner := make([]uint32, len(entities)), make([]uint32, len(aliases))
	for i, e := range entities {
		rows[i], v.key[i], v.name[i], v.kind[i] = uint32(i), e.Key, e.Name, byte(e.Kind)
	}
	keys := wire.NewStrings(len(aliases))
	for i, a := range aliases {
		keys.Append(a.Key, "")
		owner[i] = uint32(a.Entity)
	}
	v.list[0], v.aliases[0], v.owner[0] = rows, keys, owner
	return v
}
