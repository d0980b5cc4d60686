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
	missing int // Len of a row that is not loaded
	row     *parts.Rows
	large   parts.Reader // sets that lie apart from their rows: part i has set i
	apart   *parts.Rows  // by number of a set that lies apart: indexRow
}

type indexRow struct {
	size   uint32 // 1 + the size of the set, 0 for a row that is not loaded
	set    []byte // Roaring bitmap; nil if only the size is loaded
	counts []byte // nil in a copy
	number uint32 // 1 + the number of the set, if it lies apart from the row; otherwise 0
}

// small is the largest size of a set that is stored as steps between its members, a byte or two each. A Roaring bitmap
// takes 16 bytes before its first member.
const small = 128

// writeIndex writes rows: first all sets, which ascend, then a count for each member, at most 255. counts may be nil.
// serialise makes the portable Roaring bitmap of a large set; it is nil for sets of positions in a list, which have no
// bitmaps.
func writeIndex(w *wire.Writer, sets, counts [][]uint32, serialise func([]uint32) []byte) {
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

// EncodeSized writes the sizes of the sets, then the rows as writeIndex does. Where left(i) is true, row i has a size
// but no set.
func EncodeSized(w *wire.Writer, sets, counts [][]uint32, left func(i int) bool, serialise func([]uint32) []byte) {
	sizes := make([]uint32, len(sets))
	var there, counted [][]uint32
	for i, ids := range sets {
		sizes[i] = uint32(len(ids)) << 1
		if left(i) {
			sizes[i] |= 1
			continue
		}
		there = append(there, ids)
		if counts != nil {
			counted = append(counted, counts[i])
		}
	}
	w.Uint32s(sizes)
	writeIndex(w, there, counted, serialise)
}

// EncodeApart writes a set that lies apart from its row, and its counts.
func EncodeApart(w *wire.Writer, set, counts []uint32, serialise func([]uint32) []byte) {
	w.Uint(uint32(len(set)))
	writeIndex(w, [][]uint32{set}, [][]uint32{counts}, serialise)
}

// NewIndex makes an index whose rows are still to be loaded: sets of column ids below columns.
// Len returns missing for rows that are not loaded.
//
//go:noinline
func NewIndex(at parts.Reader, rows, columns, missing int) *Index {
	return &Index{Reader: at, columns: columns, missing: missing, row: parts.NewRows(rows)}
}

// SetApart sets the parts of the sets that lie apart from their rows.
func (x *Index) SetApart(at *parts.Layout) { x.large.Layout, x.apart = at, parts.NewRows(at.Len()) }

// For returns the same index for another engine, which notes missing parts in w.
//
//go:noinline
func (x *Index) For(w *parts.Missing) *Index {
	y := *x
	y.Missing, y.large.Missing = w, w
	return &y
}

// HasAll reports whether all rows and sets are loaded, and notes the parts that are not.
func (x *Index) HasAll() bool {
	all := x.Reader.HasAll()
	return x.large.HasAll() && all
}

// ReadSized reads rows that EncodeSized wrote. counted is false for copies of rows, which have no counts, and may have
// no set. Any other row without a set has the number of a set that lies apart.
func (x *Index) ReadSized(rows []uint32, r *wire.Reader, counted bool) {
	sizes := r.IDs(len(rows), 2*x.columns+2)
	if !r.OK() {
		return
	}
	there, size := make([]uint32, 0, len(rows)), make([]uint32, 0, len(rows))
	var lacking []int // places in rows
	for i, row := range rows {
		switch n := sizes[i] >> 1; {
		case sizes[i]&1 == 0:
			there, size = append(there, row), append(size, n)
		case counted:
			lacking = append(lacking, i)
		case parts.Row[indexRow](x.row, row).size == 0:
			parts.SetRow(x.row, row, &indexRow{size: n + 1})
		}
	}
	x.read(x.row, there, size, r, counted)
	for _, i := range lacking {
		number := r.Uint()
		if x.large.Layout == nil || int(number) >= x.large.Len() {
			r.Fail("a row without a set")
		}
		if !r.OK() {
			return
		}
		parts.SetRow(x.row, rows[i], &indexRow{size: sizes[i]>>1 + 1, number: number + 1})
	}
}

// LoadApart reads what EncodeApart wrote.
func (x *Index) LoadApart(number int, b []byte) error {
	r := wire.NewReader(b)
	size := r.Uint()
	if int(size) > x.columns {
		r.Fail("more columns than there are")
	}
	if r.OK() {
		x.read(x.apart, []uint32{uint32(number)}, []uint32{size}, r, true)
	}
	return r.Close()
}

// read reads sets of these sizes into a table, and checks them. If r has a list to choose from, there are no bitmaps. A
// copy without counts does not replace the row of a home, because counts belong to their set.
func (x *Index) read(table *parts.Rows, rows, size []uint32, r *wire.Reader, counted bool) {
	sets, values := 0, 0
	for _, n := range size {
		if n <= small || r.Among != nil {
			sets, values = sets+1, values+int(n)
		}
	}
	here := make([]indexRow, len(rows))
	// Bitmaps of small sets. A value takes a byte at least where it is read.
	made := make([]byte, 0, bitmap.MostSerialised(sets, min(values, r.Len()), x.columns))
	var ids []uint32
	for i, n := range size {
		to := &here[i]
		if to.size = n + 1; n <= small || r.Among != nil {
			ids = r.Steps(ids[:0], int(n), x.columns)
			first := len(made)
			made = bitmap.AppendSerialised(made, ids)
			to.set = made[first:len(made):len(made)]
			continue
		}
		to.set = r.Raw()
		s, end, whole := bitmap.Parse(to.set)
		if last, ok := s.Max(); !whole || end != len(to.set) || !ok || int(last) >= x.columns || s.Len() != int(n) {
			r.Fail("malformed bitmap")
			return
		}
	}
	for i, n := range size {
		if counted {
			here[i].counts = r.Take(int(n))
		}
	}
	if !r.OK() {
		return
	}
	for i, row := range rows {
		if known := parts.Row[indexRow](table, row); !counted && (known.counts != nil || known.number > 0) {
			continue
		}
		parts.SetRow(table, row, &here[i])
	}
}

// empty is the set of a missing row.
var empty = bitmap.AppendSerialised(nil, nil)

// Set returns the columns of a row. While the row, or a set that lies apart from it, is missing, Set notes the part and
// returns an empty set.
func (x *Index) Set(row uint32) bitmap.Set {
	if from := x.withSet(row); from.set != nil {
		return bitmap.View(from.set)
	}
	return bitmap.View(empty)
}

// withSet returns the row with the set: the row itself, or the one that lies apart.
func (x *Index) withSet(row uint32) *indexRow {
	own := parts.Row[indexRow](x.row, row)
	if own.set == nil && x.HasHome(row) && own.number > 0 {
		x.large.HasPart(int(own.number) - 1)
		return parts.Row[indexRow](x.apart, own.number-1)
	}
	return own
}

// Apart tells whether the set of a row is large and lies apart from it. The row must be loaded.
func (x *Index) Apart(row uint32) bool { return parts.Row[indexRow](x.row, row).number > 0 }

// Append appends the columns of a row to dst, ascending.
func (x *Index) Append(dst []uint32, row uint32) []uint32 { return x.Set(row).Append(dst) }

// Len returns the number of columns of a row.
func (x *Index) Len(row uint32) int {
	if size := parts.Row[indexRow](x.row, row).size; size > 0 {
		return int(size) - 1
	}
	return x.missing
}

// Counts returns the counts of a row, parallel to its set in ascending order. It needs the row in
// its home part, because copies have no counts.
func (x *Index) Counts(row uint32) []byte {
	if !x.HasHome(row) {
		return nil
	}
	return x.withSet(row).counts
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
