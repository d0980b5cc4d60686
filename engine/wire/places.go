package wire

import (
	"math/bits"

	"mycel/engine/parts"
)

// A place mask tells in which sentences of a passage a term or entity occurs. Bit i is sentence i of the passage,
// counted from one; bit 0 is its title and headings, bit 63 all sentences from the 63rd on.
//
// A mask with one bit, as most have, takes one byte: twice the bit plus one. Another mask is
// twice its number of bits, then the distance from each bit to the next.

// AppendPlaces appends a mask, which is not zero.
func AppendPlaces(b []byte, mask uint64) []byte {
	n := bits.OnesCount64(mask)
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

// places decodes the mask at b[i:] and returns it with the offset after it, 0 if there is no mask.
func places(b []byte, i int) (mask uint64, next int) {
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

// Places has rows of place masks, parallel to the rows of another table and in the same parts.
type Places struct {
	parts.Reader
	row *parts.Rows
}

// EncodePlaces writes rows of masks, each with a bit at least. The table to which they are parallel tells where a row ends.
func EncodePlaces(rows [][]uint64) []byte {
	n := 0
	for _, row := range rows {
		n += len(row)
	}
	stream := make([]byte, 0, 2*n) // most masks take a byte
	for _, row := range rows {
		for _, mask := range row {
			stream = AppendPlaces(stream, mask)
		}
	}
	return stream
}

// NewPlaces makes room for n rows, which Load reads.
//
//go:noinline
func NewPlaces(at parts.Reader, n int) *Places {
	return &Places{Reader: at, row: parts.NewRows(n)}
}

// For returns the same places for another engine, which notes missing parts in w.
//
//go:noinline
func (p *Places) For(w *parts.Missing) *Places {
	q := *p
	q.Missing = w
	return &q
}

// Load reads rows that EncodePlaces wrote; length(row) is the number of masks of a row. The masks are borrowed from r.
func (p *Places) Load(rows []uint32, r *Reader, length func(row uint32) int) {
	here := make([]PlaceList, len(rows))
	for i, row := range rows {
		if here[i] = r.Places(length(row)); !r.OK() {
			return
		}
		parts.SetRow(p.row, row, &here[i])
	}
}

// Places reads n masks, which are borrowed from r.
func (r *Reader) Places(n int) PlaceList {
	first := r.off
	for ; n > 0 && r.OK(); n-- {
		_, next := places(r.buf, r.off)
		if next == 0 {
			r.Fail("malformed places")
			break
		}
		r.off = next
	}
	if !r.OK() {
		return nil
	}
	return r.Since(first)
}

// Row returns the masks of a row.
func (p *Places) Row(i uint32) PlaceList {
	if !p.Has(i) {
		return nil
	}
	return *parts.Row[PlaceList](p.row, i)
}

// PlaceList is the encoded masks of one row, read from its front.
type PlaceList []byte

// Next removes the first mask and returns it, 0 at the end.
func (l *PlaceList) Next() uint64 {
	mask, n := places(*l, 0)
	*l = (*l)[n:]
	return mask
}

// Skip removes the first n masks, or all if there are fewer.
func (l *PlaceList) Skip(n int) {
	row, at := *l, 0
	for ; n > 0 && at < len(row); n-- {
		at = PastPlaces(row, at)
	}
	*l = row[at:]
}

// PastPlaces returns where the mask at b[i:] ends, of masks that were checked.
func PastPlaces(b []byte, i int) int {
	if c := b[i]; c&1 == 0 {
		i += int(c >> 1)
	}
	return i + 1
}
