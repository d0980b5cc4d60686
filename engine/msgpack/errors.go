package msgpack

import (
	"errors"
	"strconv"
)

// The causes of a failed read, for errors.Is. Reader.Err wraps one of them in an *Error.
var (
	ErrTruncated = errors.New("truncated")             // the value, or the elements that it counts, are longer than the input
	ErrType      = errors.New("type mismatch")         // a value of another type, or the unused byte 0xc1
	ErrRange     = errors.New("number does not fit")   // an integer outside the range of the type asked for
	ErrTrailing  = errors.New("bytes after the value") // Reader.Finish: input is left over
)

// Error is a failed read.
type Error struct {
	Err       error  // one of the causes above
	Offset    int    // start of the faulty value, in bytes from the start of the input
	Want, Got Type   // type asked for and type found; Want is Invalid where any type would do
	Need      uint64 // for ErrTruncated: least bytes that must follow Offset
	Left      int    // bytes that do follow Offset
}

// Error says what was wanted, what was found, and where.
func (e *Error) Error() string {
	s := "msgpack: " + e.Err.Error() + " at byte " + strconv.Itoa(e.Offset) + ": got " + e.Got.String()
	switch e.Err {
	case ErrTruncated:
		s += " of at least " + strconv.FormatUint(e.Need, 10) + " bytes, " + strconv.Itoa(e.Left) + " left"
	case ErrTrailing:
		s += ", want end, " + strconv.Itoa(e.Left) + " bytes left"
	}
	if e.Want != Invalid {
		s += ", want " + e.Want.String()
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
