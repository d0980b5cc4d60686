// Package facet has the statements of authors about whole documents: values to filter by, keys to sort by, metadata to
// show, and factors of scores.
package facet

import (
	"mycel/engine/bitmap"
	"mycel/engine/model"
	"mycel/engine/wire"
)

// Table maps values of filters to documents, and documents to their ranks by sort keys. The zero
// Table has no filters and no sort keys. It borrows the bytes from which it was decoded.
type Table struct {
	docs int

	Key      wire.Strings // of filters
	keyValue []uint32     // keys+1 numbers: the first value of each key
	Value    wire.Strings // ascending within a key
	set      []uint32     // values+1 offsets into sets
	sets     []byte       // a Roaring bitmap of documents per value

	Sort  wire.Strings // sort keys
	place []uint32     // by sort key and document
}

// Unplaced is the place of a document without the sort key: after all others.
const Unplaced = 1<<32 - 1

// Filter, Value and Sort are the rows that the builder encodes.
type (
	Filter struct {
		Key    string
		Values []Value // strictly ascending
	}
	Value struct {
		Value     string
		Documents []byte // Roaring bitmap in portable form, not empty
	}
	Sort struct {
		Key    string
		Places []uint32 // by document; equal values have equal places
	}
)

// Encode writes filters and sort keys, both strictly ascending by key.
func Encode(filters []Filter, sorts []Sort) []byte {
	var keys, values, names []string
	valueEnd, setEnd := []uint32{0}, []uint32{0}
	var sets []byte
	for _, f := range filters {
		keys = append(keys, f.Key)
		for _, v := range f.Values {
			values = append(values, v.Value)
			sets = append(sets, v.Documents...)
			setEnd = append(setEnd, uint32(len(sets)))
		}
		valueEnd = append(valueEnd, uint32(len(values)))
	}
	var places []uint32
	for _, s := range sorts {
		names = append(names, s.Key)
		places = append(places, s.Places...)
	}
	var w wire.Writer
	w.Strings(keys)
	w.Offsets(valueEnd)
	w.Strings(values)
	w.Offsets(setEnd)
	w.Raw(sets)
	w.Strings(names)
	w.Uint32s(places)
	return w.Bytes()
}

// Decode reads filters and sort keys for the given number of documents and checks every bitmap. O(len(b)).
func Decode(b []byte, docs int) (*Table, error) {
	r := wire.NewReader(b)
	t := &Table{docs: docs}
	t.Key = r.Strings(-1)
	t.keyValue = r.Offsets(t.Key.Len(), -1)
	t.Value = r.Strings(int(t.keyValue[len(t.keyValue)-1]))
	t.set = r.Offsets(t.Value.Len(), -1)
	t.sets = r.Raw()
	t.Sort = r.Strings(-1)
	t.place = r.Uint32s()
	if int(t.set[len(t.set)-1]) != len(t.sets) || len(t.place) != t.Sort.Len()*docs {
		r.Fail("arrays of lengths that do not match")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	for v := range t.Value.Len() {
		raw := t.sets[t.set[v]:t.set[v+1]]
		s, n, ok := bitmap.Parse(raw)
		if !ok || n != len(raw) {
			r.Fail("malformed bitmap")
			break
		}
		if last, ok := s.Max(); !ok || int(last) >= docs {
			r.Fail("set without documents, or with one out of range")
			break
		}
	}
	for _, p := range t.place {
		if p != Unplaced && int(p) >= docs {
			r.Fail("place out of range")
			break
		}
	}
	return t, r.Close()
}

// Values returns the values [first, end) of a key.
//
//go:noinline
func (t *Table) Values(key int) (first, end int) {
	return int(t.keyValue[key]), int(t.keyValue[key+1])
}

// Documents returns the documents of a value.
//
//go:noinline
func (t *Table) Documents(value int) bitmap.Set {
	return bitmap.View(t.sets[t.set[value]:t.set[value+1]])
}

// find returns the position of a value of a key, −1 if no document has it.
func (t *Table) find(key, value string) int {
	if k, ok := t.Key.Find(key); ok {
		first, end := t.Values(k)
		for v := first; v < end; v++ {
			if t.Value.At(v) == value {
				return v
			}
		}
	}
	return -1
}

// SortKeys returns the sort keys.
func (t *Table) SortKeys() (keys []string) {
	for i := range t.Sort.Len() {
		keys = append(keys, t.Sort.At(i))
	}
	return keys
}

// Place returns a document's place in the order of a sort key; equal values have equal places.
func (t *Table) Place(sort int, d model.DocID) uint32 { return t.place[sort*t.docs+int(d)] }

// Count is a value of a filter with the number of documents of a set that have it.
type Count struct {
	Value     int // position in Table.Value
	Key       int
	Documents int
}

// Counts counts the documents of each value among the documents for which matches is true; nil stands for all
// documents. It leaves out values without documents. Ascending by key, then by value. O(documents of all values).
func (t *Table) Counts(matches []bool) []Count {
	var out []Count
	var ids []uint32
	for k := range t.Key.Len() {
		first, end := t.Values(k)
		for v := first; v < end; v++ {
			n := 0
			ids = t.Documents(v).Append(ids[:0])
			for _, d := range ids {
				if matches == nil || matches[d] {
					n++
				}
			}
			if n > 0 {
				out = append(out, Count{Value: v, Key: k, Documents: n})
			}
		}
	}
	return out
}
