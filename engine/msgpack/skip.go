package msgpack

// Skip reads and drops one value of any type, with everything in it. It counts the values that are left instead of
// descending, so that input nested a million deep costs no stack; the bytes skipped bound the work.
func (r *Reader) Skip() {
	for pending := uint64(1); pending > 0; {
		h, ok := r.head(Invalid)
		if !ok {
			return
		}
		pending += h.values() - 1
		size := uint64(h.size) + h.bytes()
		if need := size + pending; need > uint64(r.Len()) {
			// More values than bytes are left: stop here, and not at the end of a long input.
			r.fail(Error{Err: ErrTruncated, Got: h.typ, Need: need})
			return
		}
		r.off += int(size)
	}
}
