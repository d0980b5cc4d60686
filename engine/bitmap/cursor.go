package bitmap

import "math/bits"

// A cursor walks the values of one container in ascending order. The zero cursor is at its end.
type cursor struct {
	container
	at  int    // index of the next value of an array, or of the run with the next value
	low uint32 // of a bitset or runs: the least value not passed yet, up to 65536
}

// next returns the next value, and false after the last.
func (c *cursor) next() (uint16, bool) {
	switch c.kind {
	case array:
		return c.nextOfArray()
	case bitset:
		return c.nextOfBitset()
	default:
		return c.nextOfRuns()
	}
}

// seek passes over the values less than x.
func (c *cursor) seek(x uint16) {
	switch c.kind {
	case array:
		c.at = c.gallop(c.at, x)
	case bitset:
		c.low = max(c.low, uint32(x))
	default:
		c.at = c.runEndingAt(c.at, x)
		c.low = max(c.low, uint32(x))
	}
}

func (c *cursor) nextOfArray() (uint16, bool) {
	if c.at >= c.values() {
		return 0, false
	}
	c.at++
	return c.value(c.at - 1), true
}

func (c *cursor) nextOfBitset() (uint16, bool) {
	for c.low < 64*bitsetWords {
		if rest := c.word(int(c.low/64)) >> (c.low % 64); rest != 0 {
			v := c.low + uint32(bits.TrailingZeros64(rest))
			c.low = v + 1
			return uint16(v), true
		}
		c.low = c.low&^63 + 64
	}
	return 0, false
}

func (c *cursor) nextOfRuns() (uint16, bool) {
	for ; c.at < c.runCount(); c.at++ {
		first, last := c.run(c.at)
		if v := max(c.low, uint32(first)); v <= uint32(last) {
			c.low = v + 1
			return uint16(v), true
		}
	}
	return 0, false
}

// gallop is lowerBound from index at on. It doubles its steps before the binary search, because x tends
// to be near (Bentley and Yao 1976).
func (c container) gallop(at int, x uint16) int {
	n := c.values()
	if at >= n || c.value(at) >= x {
		return at
	}
	step := 1
	for at+step < n && c.value(at+step) < x {
		at += step
		step *= 2
	}
	return c.lowerBound(at+1, min(at+step, n), x)
}
