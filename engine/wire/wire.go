// Package wire reads and writes sequences of flat arrays, the inside of every
// bundle section.
//
// An array is a little-endian uint64 element count followed by the elements in
// little-endian order, padded with zero bytes to a multiple of eight. A section
// that starts on an eight-byte border therefore has every array on one, and on
// little-endian machines (wasm, amd64, arm64) the reader returns views into the
// section's bytes: nothing is decoded or copied. On other machines, or when the
// bytes are not aligned, it copies.
//
// The methods of Reader are kept out of line: inlined into every decoder they are 3 KB
// of the browser's engine, and are called a hundred times in all.
//
// Both Reader and Writer are used in straight lines: the reader keeps its first
// error and returns empty arrays after it, so that callers check once, at the
// end, with Close.
package wire

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"strings"
	"unsafe"
)

// ErrCorrupt is wrapped by every error of a Reader.
var ErrCorrupt = errors.New("corrupt array")

// littleEndian tells whether this machine's byte order is the format's.
var littleEndian = func() bool {
	one := uint16(1)
	return *(*byte)(unsafe.Pointer(&one)) == 1
}()

type fixed interface {
	~uint16 | ~uint32 | ~float32
}

// Writer appends arrays to a section. The zero value is ready to use.
type Writer struct{ buf []byte }

// Bytes returns the section written so far. Its length is a multiple of eight.
func (w *Writer) Bytes() []byte { return w.buf }

func (w *Writer) count(n int) {
	w.buf = binary.LittleEndian.AppendUint64(w.buf, uint64(n))
}

func (w *Writer) pad() {
	for len(w.buf)%8 != 0 {
		w.buf = append(w.buf, 0)
	}
}

// Raw writes an array of bytes.
func (w *Writer) Raw(b []byte) {
	w.count(len(b))
	w.buf = append(w.buf, b...)
	w.pad()
}

// Uint16s writes an array of uint16.
func (w *Writer) Uint16s(a []uint16) {
	w.count(len(a))
	for _, v := range a {
		w.buf = binary.LittleEndian.AppendUint16(w.buf, v)
	}
	w.pad()
}

// Uint32s writes an array of uint32.
func (w *Writer) Uint32s(a []uint32) {
	w.count(len(a))
	for _, v := range a {
		w.buf = binary.LittleEndian.AppendUint32(w.buf, v)
	}
	w.pad()
}

// Float32s writes an array of float32.
func (w *Writer) Float32s(a []float32) {
	w.count(len(a))
	for _, v := range a {
		w.buf = binary.LittleEndian.AppendUint32(w.buf, math.Float32bits(v))
	}
	w.pad()
}

// Strings writes a string table: an array of len(a)+1 uint32 offsets, then the
// concatenated bytes.
func (w *Writer) Strings(a []string) {
	w.count(len(a) + 1)
	off := uint32(0)
	w.buf = binary.LittleEndian.AppendUint32(w.buf, 0)
	for _, s := range a {
		off += uint32(len(s))
		w.buf = binary.LittleEndian.AppendUint32(w.buf, off)
	}
	w.pad()
	w.count(int(off))
	for _, s := range a {
		w.buf = append(w.buf, s...)
	}
	w.pad()
}

// Reader takes arrays off a section in the order in which they were written.
type Reader struct {
	buf []byte
	off int
	err error
}

// NewReader reads the section b. The arrays it returns borrow b.
func NewReader(b []byte) *Reader { return &Reader{buf: b} }

// Fail records an error found by the caller in what it read, unless there was
// one before.
//
//go:noinline
func (r *Reader) Fail(what string) {
	if r.err == nil {
		r.err = &Error{What: what, Offset: r.off}
	}
}

// Close returns the first error, or one when bytes are left over.
//
//go:noinline
func (r *Reader) Close() error {
	if r.err == nil && r.off != len(r.buf) {
		r.Fail("bytes left over")
	}
	return r.err
}

// Error says what is wrong with a section and at which byte offset in it.
type Error struct {
	What   string
	Offset int
}

func (e *Error) Error() string {
	return e.What + " at byte " + strconv.Itoa(e.Offset)
}

func (e *Error) Unwrap() error { return ErrCorrupt }

// take returns the bytes of the next array, whose elements are size bytes wide.
func (r *Reader) take(size int) []byte {
	if r.err != nil {
		return nil
	}
	if len(r.buf)-r.off < 8 {
		r.Fail("truncated array header")
		return nil
	}
	n := binary.LittleEndian.Uint64(r.buf[r.off:])
	rest := uint64(len(r.buf) - r.off - 8)
	if n > rest/uint64(size) {
		r.Fail("array longer than its section")
		return nil
	}
	start := r.off + 8
	end := start + int(n)*size
	padded := (end + 7) &^ 7
	if padded > len(r.buf) {
		r.Fail("truncated array padding")
		return nil
	}
	r.off = padded
	return r.buf[start:end:end]
}

