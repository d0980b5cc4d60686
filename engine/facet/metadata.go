package facet

import (
	"mycel/engine/model"
	"mycel/engine/wire"
)

// Metadata has the fields of documents that are shown but not searched. It borrows the bytes from which it was decoded.
type Metadata struct {
	key   wire.Strings
	end   []uint32 // documents+1 numbers: the first field of each document
	keyOf []uint32 // by field
	value wire.Strings
}

// Field is one field of a document.
type Field struct{ Key, Value string }

// EncodeMetadata writes the fields of every document. keys are the names in use,
// strictly ascending; every field must have one of them.
func EncodeMetadata(keys []string, fields [][]Field) []byte {
	number := make(map[string]uint32, len(keys))
	for i, key := range keys {
		number[key] = uint32(i)
	}
	end := []uint32{0}
	var keyOf []uint32
	var values []string
	for _, list := range fields {
		for _, f := range list {
			keyOf = append(keyOf, number[f.Key])
			values = append(values, f.Value)
		}
		end = append(end, uint32(len(values)))
	}
	var w wire.Writer
	w.Strings(keys)
	w.Offsets(end)
	w.Uint32s(keyOf)
	w.Strings(values)
	return w.Bytes()
}

// Load reads the fields of the given number of documents.
func (m *Metadata) Load(b []byte, docs int) error {
	r := wire.NewReader(b)
	loaded := Metadata{key: r.Strings(-1), end: r.Offsets(docs, -1)}
	n := int(loaded.end[len(loaded.end)-1])
	loaded.keyOf = r.IDs(n, loaded.key.Len())
	loaded.value = r.Strings(n)
	if err := r.Close(); err != nil {
		return err
	}
	*m = loaded
	return nil
}

// Fields returns the fields of a document in the order in which they were encoded; empty if it has no fields.
func (m *Metadata) Fields(d model.DocID) []Field {
	if m.end == nil { // an index without metadata
		return nil
	}
	first := int(m.end[d])
	out := make([]Field, int(m.end[d+1])-first)
	for i := range out {
		out[i] = Field{Key: m.key.At(int(m.keyOf[first+i])), Value: m.value.At(first + i)}
	}
	return out
}
