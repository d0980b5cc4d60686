package msgpack

// Reader is a cursor over MessagePack values. It keeps its first error. After an error every method returns the zero
// value and the cursor stays on the faulty value, so a caller may read a whole structure and look at Err once.
//
// A Reader borrows its input: strings and slices that it returns share the input's memory.
// Reading allocates nothing, failing allocates the one *Error. The zero Reader reads an
// empty input. A Reader is a plain value; a copy is a second, independent cursor.
type Reader struct {
	b   []byte
	off int
	err error
}

// NewReader returns a Reader at the first byte of b.
func NewReader(b []byte) Reader { return Reader{b: b} }

// Err returns the first error, an *Error, or nil.
func (r *Reader) Err() error { return r.err }

// Offset returns the number of bytes that have been read. After an error it is the start of the faulty value.
func (r *Reader) Offset() int { return r.off }

// Len returns the number of bytes that are left.
func (r *Reader) Len() int { return len(r.b) - r.off }

// Rest returns the bytes that are left.
func (r *Reader) Rest() []byte { return r.b[r.off:] }

// Finish fails with ErrTrailing if bytes are left, and returns Err. Call it after the last
// value of an input that must hold nothing else.
func (r *Reader) Finish() error {
	if r.err == nil && r.Len() > 0 {
		r.fail(Error{Err: ErrTrailing, Got: r.Peek()})
	}
	return r.err
}

// Peek returns the type of the next value without reading it. It is End at the end of the
// input and after an error, so a loop until End always ends.
func (r *Reader) Peek() Type {
	if r.err != nil || r.off >= len(r.b) {
		return End
	}
	return formatOf(r.b[r.off]).typ
}

// fail keeps e, with the position of the cursor, unless there is an earlier error.
//
//go:noinline
func (r *Reader) fail(e Error) {
	if r.err == nil {
		e.Offset, e.Left = r.off, r.Len()
		r.err = &e
	}
}

// head decodes the next head without moving the cursor, and checks that its payload, or a byte
// for each value that it counts, can fit in the input.
func (r *Reader) head(want Type) (head, bool) {
	if r.err != nil {
		return head{}, false
	}
	left := len(r.b) - r.off
	if left == 0 {
		r.fail(Error{Err: ErrTruncated, Want: want, Got: End, Need: 1})
		return head{}, false
	}
	f := formatOf(r.b[r.off])
	h := head{typ: f.typ, size: 1 + int(f.width), n: uint64(f.n)}
	if f.typ == Invalid {
		r.fail(Error{Err: ErrType, Want: want, Got: Invalid})
		return head{}, false
	}
	if left < h.size {
		r.fail(Error{Err: ErrTruncated, Want: want, Got: f.typ, Need: uint64(h.size)})
		return head{}, false
	}
	if f.width > 0 {
		h.n = bigEndian(r.b[r.off+1 : r.off+h.size])
	}
	if f.typ == Int {
		h.n = signExtend(h.n, max(f.width, 1))
	}
	if need := uint64(h.size) + h.bytes() + h.values(); need > uint64(left) {
		r.fail(Error{Err: ErrTruncated, Want: want, Got: f.typ, Need: need})
		return head{}, false
	}
	return h, true
}

// expect is head for a value that must be of type want.
func (r *Reader) expect(want Type) (head, bool) {
	h, ok := r.head(want)
	if ok && h.typ != want {
		r.fail(Error{Err: ErrType, Want: want, Got: h.typ})
		return head{}, false
	}
	return h, ok
}

// Nil reads a nil.
func (r *Reader) Nil() {
	if h, ok := r.expect(Nil); ok {
		r.off += h.size
	}
}

// Bool reads a bool.
func (r *Reader) Bool() bool {
	h, ok := r.expect(Bool)
	r.off += h.size
	return ok && h.n == 1
}

// ArrayLen reads the head of an array and returns its number of elements, which the caller
// reads next. It is never greater than Len, so it may size an allocation.
//
//go:noinline
func (r *Reader) ArrayLen() int {
	h, _ := r.expect(Array)
	r.off += h.size
	return int(h.n)
}

// MapLen reads the head of a map and returns its number of pairs; the caller reads this number of keys, each followed
// by its value. It is never greater than Len/2. Keys may have any type and may repeat; the caller checks them.
//
//go:noinline
func (r *Reader) MapLen() int {
	h, _ := r.expect(Map)
	r.off += h.size
	return int(h.n)
}
