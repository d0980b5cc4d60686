package wire

// Uvarint decodes an unsigned base-128 integer (LEB128, at most five bytes) at b[i:] and returns it with the offset
// after it. ok is false if b ends within the integer or the value does not fit 32 bits.
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
//
//go:noinline
func AppendUvarint(b []byte, v uint32) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

// Zigzag maps small steps up and down to small numbers.
func Zigzag(n int) uint32 { return uint32(n<<1 ^ n>>31) }

// Unzigzag is the inverse of Zigzag.
func Unzigzag(n uint32) int { return int(int32(n>>1) ^ -int32(n&1)) }
