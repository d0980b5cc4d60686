package msgpack

// Skip reads one value of any type with everything in it and drops it. It counts the values still to come instead of
// descending, so that input nested a million deep costs no stack; the work is bounded by the bytes skipped.
func (r *Reader) Skip() {
	for pending := uint64(1); pending > 0; {
		h, ok := r.head(Invalid)
		if !ok {
			return
		}
		pending += h.values() - 1
		size := uint64(h.size) + h.bytes()
		if need := size + pending; need > uint64(r.Len()) {
			// More values to come than bytes: stop here rather than at the end of a long input.
			r.fail(Error{Err: ErrTruncated, Got: h.typ, Need: need})
			return
		}
		r.off += int(size)
	}
}
