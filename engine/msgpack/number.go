package msgpack

import "math"

// Int reads an integer of any format. Values above math.MaxInt64 fail with ErrRange.
func (r *Reader) Int() int64 {
	h, ok := r.number(Int)
	if !ok {
		return 0
	}
	if h.typ == Uint && h.n > math.MaxInt64 {
		r.fail(Error{Err: ErrRange, Want: Int, Got: Uint})
		return 0
	}
	r.off += h.size
	return int64(h.n)
}

// Uint reads an integer of any format. Negative values fail with ErrRange.
func (r *Reader) Uint() uint64 {
	h, ok := r.number(Uint)
	if !ok {
		return 0
	}
	if h.typ == Int && int64(h.n) < 0 {
		r.fail(Error{Err: ErrRange, Want: Uint, Got: Int})
		return 0
	}
	r.off += h.size
	return h.n
}

// Float reads a float, or an integer that a float64 holds exactly: encoders in JavaScript,
// where all numbers are float64, write 2.0 as the integer 2. Other integers fail with ErrRange.
func (r *Reader) Float() float64 {
	h, ok := r.head(Float)
	if !ok {
		return 0
	}
	f, cause := h.float()
	if cause != nil {
		r.fail(Error{Err: cause, Want: Float, Got: h.typ})
		return 0
	}
	r.off += h.size
	return f
}

// number is head for a value that must be an integer.
func (r *Reader) number(want Type) (head, bool) {
	h, ok := r.head(want)
	if ok && h.typ != Int && h.typ != Uint {
		r.fail(Error{Err: ErrType, Want: want, Got: h.typ})
		return head{}, false
	}
	return h, ok
}

// float converts a number to float64, or returns the reason why it cannot.
func (h head) float() (float64, error) {
	const exact = 1 << 53 // every integer up to here, and not the one after, is a float64
	switch {
	case h.typ == Float && h.size == 5:
		return float64(math.Float32frombits(uint32(h.n))), nil
	case h.typ == Float:
		return math.Float64frombits(h.n), nil
	case h.typ == Uint && h.n <= exact:
		return float64(h.n), nil
	case h.typ == Int && -exact <= int64(h.n) && int64(h.n) <= exact:
		return float64(int64(h.n)), nil
	case h.typ == Uint || h.typ == Int:
		return 0, ErrRange
	}
	return 0, ErrType
}
