package bitmap

import "encoding/binary"

const (
	cookieNoRuns = 12346
	cookieRuns   = 12347

	// noOffsets is the number of containers below which a bitmap with runs has no offsets.
	noOffsets = 4
)

// Set is a set of uint32 values: a view over the bytes of one serialised bitmap. It borrows the bytes, which must not
// change. View makes this small value wherever it is needed; the zero Set is empty. A Set of bytes that Parse has
// accepted never panics. Its methods allocate only the results of Append functions. Safe for concurrent use.
type Set struct {
	b       []byte
	n       int32 // number of containers
	keys    int32 // offset of the first pair of key and cardinality
	flags   int32 // offset of the run flags; 0 if there are none
	offsets int32 // offset of the table of offsets; 0 if there is none
}

// View returns the set serialised at the start of b, without any check: Parse must have accepted the bytes, or
// methods may panic. Bytes after the set do no harm. O(1), a few nanoseconds.
func View(b []byte) Set {
	cookie := binary.LittleEndian.Uint32(b)
	if cookie == cookieNoRuns {
		n := int32(binary.LittleEndian.Uint32(b[4:]))
		return Set{b: b, n: n, keys: 8, offsets: 8 + 4*n}
	}
	n := int32(cookie>>16) + 1
	s := Set{b: b, n: n, flags: 4, keys: 4 + (n+7)/8}
	if n >= noOffsets {
		s.offsets = s.keys + 4*n
	}
	return s
}

// Len returns the number of values. O(containers).
func (s Set) Len() int {
	n := 0
	for i := range int(s.n) {
		n += s.cardinality(i)
	}
	return n
}

// Max returns the greatest value; ok is false for the empty set. O(1), or O(1,024)
// where the last container is a bitset.
func (s Set) Max() (x uint32, ok bool) {
	if s.n == 0 {
		return 0, false
	}
	i := int(s.n) - 1
	return uint32(s.key(i))<<16 | uint32(s.container(i).max()), true
}

// Contains reports whether x is in the set. O(log n).
func (s Set) Contains(x uint32) bool {
	i, ok := s.find(uint16(x >> 16))
	return ok && s.container(i).contains(uint16(x))
}

// Rank returns the number of values less than x; x itself need not be a value. For a value of the set, Rank is its
// index in an array that runs parallel to the set. O(containers before x's), and O(runs) or 1024 words within a
// container of runs or bits.
func (s Set) Rank(x uint32) int {
	i, ok := s.find(uint16(x >> 16))
	n := 0
	for j := range i {
		n += s.cardinality(j)
	}
	if ok {
		n += s.container(i).rank(uint16(x))
	}
	return n
}

// Append appends the values in ascending order to dst and returns it.
func (s Set) Append(dst []uint32) []uint32 {
	for i := range int(s.n) {
		dst = s.container(i).append(dst, uint32(s.key(i))<<16)
	}
	return dst
}

// key is the high 16 bits of the values in container i.
func (s Set) key(i int) uint16 {
	return binary.LittleEndian.Uint16(s.b[int(s.keys)+4*i:])
}

// cardinality is the number of values in container i, 1 to 65536.
func (s Set) cardinality(i int) int {
	return int(binary.LittleEndian.Uint16(s.b[int(s.keys)+4*i+2:])) + 1
}

// find returns the index of the first container whose key is at least key; ok tells whether the keys are equal.
func (s Set) find(key uint16) (i int, ok bool) {
	lo, hi := 0, int(s.n)
	for lo < hi {
		mid := (lo + hi) / 2
		if s.key(mid) < key {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < int(s.n) && s.key(lo) == key
}

// kind is the kind of container i.
func (s Set) kind(i int) kind {
	switch {
	case s.flags != 0 && s.b[int(s.flags)+i/8]>>(i%8)&1 != 0:
		return runs
	case s.cardinality(i) > maxArray:
		return bitset
	default:
		return array
	}
}

// container returns the view of container i.
func (s Set) container(i int) container {
	return s.containerAt(i, s.start(i))
}

// start returns the offset of container i. Without the table of offsets it adds the sizes of the containers before,
// at most three.
func (s Set) start(i int) int {
	if s.offsets != 0 {
		return int(binary.LittleEndian.Uint32(s.b[int(s.offsets)+4*i:]))
	}
	at := int(s.keys) + 4*int(s.n)
	for j := range i {
		at = s.containerAt(j, at).end(at)
	}
	return at
}

// containerAt returns the view of container i, which begins at the given offset.
func (s Set) containerAt(i, at int) container {
	c := container{kind: s.kind(i)}
	switch c.kind {
	case array:
		c.data = s.b[at : at+2*s.cardinality(i)]
	case bitset:
		c.data = s.b[at : at+bitsetBytes]
	case runs:
		n := int(binary.LittleEndian.Uint16(s.b[at:]))
		c.data = s.b[at+runsHead : at+runsHead+4*n]
	}
	return c
}
