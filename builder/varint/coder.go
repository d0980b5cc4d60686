package varint

import (
	"math"
	"slices"
)

// Coder writes values to a record, or reads them from it in the same order: a function with a Coder describes a record
// for both directions. Either W or R is nil.
type Coder struct {
	W *Writer
	R *Reader
}

// String writes or reads a string. A string that is read shares the memory of the record.
func (c Coder) String(s *string) {
	if c.R != nil {
		*s = c.R.String()
	} else {
		c.W.String(*s)
	}
}

// Bool writes or reads a bool.
func (c Coder) Bool(b *bool) {
	if c.R != nil {
		*b = c.R.Bool()
	} else {
		c.W.Bool(*b)
	}
}

// Marked writes or reads a number of at most 2^30 − 1 with a mark.
func (c Coder) Marked(n *int, mark *bool) {
	if c.R != nil {
		both := c.R.Int()
		*n, *mark = both/2, both%2 != 0
	} else if *mark {
		c.W.Int(2**n + 1)
	} else {
		c.W.Int(2 * *n)
	}
}

// Strings writes or reads a list of strings.
func (c Coder) Strings(list *[]string) {
	List(c, list)
	for i := range *list {
		c.String(&(*list)[i])
	}
}

// Number writes or reads a number of at most 2^32 − 1 that is not negative.
func Number[T ~int | ~uint8 | ~uint16 | ~uint32](c Coder, n *T) {
	if c.R == nil {
		c.W.Uint(uint64(*n))
	} else if s := c.R.rest; len(s) > 0 && s[0] < 0x80 {
		*n, c.R.rest = T(s[0]), s[1:]
	} else if v := c.R.Uint(); v > math.MaxUint32 || uint64(T(v)) != v {
		c.R.Fail()
		*n = 0
	} else {
		*n = T(v)
	}
}

// Step writes or reads a number as its distance from last, which it then replaces.
func Step[T ~int | ~uint32](c Coder, n, last *T) {
	step := *n - *last
	Number(c, &step)
	*last += step
	*n = *last
}

// Below writes or reads a number below limit.
func Below[T ~uint32](c Coder, n *T, limit int) {
	if Number(c, n); c.R != nil && uint64(*n) >= uint64(limit) {
		c.R.Fail()
		*n = 0
	}
}

// List writes or reads the length of a list. When it reads, the elements are undefined, and the list reuses its memory
// if that is large enough.
func List[T any](c Coder, list *[]T) {
	if c.R != nil {
		*list = Resized(*list, c.R.Count())
	} else {
		c.W.Int(len(*list))
	}
}

// Numbers writes or reads a list of numbers below limit.
func Numbers[S ~[]T, T ~uint32](c Coder, list *S, limit int) {
	if c.R != nil {
		*list = Resized(*list, c.R.Count())
		Fill(c.R, *list, limit)
		return
	}
	c.W.Int(len(*list))
	for _, n := range *list {
		c.W.Uint(uint64(n))
	}
}

// Resized returns a slice of n elements with undefined content, in the memory of s if that is large enough.
func Resized[S ~[]T, T any](s S, n int) S {
	if s == nil {
		return make(S, n)
	}
	return slices.Grow(s[:0], n)[:n]
}
