package wire

import (
	"math/bits"

	"mycel/engine/parts"
)

// A place mask says in which sentences of a passage something occurs: bit i is the
// i-th sentence of the passage, counted from one; bit 0 stands for its title and
// headings, bit 63 for all sentences from the 63rd on. Most masks have one bit and
// take one byte: twice its number plus one. Others are the number of bits times
// two, then the distance from each bit to the next. With a count of occurrences, at least
// one a bit, the short form is that of one occurrence, and the long one has behind it how
// many more there are than bits.

func appendPlaces(b []byte, mask uint64) []byte {
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

// places decodes a mask at the front of b and returns it with the number of bytes
// it takes, 0 if b does not begin with one.
func places(b []byte) (mask uint64, size int) {
	if len(b) == 0 {
		return 0, 0
	}
	n := int(b[0] >> 1)
	if b[0]&1 != 0 {
		if n > 63 {
			return 0, 0
		}
		return 1 << n, 1
	}
	if n < 1 || n > 64 || len(b) <= n {
		return 0, 0
	}
	at := 0
	for _, step := range b[1 : n+1] {
		at += int(step)
		if at > 63 {
			return 0, 0
		}
		mask |= 1 << at
	}
	return mask, n + 1
}

// Places holds rows of place masks, parallel to the rows of another table.
type Places struct {
	parts.Reader
	row [][]byte
}

// EncodePlaces writes rows of masks, none of which is zero. Where a row ends follows
// from the table that it is parallel to.
func EncodePlaces(rows [][]uint64) []byte {
	var stream []byte
	for _, row := range rows {
		for _, mask := range row {
			stream = appendPlaces(stream, mask)
		}
	}
	return stream
}

// EncodeCounted is EncodePlaces with the counts of occurrences, parallel to the masks.
func EncodeCounted(rows [][]uint64, counts [][]uint32) []byte {
	var stream []byte
	for i, row := range rows {
		for j, mask := range row {
			n := bits.OnesCount64(mask)
			more := counts[i][j] - uint32(n)
			switch {
			case n == 1 && more == 0:
				stream = appendPlaces(stream, mask)
				continue
			case n == 1:
				stream = append(stream, 1<<1, byte(bits.TrailingZeros64(mask)))
			default:
				stream = appendPlaces(stream, mask)
			}
			stream = AppendUvarint(stream, more)
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

// Load reads rows that EncodePlaces wrote, of which row i has length(i) masks, or, where
// counts is not nil, rows that EncodeCounted wrote, whose counts are appended to it. Rows
// without counts are borrowed from b.
func (p *Places) Load(rows []uint32, b []byte, length func(row uint32) int, counts *[]uint32) error {
	masks, r := b[:0:0], Reader{buf: b}
	if counts != nil {
		masks = make([]byte, 0, len(b))
	}
	for _, row := range rows {
		first, start := len(masks), r.off
		for range length(row) {
			mask, n := places(b[r.off:])
			if n == 0 {
				r.Fail("malformed places")
			}
			if !r.OK() {
				return r.err
			}
			one := r.Take(n)
			if counts == nil {
				continue
			}
			masks = append(masks, one...)
			count := uint32(bits.OnesCount64(mask))
			if n > 1 {
				count += r.Uint()
			}
			if count == 0 {
				r.Fail("too many occurrences")
			}
			*counts = append(*counts, count)
		}
		if p.row[row] = masks[first:len(masks):len(masks)]; counts == nil {
			p.row[row] = b[start:r.off:r.off]
		}
	}
	return r.Close()
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
	mask, n := places(*l)
	*l = (*l)[n:]
	return mask
}

// Skip takes n masks off the row.
func (l *PlaceList) Skip(n int) {
	row, at := *l, 0
	for ; n > 0; n-- {
		if row[at]&1 == 0 {
			at += int(row[at] >> 1)
		}
		at++
	}
	*l = row[at:]
}
