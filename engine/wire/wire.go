// Package wire reads and writes sequences of arrays, the inside of every bundle section.
//
// An array is its number of elements, then the elements. Numbers are unsigned base-128 integers (LEB128): most numbers
// of an index are small, and bytes compress better than words. Ascending arrays store the steps. Tables of sorted
// strings store only the end of each string that differs from the string before. Reading makes slices of 32-bit words,
// and borrows bytes.
//
// The methods of Reader are not inlined: inlined into every decoder they take 3 KB of the browser's engine, and are
// called only a hundred times in all.
//
// A Reader keeps its first error and returns empty arrays after it, so callers check once, at the end, with Close.
package wire

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strconv"
)

// ErrCorrupt is wrapped by every error of a Reader.
var ErrCorrupt = errors.New("corrupt array")

// Writer appends arrays to a section. The zero value is ready to use.
type Writer struct{ buf []byte }

// Bytes returns the section written so far.
func (w *Writer) Bytes() []byte { return w.buf }

// Reset begins a new section in the memory of the last one.
func (w *Writer) Reset() { w.buf = w.buf[:0] }

// Grow makes room for n more bytes, so that writing them moves nothing.
func (w *Writer) Grow(n int) { w.buf = slices.Grow(w.buf, n) }

// Uint writes one number.
func (w *Writer) Uint(n uint32) { w.buf = appendUint(w.buf, n) }

// appendUint is AppendUvarint with a fast path for numbers of one byte, which most are.
func appendUint(b []byte, n uint32) []byte {
	if n < 0x80 {
		return append(b, byte(n))
	}
	return AppendUvarint(b, n)
}

// Byte writes a byte.
func (w *Writer) Byte(c byte) { w.buf = append(w.buf, c) }

// Append writes bytes as they are.
func (w *Writer) Append(b []byte) { w.buf = append(w.buf, b...) }

// Text writes the bytes of a string as they are.
func (w *Writer) Text(s string) { w.buf = append(w.buf, s...) }

// Raw writes an array of bytes.
func (w *Writer) Raw(b []byte) {
	w.Uint(uint32(len(b)))
	w.buf = append(w.buf, b...)
}

// Uint32s writes an array of numbers.
func (w *Writer) Uint32s(a []uint32) {
	w.Uint(uint32(len(a)))
	w.Grow(len(a))
	for _, v := range a {
		w.buf = appendUint(w.buf, v)
	}
}

// Offsets writes the ascending offsets of rows, which begin with 0, as the number of rows and the length of each.
func (w *Writer) Offsets(a []uint32) {
	w.Uint(uint32(len(a) - 1))
	for i := range a[1:] {
		w.Uint(a[i+1] - a[i])
	}
}

// Steps writes strictly ascending numbers: the distance of each from the one before, less one. It
// does not write how many there are.
func (w *Writer) Steps(a []uint32) {
	w.Grow(len(a))
	next := uint32(0)
	for _, v := range a {
		w.buf = appendUint(w.buf, v-next)
		next = v + 1
	}
}

// Runs writes numbers whose neighbours are mostly equal. For each run of equal numbers it writes the
// step from the number before, as zigzag, and the length. The reader knows how many numbers there are.
func (w *Writer) Runs(a []uint32) {
	last := 0
	for i := 0; i < len(a); {
		end := i + 1
		for end < len(a) && a[end] == a[i] {
			end++
		}
		w.Uint(Zigzag(int(a[i]) - last))
		w.Uint(uint32(end - i))
		i, last = end, int(a[i])
	}
}

// Float32s writes an array of float32, four bytes each.
func (w *Writer) Float32s(a []float32) {
	w.Uint(uint32(len(a)))
	for _, v := range a {
		w.buf = binary.LittleEndian.AppendUint32(w.buf, math.Float32bits(v))
	}
}

// Strings writes a table of strings: their lengths, then their bytes.
func (w *Writer) Strings(a []string) {
	w.Uint(uint32(len(a)))
	for _, s := range a {
		w.Uint(uint32(len(s)))
	}
	for _, s := range a {
		w.buf = append(w.buf, s...)
	}
}

// In a table of sorted strings, the first byte of a string is the number of leading bytes that it shares with the one
// before: at most maxShared, which bounds the size to which a table can unfold. A byte up to escape ends a string;
// within a string, escape stands before such a byte.
const (
	maxShared = 30
	escape    = 31
)

// Sorted writes a table of ascending strings: for each the number of leading bytes that it shares with the one before,
// and the rest; a byte 0 after the last. The numbers stand between the letters because that compresses best.
func (w *Writer) Sorted(a []string) {
	w.Uint(uint32(len(a)))
	last := ""
	for _, s := range a {
		n := 0
		for n < min(len(s), len(last), maxShared) && s[n] == last[n] {
			n++
		}
		w.buf = append(w.buf, byte(n))
		for _, c := range []byte(s[n:]) {
			if c <= escape {
				w.buf = append(w.buf, escape)
			}
			w.buf = append(w.buf, c)
		}
		last = s
	}
	w.buf = append(w.buf, 0)
}

// Reader reads arrays from a section in the order in which they were written.
type Reader struct {
	// Among, if not nil, is the list from which Steps reads numbers by position.
	Among []uint32

	buf []byte
	off int
	err error
}

