package msgpack

// A format is the layout of the bytes after a value's first byte: a big-endian number of width bytes, then the bytes,
// elements or pairs that the number counts. Where width is 0 the number is n itself.
type format struct {
	typ   Type
	width uint8
	n     uint8
}

// formats describes the first bytes 0xc0 … 0xdf, the only ones that contain no number themselves. For ext the number
// counts the data, not the byte of extension type before it.
var formats = [32]format{
	0xc0 - 0xc0: {typ: Nil},
	0xc1 - 0xc0: {typ: Invalid},
	0xc2 - 0xc0: {typ: Bool, n: 0},
	0xc3 - 0xc0: {typ: Bool, n: 1},
	0xc4 - 0xc0: {typ: Bin, width: 1},
	0xc5 - 0xc0: {typ: Bin, width: 2},
	0xc6 - 0xc0: {typ: Bin, width: 4},
	0xc7 - 0xc0: {typ: Ext, width: 1},
	0xc8 - 0xc0: {typ: Ext, width: 2},
	0xc9 - 0xc0: {typ: Ext, width: 4},
	0xca - 0xc0: {typ: Float, width: 4},
	0xcb - 0xc0: {typ: Float, width: 8},
	0xcc - 0xc0: {typ: Uint, width: 1},
	0xcd - 0xc0: {typ: Uint, width: 2},
	0xce - 0xc0: {typ: Uint, width: 4},
	0xcf - 0xc0: {typ: Uint, width: 8},
	0xd0 - 0xc0: {typ: Int, width: 1},
	0xd1 - 0xc0: {typ: Int, width: 2},
	0xd2 - 0xc0: {typ: Int, width: 4},
	0xd3 - 0xc0: {typ: Int, width: 8},
	0xd4 - 0xc0: {typ: Ext, n: 1},
	0xd5 - 0xc0: {typ: Ext, n: 2},
	0xd6 - 0xc0: {typ: Ext, n: 4},
	0xd7 - 0xc0: {typ: Ext, n: 8},
	0xd8 - 0xc0: {typ: Ext, n: 16},
	0xd9 - 0xc0: {typ: Str, width: 1},
	0xda - 0xc0: {typ: Str, width: 2},
	0xdb - 0xc0: {typ: Str, width: 4},
	0xdc - 0xc0: {typ: Array, width: 2},
	0xdd - 0xc0: {typ: Array, width: 4},
	0xde - 0xc0: {typ: Map, width: 2},
	0xdf - 0xc0: {typ: Map, width: 4},
}

// formatOf returns the format of a value with first byte c.
func formatOf(c byte) format {
	switch {
	case c < 0x80:
		return format{typ: Uint, n: c}
	case c < 0x90:
		return format{typ: Map, n: c & 0x0f}
	case c < 0xa0:
		return format{typ: Array, n: c & 0x0f}
	case c < 0xc0:
		return format{typ: Str, n: c & 0x1f}
	case c < 0xe0:
		return formats[c-0xc0]
	default:
		return format{typ: Int, n: c}
	}
}

// A head is a value up to the bytes or elements that it counts.
type head struct {
	typ  Type
	size int    // bytes of the head, the first byte included
	n    uint64 // the integer (sign-extended for Int), the bits of the float, 0 or 1 for Bool, or the count
}

// bytes returns the number of bytes that follow the head of a str, bin or ext; 0 for other types.
func (h head) bytes() uint64 {
	switch h.typ {
	case Str, Bin:
		return h.n
	case Ext:
		return h.n + 1 // the extension type
	}
	return 0
}

// values returns the number of values that follow the head of an array or map; 0 for other types.
func (h head) values() uint64 {
	switch h.typ {
	case Array:
		return h.n
	case Map:
		return 2 * h.n
	}
	return 0
}

// bigEndian reads the 0, 1, 2, 4 or 8 bytes of b as one number.
func bigEndian(b []byte) uint64 {
	var n uint64
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n
}

// signExtend reads the low width bytes of n as two's complement.
func signExtend(n uint64, width uint8) uint64 {
	shift := 64 - 8*uint(width)
	return uint64(int64(n<<shift) >> shift)
}
