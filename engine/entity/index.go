package entity

import (
	"mycel/engine/bitmap"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Index maps rows to sets of columns with counts: entities to the chunks that
// mention them, or chunks to the entities they mention.
type Index struct {
	parts.Reader
	columns int
	size    []uint32 // of the sets, by row
	set     [][]byte // Roaring bitmaps; nil where the part of the row is not there
	counts  [][]byte
}

// small is the size up to which a set is stored as the steps between its members, a
// byte or two each, and not as a Roaring bitmap, which takes 16 bytes before the first.
const small = 128

// EncodeIndex writes rows: of each the set, which ascends, and a count per member,
// capped at 255. serialise makes the portable Roaring bitmap of a set, and is called
// for the large ones.
func EncodeIndex(sets, counts [][]uint32, serialise func([]uint32) []byte) []byte {
	var w wire.Writer
	var all []byte
	for i, ids := range sets {
		if len(ids) > small {
			w.Raw(serialise(ids))
		} else {
			w.Steps(ids)
		}
		for _, n := range counts[i] {
			all = append(all, byte(min(n, 255)))
		}
	}
	return append(w.Bytes(), all...)
}

// NewIndex makes room for rows of so many columns each, still to be loaded. size has
// the sizes of the sets, which are known before.
//
//go:noinline
func NewIndex(at parts.Reader, size []uint32, columns int) *Index {
	return &Index{Reader: at, columns: columns, size: size, set: make([][]byte, len(size)), counts: make([][]byte, len(size))}
}

// For returns the same index for another reader.
//
//go:noinline
func (x *Index) For(w *parts.Want) *Index {
	y := *x
	y.Want = w
	return &y
}

// Load reads rows that EncodeIndex wrote and checks every set.
func (x *Index) Load(rows []uint32, b []byte) error {
	r := wire.NewReader(b)
	var made []byte // bitmaps of small sets
	ends := make([]int, 0, len(rows))
	var ids []uint32
	for _, row := range rows {
		n := int(x.size[row])
		if n <= small {
			ids = r.Steps(ids[:0], n, x.columns)
			made = bitmap.AppendSerialised(made, ids)
			ends = append(ends, len(made))
			continue
		}
		raw := r.Raw()
		s, size, err := bitmap.Parse(raw)
		if last, ok := s.Max(); err != nil || size != len(raw) || !ok || int(last) >= x.columns || s.Len() != n {
			r.Fail("malformed bitmap")
			return r.Close()
		}
		x.set[row] = raw
		ends = append(ends, len(made))
	}
	at := 0
	for i, row := range rows {
		if x.size[row] <= small {
			x.set[row] = made[at:ends[i]:ends[i]]
		}
		at = ends[i]
		x.counts[row] = r.Take(int(x.size[row]))
	}
	return r.Close()
}

// empty is the set of a row that is not there.
var empty = bitmap.AppendSerialised(nil, nil)

// Set returns the columns of a row.
func (x *Index) Set(row uint32) bitmap.Set {
	if !x.Has(row) {
		return bitmap.View(empty)
	}
	return bitmap.View(x.set[row])
}

// Append appends the columns of a row to dst, ascending.
func (x *Index) Append(dst []uint32, row uint32) []uint32 { return x.Set(row).Append(dst) }

// Len returns the number of columns of a row, which is always known.
func (x *Index) Len(row uint32) int { return int(x.size[row]) }

// Counts returns the counts of a row, parallel to its set in ascending order.
func (x *Index) Counts(row uint32) []byte {
	if !x.Has(row) {
		return nil
	}
	return x.counts[row]
}

// Count returns the count of one cell, 0 if the column is not in the row.
func (x *Index) Count(row, column uint32) int {
	s := x.Set(row)
	if !s.Contains(column) {
		return 0
	}
	return int(x.counts[row][s.Rank(column)])
}

// CountRange sums the counts of the columns in [first, end).
func (x *Index) CountRange(row, first, end uint32) int {
	s := x.Set(row)
	sum := 0
	for _, n := range x.Counts(row)[s.Rank(first):s.Rank(end)] {
		sum += int(n)
	}
	return sum
}
