package wire

import (
	"math"
	"math/bits"

	"mycel/engine/parts"
)

// A place mask says in which sentences of a passage something occurs: bit i is the
// i-th sentence of the passage, counted from one; bit 0 stands for its title and
// headings, bit 63 for all sentences from the 63rd on. Most masks have one bit and
// take one byte: twice its number plus one. Others are the number of bits times
// two, then the distance from each bit to the next. What occurs more often than in as many
// places has a zero before its mask, and how many times more, less one.

// AppendPlaces appends a mask, which is not zero, of what occurs at least once a place.
func AppendPlaces(b []byte, mask uint64, occurrences uint32) []byte {
	n := bits.OnesCount64(mask)
	if more := occurrences - uint32(n); more > 0 {
		b = AppendUvarint(append(b, 0), more-1)
	}
	if n == 1 {
		return append(b, byte(bits.TrailingZeros64(mask))<<1|1)
	}
	b = append(b, byte(n)<<1)
	for last := 0; mask != 0; mask &= mask - 1 {
		at := bits.TrailingZeros64(mask)
		b = append(b, byte(at-last))
		last = at
	}
	return b
}

// maxMore bounds occurrences so that their number fits 32 bits.
const maxMore = math.MaxUint32 - 65

// places decodes the mask at b[i:] and returns it with the offset behind it, 0 if there is
// none.
func places(b []byte, i int) (mask uint64, next int) {
	if i < len(b) && b[i] == 0 {
		more, at, ok := Uvarint(b, i+1)
		if !ok || more > maxMore {
			return 0, 0
		}
		i = at
	}
	if i >= len(b) {
		return 0, 0
	}
	n, i := int(b[i]>>1), i+1
	if b[i-1]&1 != 0 {
		if n > 63 {
			return 0, 0
		}
		return 1 << n, i
	}
	if n == 0 || n > len(b)-i {
		return 0, 0
	}
	at := 0
	for _, step := range b[i : i+n] {
		at += int(step)
		mask |= 1 << at
	}
	if bits.OnesCount64(mask) != n {
		return 0, 0
	}
	return mask, i + n
}

// Places holds rows of place masks, parallel to the rows of another table, as the parts
// have them.
type Places struct {
	parts.Reader
	row [][]byte
}

// EncodePlaces writes rows of masks, none of which is zero, and how often what the masks
// are of occurs: at least once a place; nil for exactly once. Where a row ends follows from
// the table that it is parallel to.
func EncodePlaces(rows [][]uint64, occurrences [][]uint32) []byte {
	n := 0
	for _, row := range rows {
		n += len(row)
	}
	stream := make([]byte, 0, 2*n) // most masks take a byte
	for i, row := range rows {
		for j, mask := range row {
			n := uint32(bits.OnesCount64(mask))
			if occurrences != nil {
				n = occurrences[i][j]
			}
			stream = AppendPlaces(stream, mask, n)
		}
	}
	return stream
}

// NewPlaces makes room for n rows, still to be loaded.
//
//go:noinline
func NewPlaces(at parts.Reader, n int) *Places { return &Places{Reader: at, row: make([][]byte, n)} }

// For returns the same places for another reader.
//
//go:noinline
func (p *Places) For(w *parts.Want) *Places {
	q := *p
	q.Want = w
	return &q
}

// Load reads rows that EncodePlaces wrote, of which row i has length(i) masks. They are
// borrowed from r.
func (p *Places) Load(rows []uint32, r *Reader, length func(row uint32) int) {
	for _, row := range rows {
		first := r.off
		for range length(row) {
			_, next := places(r.buf, r.off)
			if next == 0 {
				r.Fail("malformed places")
			}
			if !r.OK() {
				return
			}
			r.off = next
		}
		p.row[row] = r.Since(first)
	}
}

// Row returns the masks of a row.
func (p *Places) Row(i uint32) PlaceList {
	if !p.Has(i) {
		return nil
	}
	return p.row[i]
}

// PlaceList is the masks of one row, still to be read.
type PlaceList []byte

// Next takes the next mask off the row; 0 at its end.
func (l *PlaceList) Next() uint64 {
	mask, n := places(*l, 0)
	*l = (*l)[n:]
	return mask
}

// Skip takes n masks off the row.
func (l *PlaceList) Skip(n int) {
	row, at := *l, 0
	for ; n > 0; n-- {
		if row[at]&1 != 0 {
			at++
		} else {
			_, at = row.Occurrences(at)
		}
	}
	*l = row[at:]
}

// Occurrences returns how often that occurs whose mask begins at l[i], and where the next
// begins.
func (l PlaceList) Occurrences(i int) (n uint32, next int) {
	if l[i] == 0 {
		n, i, _ = Uvarint(l, i+1)
		n++
	}
	c := l[i]
	if c&1 != 0 {
		return n + 1, i + 1
	}
	return n + uint32(c>>1), i + 1 + int(c>>1)
}
