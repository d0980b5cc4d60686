package entity

import (
	"mycel/engine/bitmap"
	"mycel/engine/wire"
)

// Index maps rows to sets of columns with counts: entities to the chunks that
// mention them, or chunks to the entities they mention.
type Index struct {
	set    []uint32 // rows+1 offsets into sets
	sets   []byte   // a Roaring bitmap per row
	first  []uint32 // rows+1: where a row's counts begin
	counts []byte
}

// EncodeIndex writes an index whose row i is the Roaring bitmap sets[i], in
// portable form, with one count per member, ascending, capped at 255.
func EncodeIndex(sets [][]byte, counts [][]uint32) []byte {
	set := make([]uint32, 1, len(sets)+1)
	first := make([]uint32, 1, len(sets)+1)
	var blob, all []byte
	for i := range sets {
		blob = append(blob, sets[i]...)
		set = append(set, uint32(len(blob)))
		for _, n := range counts[i] {
			all = append(all, byte(min(n, 255)))
		}
		first = append(first, uint32(len(all)))
	}
	var w wire.Writer
	w.Uint32s(set)
	w.Raw(blob)
	w.Uint32s(first)
	w.Raw(all)
	return w.Bytes()
}

// DecodeIndex reads an index of the given numbers of rows and columns and checks
// every bitmap.
func DecodeIndex(b []byte, rows, columns int) (*Index, error) {
	r := wire.NewReader(b)
	x := &Index{}
	x.set = r.Offsets(rows, -1)
	x.sets = r.Raw()
	x.first = r.Offsets(rows, -1)
	x.counts = r.Raw()
	if int(x.set[len(x.set)-1]) != len(x.sets) || int(x.first[len(x.first)-1]) != len(x.counts) {
		r.Fail("rows do not cover their bytes")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	for i := range rows {
		raw := x.sets[x.set[i]:x.set[i+1]]
		s, n, err := bitmap.Parse(raw)
		if err != nil || n != len(raw) || s.Len() != int(x.first[i+1]-x.first[i]) {
			r.Fail("malformed bitmap")
			break
		}
		if last, ok := s.Max(); ok && int(last) >= columns {
			r.Fail("column out of range")
			break
		}
	}
	return x, r.Close()
}

// Set returns the columns of a row.
func (x *Index) Set(row uint32) bitmap.Set {
	return bitmap.View(x.sets[x.set[row]:x.set[row+1]])
}

// Append appends the columns of a row to dst, ascending.
func (x *Index) Append(dst []uint32, row uint32) []uint32 { return x.Set(row).Append(dst) }

// Len returns the number of columns of a row.
func (x *Index) Len(row uint32) int { return int(x.first[row+1] - x.first[row]) }

// Counts returns the counts of a row, parallel to its set in ascending order.
func (x *Index) Counts(row uint32) []byte { return x.counts[x.first[row]:x.first[row+1]] }

// Count returns the count of one cell, 0 if the column is not in the row.
func (x *Index) Count(row, column uint32) int {
	s := x.Set(row)
	if !s.Contains(column) {
		return 0
	}
	return int(x.counts[int(x.first[row])+s.Rank(column)])
}

// CountRange sums the counts of the columns in [first, end).
func (x *Index) CountRange(row, first, end uint32) int {
	s := x.Set(row)
	counts := x.Counts(row)
	sum := 0
	for _, n := range counts[s.Rank(first):s.Rank(end)] {
		sum += int(n)
	}
	return sum
}