// NewReader reads the section b. Arrays of bytes that it returns are borrowed from b.
func NewReader(b []byte) *Reader { return &Reader{buf: b} }

// Fail records an error that the caller found in the data, unless there was an error before.
//
//go:noinline
func (r *Reader) Fail(what string) {
	if r.err == nil {
		r.err = &Error{What: what, Offset: r.off}
	}
}

// Offset returns the number of bytes read.
func (r *Reader) Offset() int { return r.off }

// Len returns the number of bytes left.
func (r *Reader) Len() int { return len(r.buf) - r.off }

// OK reports whether there was no error so far.
func (r *Reader) OK() bool { return r.err == nil }

// Close returns the first error, or an error if bytes are left over.
//
//go:noinline
func (r *Reader) Close() error {
	if r.err == nil && r.off != len(r.buf) {
		r.Fail("bytes left over")
	}
	return r.err
}

// Error tells what is wrong with a section, and at which byte offset.
type Error struct {
	What   string
	Offset int
}

func (e *Error) Error() string {
	return e.What + " at byte " + strconv.Itoa(e.Offset)
}

func (e *Error) Unwrap() error { return ErrCorrupt }

// Uint reads one number.
func (r *Reader) Uint() uint32 {
	if r.err != nil {
		return 0
	}
	v, next, ok := Uvarint(r.buf, r.off)
	if !ok {
		r.Fail("malformed number")
		return 0
	}
	r.off = next
	return v
}

// count reads the length of an array whose elements take at least size bytes each. It fails if the section is too short
// for them, so that no caller makes too much room. If n ≥ 0, the length must be n.
func (r *Reader) count(n, size int) int {
	got := int(r.Uint())
	if r.err == nil && n >= 0 && got != n {
		r.Fail("array of wrong length")
	}
	if r.err == nil && got > r.Len()/size {
		r.Fail("array longer than its section")
	}
	if r.err != nil {
		return 0
	}
	return got
}

// Take returns the next n bytes.
//
//go:noinline
func (r *Reader) Take(n int) []byte {
	if r.err != nil || n > r.Len() {
		r.Fail("ends too early")
		return nil
	}
	r.off += n
	return r.buf[r.off-n : r.off : r.off]
}

// Since returns the bytes read since offset first.
func (r *Reader) Since(first int) []byte { return r.buf[first:r.off:r.off] }

// Raw reads an array of bytes.
func (r *Reader) Raw() []byte { return r.Take(r.count(-1, 1)) }

// Uint32s reads an array of numbers.
func (r *Reader) Uint32s() []uint32 { return r.IDs(-1, math.MaxInt) }

// IDs reads an array of n identifiers below limit. n < 0 means any length.
func (r *Reader) IDs(n, limit int) []uint32 {
	n = r.count(n, 1)
	a := make([]uint32, n)
	for i := range a {
		a[i] = r.Uint()
		if int(a[i]) >= limit {
			r.Fail("identifier out of range")
		}
	}
	if r.err != nil {
		return nil
	}
	return a
}

// Steps appends to dst n numbers below limit that Writer.Steps wrote. If r.Among is set, they are
// positions in that list, and Steps appends the elements.
func (r *Reader) Steps(dst []uint32, n, limit int) []uint32 {
	if r.Among != nil {
		limit = len(r.Among)
	}
	next := 0
	if dst == nil {
		dst = make([]uint32, 0, min(n, r.Len())) // each takes a byte
	}
	for range n {
		next += int(r.Uint())
		if next >= limit {
			r.Fail("identifier out of range")
		}
		if r.err != nil {
			return dst
		}
		v := uint32(next)
		if r.Among != nil {
			v = r.Among[next]
		}
		dst = append(dst, v)
		next++
	}
	return dst
}

// Runs reads n numbers below limit that Writer.Runs wrote. It returns the start and the number of each run of equal
// numbers.
func (r *Reader) Runs(n, limit int) (start, value []uint32) {
	v, at := 0, 0
	for at < n && r.err == nil {
		v += Unzigzag(r.Uint())
		length := int(r.Uint())
		if uint(v) >= uint(limit) || uint(length-1) >= uint(n-at) {
			r.Fail("run out of range")
			return nil, nil
		}
		start, value = append(start, uint32(at)), append(value, uint32(v))
		at += length
	}
	return start, value
}

// Float32s reads an array of float32. It refuses NaN and infinities, which no score may become.
func (r *Reader) Float32s() []float32 {
	b := r.Take(4 * r.count(-1, 4))
	a := make([]float32, len(b)/4)
	for i := range a {
		a[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		if v := a[i]; v-v != 0 {
			r.Fail("number not finite")
			return nil
		}
	}
	return a
}

// Offsets reads the offsets of n rows, n+1 values from zero to total, ascending, so
// that slicing by them cannot panic. n < 0 means any number of rows, total < 0 any end.
func (r *Reader) Offsets(n, total int) []uint32 {
	n = r.count(n, 1)
	a := make([]uint32, n+1)
	at := uint64(0)
	for i := range n {
		at += uint64(r.Uint())
		a[i+1] = uint32(at)
	}
	if at > math.MaxUint32 || total >= 0 && int(at) != total {
		r.Fail("offsets do not cover their array")
	}
	if r.err != nil {
		return zeroOffsets
	}
	return a
}

var zeroOffsets = []uint32{0}
