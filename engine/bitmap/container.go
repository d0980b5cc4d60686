package bitmap

import (
	"encoding/binary"
	"math/bits"
)

// The kinds of container.
type kind uint8

const (
	array kind = iota
	bitset
	runs
)

const (
	maxArray    = 4096 // values; more values take as much as a bitset, 8192 bytes
	bitsetWords = 1024
	bitsetBytes = 8 * bitsetWords
	runsHead    = 2 // bytes of the number of runs
)

// A container is the part of a set whose values have the same high 16 bits: a view of the
// bytes with their low 16 bits. A view of runs does not include their number.
type container struct {
	kind kind
	data []byte
}

// end returns the offset of the end of c if c begins at start.
func (c container) end(start int) int {
	if c.kind == runs {
		start += runsHead
	}
	return start + len(c.data)
}

// value is value i of an array.
func (c container) value(i int) uint16 { return binary.LittleEndian.Uint16(c.data[2*i:]) }

// values is the number of values of an array.
func (c container) values() int { return len(c.data) / 2 }

// word is word i of a bitset: the values 64·i … 64·i+63.
func (c container) word(i int) uint64 { return binary.LittleEndian.Uint64(c.data[8*i:]) }

// run returns the first and the last value of run i.
func (c container) run(i int) (first, last uint16) {
	first = binary.LittleEndian.Uint16(c.data[4*i:])
	return first, first + binary.LittleEndian.Uint16(c.data[4*i+2:])
}

// runCount is the number of runs.
func (c container) runCount() int { return len(c.data) / 4 }

// lowerBound returns the first index in [lo, hi) of an array whose value is x or more, or hi.
func (c container) lowerBound(lo, hi int, x uint16) int {
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if c.value(mid) < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// runEndingAt is the index of the first run, from index lo on, whose last value is x or more.
func (c container) runEndingAt(lo int, x uint16) int {
	hi := c.runCount()
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if _, last := c.run(mid); last < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

func (c container) contains(x uint16) bool {
	switch c.kind {
	case array:
		i := c.lowerBound(0, c.values(), x)
		return i < c.values() && c.value(i) == x
	case bitset:
		return c.word(int(x/64))>>(x%64)&1 != 0
	default:
		i := c.runEndingAt(0, x)
		if i == c.runCount() {
			return false
		}
		first, _ := c.run(i)
		return first <= x
	}
}

// rank is the number of values less than x.
func (c container) rank(x uint16) int {
	switch c.kind {
	case array:
		return c.lowerBound(0, c.values(), x)
	case bitset:
		n := bits.OnesCount64(c.word(int(x/64)) & (1<<(x%64) - 1))
		for i := range int(x / 64) {
			n += bits.OnesCount64(c.word(i))
		}
		return n
	default:
		n := 0
		for i := range c.runCount() {
			first, last := c.run(i)
			if first >= x {
				break
			}
			n += int(min(last, x-1)) - int(first) + 1
		}
		return n
	}
}

// append appends the values to dst, each with the high bits.
func (c container) append(dst []uint32, high uint32) []uint32 {
	switch c.kind {
	case array:
		for b := c.data; len(b) >= 2; b = b[2:] {
			dst = append(dst, high|uint32(binary.LittleEndian.Uint16(b)))
		}
	case bitset:
		for i := range bitsetWords {
			dst = appendWord(dst, c.word(i), high|uint32(64*i))
		}
	case runs:
		for i := range c.runCount() {
			first, last := c.run(i)
			for v := uint32(first); v <= uint32(last); v++ {
				dst = append(dst, high|v)
			}
		}
	}
	return dst
}

// appendWord appends the values of a bitset's word, the lowest of which would be base.
func appendWord(dst []uint32, word uint64, base uint32) []uint32 {
	for ; word != 0; word &= word - 1 {
		dst = append(dst, base|uint32(bits.TrailingZeros64(word)))
	}
	return dst
}

// max is the greatest value; a container has at least one.
func (c container) max() uint16 {
	switch c.kind {
	case array:
		return c.value(c.values() - 1)
	case runs:
		_, last := c.run(c.runCount() - 1)
		return last
	}
	for i := bitsetWords - 1; ; i-- {
		if w := c.word(i); w != 0 {
			return uint16(64*i + bits.Len64(w) - 1)
		}
	}
}
