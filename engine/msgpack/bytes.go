package msgpack

import "unsafe"

// Str reads a str as a view of the input, without a copy. The string is valid only until the input is written to. Keep
// strings.Clone of it where the input may be reused, or where a few bytes should not keep a large input alive. Str does
// not check that the bytes are UTF-8.
//
//go:noinline
func (r *Reader) Str() string {
	b := r.payload(Str)
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Bin reads a bin as a slice of the input, which must not be written to. Empty after an error.
//
//go:noinline
func (r *Reader) Bin() []byte { return r.payload(Bin) }

// payload reads a str or bin. Its capacity ends with it, so that appending to it copies.
func (r *Reader) payload(want Type) []byte {
	h, ok := r.expect(want)
	if !ok {
		return nil
	}
	start := r.off + h.size
	end := start + int(h.n)
	r.off = end
	return r.b[start:end:end]
}
