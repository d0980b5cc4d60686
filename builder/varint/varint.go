// Package varint writes and reads records: numbers as unsigned varints, strings by their length. A record has no types:
// its reader must know the order. Strings that are read share the record's memory.
package varint

import (
	"encoding/binary"
	"errors"
	"math"
)

// ErrRecord is the error of a record that its writer cannot have written.
var ErrRecord = errors.New("damaged record")

// Writer appends to Bytes.
type Writer struct{ Bytes []byte }

// Uint appends a number.
func (w *Writer) Uint(n uint64) { w.Bytes = binary.AppendUvarint(w.Bytes, n) }

// Int appends a number that must not be negative.
func (w *Writer) Int(n int) { w.Uint(uint64(n)) }

// Bool appends a bool.
func (w *Writer) Bool(b bool) {
	n := uint64(0)
	if b {
		n = 1
	}
	w.Uint(n)
}

// String appends a string.
func (w *Writer) String(s string) {
	w.Int(len(s))
	w.Bytes = append(w.Bytes, s...)
}

// Reader reads a record. It keeps its first error, after which it returns zero
// values. Strings share the memory of the record.
type Reader struct {
	rest string
	err  error
}

// NewReader returns a reader of a record.
func NewReader(record string) *Reader { return &Reader{rest: record} }

// Close returns the first error, or an error if bytes are left.
func (r *Reader) Close() error {
	if r.err == nil && r.rest != "" {
		r.Fail()
	}
	return r.err
}

// Fail marks the record as invalid: the writer cannot have written it.
func (r *Reader) Fail() {
	r.err, r.rest = ErrRecord, ""
}

// Uint reads a number.
func (r *Reader) Uint() uint64 {
	n, shift := uint64(0), 0
	for i := 0; i < len(r.rest) && i < binary.MaxVarintLen64; i++ {
		c := r.rest[i]
		n |= uint64(c&0x7f) << shift
		if c < 0x80 {
			r.rest = r.rest[i+1:]
			return n
		}
		shift += 7
	}
	r.Fail()
	return 0
}

// Int reads a number of at most 2^31 − 1.
func (r *Reader) Int() int {
	if len(r.rest) > 0 && r.rest[0] < 0x80 {
		n := int(r.rest[0])
		r.rest = r.rest[1:]
		return n
	}
	n := r.Uint()
	if n > math.MaxInt32 {
		r.Fail()
		return 0
	}
	return int(n)
}

// Fill reads numbers below limit into list.
func Fill[T ~uint32](r *Reader, list []T, limit int) {
	s, i := r.rest, 0
	for k := range list {
		n, shift := uint64(0), 0
		for {
			if i >= len(s) || shift > 28 {
				r.Fail()
				return
			}
			c := s[i]
			i++
			n |= uint64(c&0x7f) << shift
			if c < 0x80 {
				break
			}
			shift += 7
		}
		if n >= uint64(limit) {
			r.Fail()
			return
		}
		list[k] = T(n)
	}
	r.rest = s[i:]
}

// Bool reads a bool.
func (r *Reader) Bool() bool { return r.Uint() != 0 }

// Count reads the number of items that follow. An item takes at least a byte, so a count above the
// rest of the record is an error, and no memory is allocated for it.
func (r *Reader) Count() int {
	n := r.Int()
	if n > len(r.rest) {
		r.Fail()
		return 0
	}
	return n
}

// String reads a string.
func (r *Reader) String() string { return r.Take(r.Count()) }

// Take reads n bytes.
func (r *Reader) Take(n int) string {
	if n > len(r.rest) {
		r.Fail()
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

// AtEnd reports whether no byte is left. It is true after an error.
func (r *Reader) AtEnd() bool { return r.rest == "" }

// Rest reads all that is left.
func (r *Reader) Rest() string { return r.Take(len(r.rest)) }
