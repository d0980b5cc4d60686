package bitmap

import (
	"encoding/binary"
	"math/bits"
)

// Parse checks the bitmap at the start of b and returns its view and its size in bytes. It ignores the bytes behind it.
// ok is false for bytes that two readers could read differently, or that make a method of Set fail: bytes that are cut
// off, keys or values that do not ascend, runs that touch, and offsets or cardinalities that contradict the containers.
// Only Parse sees hostile bytes; View later makes the same Set without a check. O(bytes), no allocation.
func Parse(b []byte) (s Set, size int, ok bool) {
	if s, size, ok = parseShort(b); ok {
		return s, size, true
	}
	if size, ok = header(b); !ok {
		return Set{}, 0, false
	}
	s = View(b)
	for i := range int(s.n) {
		if size, ok = s.check(i, size); !ok {
			return Set{}, 0, false
		}
	}
	s.b = b[:size:size]
	return s, size, true
}

// parseShort parses the commonest set, one array container, in one loop: an index has a set for every entity, and most
// entities are rare. All other bytes, and errors, are left to Parse.
func parseShort(b []byte) (s Set, size int, ok bool) {
	const values = 16 // where they begin: behind cookie, count, key, cardinality and offset
	if len(b) < values || binary.LittleEndian.Uint32(b) != cookieNoRuns ||
		binary.LittleEndian.Uint32(b[4:]) != 1 || binary.LittleEndian.Uint32(b[12:]) != values {
		return Set{}, 0, false
	}
	n := int(binary.LittleEndian.Uint16(b[10:])) + 1
	size = values + 2*n
	if n > maxArray || len(b) < size {
		return Set{}, 0, false
	}
	last := -1
	for i := values; i < size; i += 2 {
		v := int(b[i]) | int(b[i+1])<<8
		if v <= last {
			return Set{}, 0, false
		}
		last = v
	}
	return Set{b: b[:size:size], n: 1, keys: 8, offsets: 12}, size, true
}

// header returns the size of everything before the containers; ok is false if b ends earlier.
func header(b []byte) (size int, ok bool) {
	if len(b) < 8 {
		return 0, false
	}
	cookie := binary.LittleEndian.Uint32(b)
	switch {
	case cookie == cookieNoRuns:
		size, ok = 8+8*int(binary.LittleEndian.Uint32(b[4:])), true // more containers than possible keys fail later: their keys cannot ascend
	case cookie&0xffff == cookieRuns:
		n := int(cookie>>16) + 1
		flags := (n + 7) / 8
		size = 4 + flags + 4*n
		if n >= noOffsets {
			size += 4 * n
		}
		ok = len(b) >= size && (n%8 == 0 || b[3+flags]>>(n%8) == 0) // no flag beyond the last container
	}
	return size, ok && len(b) >= size
}

// check checks container i, which should begin at the given offset, and returns its end.
func (s Set) check(i, at int) (end int, ok bool) {
	if i > 0 && s.key(i) <= s.key(i-1) ||
		s.offsets != 0 && int(binary.LittleEndian.Uint32(s.b[int(s.offsets)+4*i:])) != at ||
		len(s.b) < at+s.size(i, at) {
		return 0, false
	}
	c := s.containerAt(i, at)
	return c.end(at), c.check() == s.cardinality(i)
}

// size returns the bytes of container i at the given offset; its end may lie beyond the bitmap. If the number of runs
// is cut off, size is the bytes of that number.
func (s Set) size(i, at int) int {
	switch s.kind(i) {
	case array:
		return 2 * s.cardinality(i)
	case bitset:
		return bitsetBytes
	}
	if len(s.b) < at+runsHead {
		return runsHead
	}
	return runsHead + 4*int(binary.LittleEndian.Uint16(s.b[at:]))
}

// check checks that the values of c ascend and returns their number, 0 if they do not.
func (c container) check() (n int) {
	switch c.kind {
	case array:
		for i := 1; i < c.values(); i++ {
			if c.value(i) <= c.value(i-1) {
				return 0
			}
		}
		return c.values()
	case bitset:
		for i := range bitsetWords {
			n += bits.OnesCount64(c.word(i))
		}
		return n
	}
	// Runs that touch are one run to every writer, and two ways to write a set would be two files for one index.
	next := 0 // the least value the next run may begin with
	for i := range c.runCount() {
		first, last := c.run(i)
		if int(first) < next || last < first { // the sum has gone past 65535
			return 0
		}
		n += int(last) - int(first) + 1
		next = int(last) + 2
	}
	return n
}
