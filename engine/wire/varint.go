package wire

import "math/bits"

// Uvarint decodes an unsigned base-128 integer (LEB128, at most five bytes) at
// b[i:] and returns it with the offset behind it. ok is false when b ends in
// the middle or the value does not fit 32 bits.
func Uvarint(b []byte, i int) (v uint32, next int, ok bool) {
	for shift := uint(0); shift < 35; shift += 7 {
		if i >= len(b) {
			return 0, i, false
		}
		c := b[i]
		i++
		if c < 0x80 {
			if shift == 28 && c > 0x0f {
				return 0, i, false
			}
			return v | uint32(c)<<shift, i, true
		}
		v |= uint32(c&0x7f) << shift
	}
	return 0, i, false
}

// AppendUvarint appends v in the form that Uvarint reads.
func AppendUvarint(b []byte, v uint32) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

// A place mask says in which sentences of a passage something occurs: bit i is the
// i-th sentence of the passage, counted from one; bit 0 stands for its title and
// headings, bit 63 for all sentences from the 63rd on. Most masks have one bit and
// take one byte: twice its number plus one. Others are the number of bits times
// two, then the distance from each bit to the next.

// AppendPlaces appends a place mask, which must not be zero.
func AppendPlaces(b []byte, mask uint64) []byte {
	if n := bits.OnesCount64(mask); n > 1 {
		b = append(b, byte(n)<<1)
	} else {
		return append(b, byte(bits.TrailingZeros64(mask))<<1|1)
	}
	for last := 0; mask != 0; mask &= mask - 1 {
		at := bits.TrailingZeros64(mask)
		b = append(b, byte(at-last))
		last = at
	}
	return b
}

// Places decodes a place mask at b[i:] and returns it with the offset behind it.
// ok is false when b ends in the middle or holds no mask.
func Places(b []byte, i int) (mask uint64, next int, ok bool) {
	if i >= len(b) {
		return 0, i, false
	}
	n := int(b[i] >> 1)
	one := b[i]&1 != 0
	i++
	if one {
		return 1 << n, i, n < 64
	}
	if n < 2 || n > 64 || len(b)-i < n {
		return 0, i, false
	}
	at := 0
	for _, step := range b[i : i+n] {
		at += int(step)
		if at > 63 {
			return 0, i, false
		}
		mask |= 1 << at
	}
	return mask, i + n, true
}