// Raw reads an array of bytes.
//
//go:noinline
func (r *Reader) Raw() []byte { return r.take(1) }

// Uint16s reads an array of uint16.
//
//go:noinline
func (r *Reader) Uint16s() []uint16 {
	return view(r.take(2), func(b []byte) uint16 { return binary.LittleEndian.Uint16(b) })
}

// Uint32s reads an array of uint32.
//
//go:noinline
func (r *Reader) Uint32s() []uint32 {
	return view(r.take(4), func(b []byte) uint32 { return binary.LittleEndian.Uint32(b) })
}

// Float32s reads an array of float32 and refuses NaN and infinities, which no
// score may become.
func (r *Reader) Float32s() []float32 {
	a := view(r.take(4), func(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) })
	for _, v := range a {
		if v-v != 0 {
			r.Fail("number not finite")
			return nil
		}
	}
	return a
}

// view reinterprets b as elements of T, copying only where it must.
func view[T fixed](b []byte, decode func([]byte) T) []T {
	var zero T
	size := int(unsafe.Sizeof(zero))
	n := len(b) / size
	if n == 0 {
		return nil
	}
	p := unsafe.Pointer(unsafe.SliceData(b))
	if littleEndian && uintptr(p)%uintptr(size) == 0 {
		return unsafe.Slice((*T)(p), n)
	}
	out := make([]T, n)
	for i := range out {
		out[i] = decode(b[i*size:])
	}
	return out
}

// Offsets reads an array of ascending offsets: n+1 values for n rows, from zero
// to total. It fails on any other shape, so that slicing by it cannot panic.
// n < 0 means any number of rows, but at least none.
func (r *Reader) Offsets(n, total int) []uint32 {
	a := r.Uint32s()
	if r.err != nil {
		return zeroOffsets
	}
	if len(a) == 0 || (n >= 0 && len(a) != n+1) {
		r.Fail("offset array of wrong length")
		return zeroOffsets
	}
	if a[0] != 0 || (total >= 0 && int(a[len(a)-1]) != total) {
		r.Fail("offsets do not cover their array")
		return zeroOffsets
	}
	for i := 1; i < len(a); i++ {
		if a[i] < a[i-1] {
			r.Fail("offsets out of order")
			return zeroOffsets
		}
	}
	return a
}

var zeroOffsets = []uint32{0}

// IDs reads an array of n identifiers that are all below limit. n < 0 means any
// length.
//
//go:noinline
func (r *Reader) IDs(n, limit int) []uint32 {
	a := r.Uint32s()
	if r.err != nil {
		return nil
	}
	if n >= 0 && len(a) != n {
		r.Fail("array of wrong length")
		return nil
	}
	for _, v := range a {
		if int(v) >= limit {
			r.Fail("identifier out of range")
			return nil
		}
	}
	return a
}

// Strings is a table of strings over borrowed bytes.
type Strings struct {
	off  []uint32
	data []byte
}

// Strings reads a string table of n rows (n < 0: any number).
func (r *Reader) Strings(n int) Strings {
	off := r.Offsets(n, -1)
	data := r.Raw()
	if r.err == nil && int(off[len(off)-1]) != len(data) {
		r.Fail("string offsets do not cover their bytes")
	}
	if r.err != nil {
		return Strings{off: zeroOffsets}
	}
	return Strings{off: off, data: data}
}

// Len returns the number of strings.
func (s Strings) Len() int { return max(len(s.off)-1, 0) }

// At returns string i without copying; 0 ≤ i < Len.
func (s Strings) At(i int) string {
	b := s.data[s.off[i]:s.off[i+1]]
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Find returns the position of key in a table that is sorted by bytes, or
// false. O(log n) comparisons.
func (s Strings) Find(key string) (int, bool) {
	lo, hi := 0, s.Len()
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if s.At(mid) < key {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < s.Len() && s.At(lo) == key
}

// Sorted tells whether the table is strictly ascending, as Find needs.
func (s Strings) Sorted() bool {
	for i := 1; i < s.Len(); i++ {
		if s.At(i-1) >= s.At(i) {
			return false
		}
	}
	return true
}

// Holding appends to dst the rows that have phrase in them as whole words, which single
// spaces separate, ascending; none for an empty phrase. O(bytes of the table).
func (s Strings) Holding(dst []uint32, phrase string) []uint32 {
	data := unsafe.String(unsafe.SliceData(s.data), len(s.data))
	row, at := 0, 0
	for phrase != "" {
		i := strings.Index(data[at:], phrase)
		if i < 0 {
			break
		}
		at += i
		for int(s.off[row+1]) <= at {
			row++
		}
		start, end := int(s.off[row]), int(s.off[row+1])
		last := at + len(phrase)
		if last <= end && (at == start || data[at-1] == ' ') && (last == end || data[last] == ' ') {
			dst = append(dst, uint32(row))
			at = end
		} else {
			at++
		}
	}
	return dst
}
