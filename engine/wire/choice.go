package wire

import "math/bits"

// Choice is a set of numbers below a bound that knows the position of each in its ascending list.
// It writes the positions that a Reader with Among reads.
type Choice struct {
	bits   []uint64
	before []uint32 // by word of bits: the numbers in the words before
}

// NewChoice returns the set of the numbers in lists, which are below limit. O(limit/64 + numbers).
func NewChoice(limit int, lists ...[]uint32) *Choice {
	c := &Choice{bits: make([]uint64, (limit+63)/64), before: make([]uint32, (limit+63)/64+1)}
	for _, ids := range lists {
		for _, id := range ids {
			c.bits[id/64] |= 1 << (id % 64)
		}
	}
	for i, set := range c.bits {
		c.before[i+1] = c.before[i] + uint32(bits.OnesCount64(set))
	}
	return c
}

// List returns the numbers, ascending.
func (c *Choice) List() []uint32 {
	list := make([]uint32, 0, c.before[len(c.bits)])
	for i, set := range c.bits {
		for ; set != 0; set &= set - 1 {
			list = append(list, uint32(64*i+bits.TrailingZeros64(set)))
		}
	}
	return list
}

// At returns the position of a number of the set.
func (c *Choice) At(id uint32) uint32 {
	return c.before[id/64] + uint32(bits.OnesCount64(c.bits[id/64]&(1<<(id%64)-1)))
}

// Before returns how many numbers of the set are below a number.
func (c *Choice) Before(id uint32) uint32 {
	if int(id/64) >= len(c.bits) {
		return c.before[len(c.bits)]
	}
	return c.At(id)
}

// Places returns the positions of numbers of the set.
func (c *Choice) Places(ids []uint32) []uint32 {
	out := make([]uint32, len(ids))
	for i, id := range ids {
		out[i] = c.At(id)
	}
	return out
}
