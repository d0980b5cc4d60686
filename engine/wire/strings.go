package wire

import (
	"sort"
	"unsafe"
)

// Strings is a table of strings over borrowed bytes.
type Strings struct {
	off  []uint32
	data []byte
}

// Strings reads a table of n strings (n < 0: any number) that Writer.Strings wrote.
func (r *Reader) Strings(n int) Strings {
	s := Strings{off: r.Offsets(n, -1)}
	s.data = r.Take(int(s.off[len(s.off)-1]))
	if r.err != nil {
		return Strings{off: zeroOffsets}
	}
	return s
}

// Sorted reads a table of n strings (n < 0: any number) that Writer.Sorted wrote, and checks that they ascend.
func (r *Reader) Sorted(n int) Strings {
	n = r.count(n, 1)
	b, at := r.buf, r.off
	s := Strings{off: make([]uint32, 1, n+1), data: make([]byte, 0, sortedSize(b[at:], n))}
	for i := 0; r.err == nil && i < n; i++ {
		start := len(s.data)
		last := s.data[s.off[max(i-1, 0)]:]
		// The byte that ended the string before is this string's number of shared bytes: it is
		// missing only if the table is cut off.
		if at == len(b) || b[at] > maxShared || int(b[at]) > len(last) {
			r.Fail("more in common than there is")
			break
		}
		s.data = append(s.data, last[:b[at]]...)
		for at++; at < len(b) && (b[at] > escape || b[at] == escape && at+1 < len(b)); at++ {
			if b[at] == escape {
				at++
			}
			s.data = append(s.data, b[at])
		}
		s.off = append(s.off, uint32(len(s.data)))
		if i > 0 && string(last) >= string(s.data[start:]) {
			r.Fail("strings out of order")
		}
	}
	r.off = at
	if end := r.Take(1); r.err != nil || end[0] != 0 {
		r.Fail("table cut off")
		return Strings{off: zeroOffsets}
	}
	return s
}

// sortedSize returns the bytes of n strings that Writer.Sorted wrote. For a damaged table it returns any number up to
// maxShared+1 times its bytes.
func sortedSize(b []byte, n int) (size int) {
	for i, at := 0, 0; i < n && at < len(b) && b[at] <= maxShared; i++ {
		size += int(b[at])
		for at++; at < len(b) && (b[at] > escape || b[at] == escape && at+1 < len(b)); at++ {
			if b[at] == escape {
				at++
			}
			size++
		}
	}
	return size
}

// Len returns the number of strings.
func (s *Strings) Len() int { return max(len(s.off)-1, 0) }

// At returns string i without copying; 0 ≤ i < Len.
//
//go:noinline
func (s *Strings) At(i int) string {
	b := s.data[s.off[i]:s.off[i+1]]
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Find returns the position of key in a table that is sorted by bytes, or false. O(log n) comparisons.
func (s *Strings) Find(key string) (int, bool) {
	i := sort.Search(s.Len(), func(i int) bool { return s.At(i) >= key })
	return i, i < s.Len() && s.At(i) == key
}

// NewStrings makes an empty table with room for n strings of size bytes together.
func NewStrings(n, size int) Strings {
	return Strings{off: make([]uint32, 1, n+1), data: make([]byte, 0, size)}
}

// Append adds a string, in two pieces.
func (s *Strings) Append(a, b string) {
	s.data = append(append(s.data, a...), b...)
	s.off = append(s.off, uint32(len(s.data)))
}
