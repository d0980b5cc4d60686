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
	set     [][]byte // Roaring bitmaps, by row; nil if the part of the row is missing
	counts  [][]byte
}

// small is the largest size of a set that is stored as steps between its members, a byte or two
// each. A Roaring bitmap takes 16 bytes before its first member.
const small = 128

// EncodeIndex writes rows: first all sets, which ascend, then a count for each member, at most
// 255. counts may be nil. serialise makes the portable Roaring bitmap of a large set; it is nil
// for sets of positions in a list, which have no bitmaps.
func EncodeIndex(w *wire.Writer, sets, counts [][]uint32, serialise func([]uint32) []byte) {
	for _, ids := range sets {
		if len(ids) > small && serialise != nil {
			w.Raw(serialise(ids))
		} else {
			w.Steps(ids)
		}
	}
	for _, row := range counts {
		for _, n := range row {
			w.Byte(byte(min(n, 255)))
		}
	}
}

// EncodeSized writes the sizes of the sets, then the rows as EncodeIndex does, for an index that
// does not know the sizes. If left(i) is true, row i has a size but no set.
func EncodeSized(w *wire.Writer, sets, counts [][]uint32, left func(i int) bool, serialise func([]uint32) []byte) {
	sizes := make([]uint32, len(sets))
	var there [][]uint32
	for i, ids := range sets {
		sizes[i] = uint32(len(ids)) << 1
		if left(i) {
			sizes[i] |= 1
		} else {
			there = append(there, ids)
		}
	}
	w.Uint32s(sizes)
	EncodeIndex(w, there, counts, serialise)
}

// NewIndex makes an index without rows, for sets of column ids below columns. size has the sizes
// of the sets, by row, if they are known.
//
//go:noinline
func NewIndex(at parts.Reader, size []uint32, columns int) *Index {
	return &Index{Reader: at, columns: columns, size: size, set: make([][]byte, len(size)), counts: make([][]byte, len(size))}
}

// For returns the same index for another engine, which notes missing parts in w.
//
//go:noinline
func (x *Index) For(w *parts.Want) *Index {
	y := *x
	y.Want = w
	return &y
}

// ReadSized reads rows that EncodeSized wrote. counted is false for copies of rows, which have no
// counts, and may have no set.
func (x *Index) ReadSized(rows []uint32, r *wire.Reader, counted bool) {
	sizes := r.IDs(len(rows), 2*x.columns+2)
	if !r.OK() {
		return
	}
	var there, size []uint32
	for i, row := range rows {
		switch n := sizes[i] >> 1; {
		case sizes[i]&1 == 0:
			there, size = append(there, row), append(size, n)
		case counted:
			r.Fail("a row without a set")
		case x.set[row] == nil:
			x.size[row] = n
		}
	}
	x.read(there, size, r, counted)
}

// Read reads rows that EncodeIndex wrote. If r has a list to choose from, there are no bitmaps.
func (x *Index) Read(rows []uint32, r *wire.Reader) {
	size := make([]uint32, len(rows))
	for i, row := range rows {
		size[i] = x.size[row]
	}
	x.read(rows, size, r, true)
}

// read reads and checks every set. A copy without counts does not replace a row with counts,
// because the counts belong to its set.
func (x *Index) read(rows, size []uint32, r *wire.Reader, counted bool) {
	var made []byte // bitmaps of small sets
	ends := make([]int, len(rows))
	large := make([][]byte, len(rows))
	var ids []uint32
	for i, n := range size {
		if n <= small || r.Among != nil {
			ids = r.Steps(ids[:0], int(n), x.columns)
			made = bitmap.AppendSerialised(made, ids)
		} else {
			raw := r.Raw()
			s, end, err := bitmap.Parse(raw)
			if last, ok := s.Max(); err != nil || end != len(raw) || !ok || int(last) >= x.columns || s.Len() != int(n) {
				r.Fail("malformed bitmap")
				return
			}
			large[i] = raw
		}
		ends[i] = len(made)
	}
	counts := *r
	for _, n := range size {
		if counted {
			r.Take(int(n))
		}
	}
	if !r.OK() {
		return
	}
	at := 0
	for i, row := range rows {
		set := large[i]
		if set == nil {
			set = made[at:ends[i]:ends[i]]
		}
		at = ends[i]
		if counted {
			x.counts[row] = counts.Take(int(size[i]))
		} else if x.counts[row] != nil {
			continue
		}
		x.set[row], x.size[row] = set, size[i]
	}
}

// empty is the set of a missing row.
var empty = bitmap.AppendSerialised(nil, nil)

// Has reports whether the set of a row is loaded; if not, it notes the part as missing.
func (x *Index) Has(row uint32) bool { return x.set[row] != nil || x.AtHome(row) }

// Set returns the columns of a row.
func (x *Index) Set(row uint32) bitmap.Set {
	if !x.Has(row) {
		return bitmap.View(empty)
	}
	return bitmap.View(x.set[row])
}

// Append appends the columns of a row to dst, ascending.
func (x *Index) Append(dst []uint32, row uint32) []uint32 { return x.Set(row).Append(dst) }

// Len returns the number of columns of a row. If sizes are not known in advance, it is 1 for a
// missing row.
func (x *Index) Len(row uint32) int { return int(x.size[row]) }

// Counts returns the counts of a row, parallel to its set in ascending order. It needs the row in
// its home part, because copies have no counts.
func (x *Index) Counts(row uint32) []byte {
	if !x.AtHome(row) {
		return nil
	}
	return x.counts[row]
}

// Count returns the count of one cell, 0 if the column is not in the row.
func (x *Index) Count(row, column uint32) int {
	s := x.Set(row)
	if counts := x.Counts(row); counts != nil && s.Contains(column) {
		return int(counts[s.Rank(column)])
	}
	return 0
}

// CountRange sums the counts of the columns in [first, end).
func (x *Index) CountRange(row, first, end uint32) int {
	s := x.Set(row)
	sum := 0
	if counts := x.Counts(row); counts != nil {
		for _, n := range counts[s.Rank(first):s.Rank(end)] {
			sum += int(n)
		}
	}
	return sum
}
