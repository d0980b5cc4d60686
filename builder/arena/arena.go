// Package arena stores many small objects in few large blocks: the garbage collector scans a block once and not each
// object, and an object takes no more than its own bytes. A block stays in memory while any object in it is used.
package arena

import "strings"

// Strings keeps strings. The zero value is empty. It is not safe for concurrent use.
type Strings struct{ block strings.Builder }

// Sizes of blocks, in bytes, and of the longest string that shares a block.
const (
	stringBlock = 64 << 10
	sharing     = stringBlock / 16
)

// Keep returns a copy of a string.
func (a *Strings) Keep(s string) string {
	if len(s) > sharing {
		return strings.Clone(s)
	}
	from := a.block.Len()
	if from+len(s) > a.block.Cap() {
		a.block.Reset()
		a.block.Grow(stringBlock)
		from = 0
	}
	a.block.WriteString(s)
	return a.block.String()[from:]
}

// Slices allocates slices from blocks. The zero value is empty. It is not safe for concurrent use.
type Slices[T any] struct{ block []T }

// sliceBlock is the length of a block.
const sliceBlock = 4 << 10

// Make returns a slice of n zero elements without spare capacity; nil for n = 0.
func (a *Slices[T]) Make(n int) []T {
	switch {
	case n == 0:
		return nil
	case n > sliceBlock/16:
		return make([]T, n)
	case n > len(a.block):
		a.block = make([]T, sliceBlock)
	}
	out := a.block[:n:n]
	a.block = a.block[n:]
	return out
}
