package wire

import "math/bits"

// A place mask says in which sentences of a passage something occurs: bit i is the
// i-th sentence of the passage, counted from one; bit 0 stands for its title and
// headings, bit 63 for all sentences from the 63rd on. Most masks have one bit and
// take one byte: twice its number plus one. Others are the number of bits times
// two, then the distance from each bit to the next.

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
	if n < 2 || n > 64 || len(b) <= n {
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
	off    []uint32
	stream []byte
}

// EncodePlaces writes rows of masks, none of which is zero.
func EncodePlaces(rows [][]uint64) []byte {
	off := make([]uint32, 1, len(rows)+1)
	var stream []byte
	for _, row := range rows {
		for _, mask := range row {
			stream = appendPlaces(stream, mask)
		}
		off = append(off, uint32(len(stream)))
	}
	var w Writer
	w.Uint32s(off)
	w.Raw(stream)
	return w.Bytes()
}

// DecodePlaces reads the given number of rows, of which row i has length(i) masks.
func DecodePlaces(b []byte, rows int, length func(row int) int) (*Places, error) {
	r := NewReader(b)
	p := &Places{off: r.Offsets(rows, -1)}
	p.stream = r.Raw()
	if int(p.off[len(p.off)-1]) != len(p.stream) {
		r.Fail("places do not cover their bytes")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	for i := range rows {
		row := p.stream[p.off[i]:p.off[i+1]]
		at := 0
		for range length(i) {
			if at < len(row) && row[at]&1 != 0 && row[at] <= 63<<1|1 { // nearly all masks have one bit
				at++
				continue
			}
			_, n := places(row[at:])
			if n == 0 {
				r.Fail("malformed places")
				return nil, r.Close()
			}
			at += n
		}
		if at < len(row) {
			r.Fail("more places than there is in the row")
			return nil, r.Close()
		}
	}
	return p, nil
}

// Row returns the masks of a row.
func (p *Places) Row(i uint32) PlaceList { return p.stream[p.off[i]:p.off[i+1]] }

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
