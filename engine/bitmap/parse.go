package bitmap

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"strconv"
)

// The causes for which Parse refuses bytes, for errors.Is on its *Error.
var (
	ErrCookie      = errors.New("not a roaring bitmap") // neither 12346 nor 12347
	ErrTruncated   = errors.New("truncated")            // the bytes end before the bitmap does
	ErrCount       = errors.New("too many containers")  // more than 65536
	ErrFlags       = errors.New("run flags beyond the last container")
	ErrKeyOrder    = errors.New("container keys do not ascend")
	ErrOffset      = errors.New("wrong container offset") // not where the container before it ends
	ErrOrder       = errors.New("values do not ascend")   // of an array, or runs that touch, overlap or go past 65535
	ErrCardinality = errors.New("wrong cardinality")      // not the number of values in the container
)

// Error is Parse's refusal.
type Error struct {
	Err       error // one of the causes above
	Container int   // index of the container at fault; −1 for the header
	Got, Want int64 // the compared numbers: cookie, bytes, containers, key, offset, value or cardinality
}

// Error returns the cause, and the container at fault.
func (e *Error) Error() string {
	s := "bitmap: "
	if e.Container >= 0 {
		s += "container " + strconv.Itoa(e.Container) + ": "
	}
	return s + e.Err.Error() + ": got " + strconv.FormatInt(e.Got, 10) + ", want " + e.bound() + strconv.FormatInt(e.Want, 10)
}

// bound returns the relation that Got should have to Want; "" for equality.
func (e *Error) bound() string {
	switch e.Err {
	case ErrTruncated, ErrKeyOrder, ErrOrder:
		return "at least "
	case ErrCount:
		return "at most "
	}
	return ""
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Parse checks the bitmap at the start of b and returns its view and its size in bytes. It ignores the
// bytes behind it. It returns an *Error for bytes that two readers could read differently, or on which
// a method of Set would fail: see the causes. Only Parse sees hostile bytes; later, View makes the
// same Set without a check. O(bytes), no allocation without an error.
func Parse(b []byte) (Set, int, error) {
	if s, n, ok := parseShort(b); ok {
		return s, n, nil
	}
	if err := checkHeader(b); err != nil {
		return Set{}, 0, err
	}
	s := View(b)
	at := int(s.keys) + 4*int(s.n)
	if s.offsets != 0 {
		at += 4 * int(s.n)
	}
	for i := range int(s.n) {
		end, err := s.check(i, at)
		if err != nil {
			err.Container = i
			return Set{}, 0, err
		}
		at = end
	}
	s.b = b[:at:at]
	return s, at, nil
}

// parseShort parses the commonest set, one array container, in one loop: an index has a set for every entity, and most
// entities are rare. All other bytes, and errors, are left to Parse.
func parseShort(b []byte) (s Set, size int, ok bool) {
	const values = 16 // where they begin: behind cookie, count, key, cardinality and offset
	if len(b) < values || binary.LittleEndian.Uint32(b) != cookieNoRuns ||
		binary.LittleEndian.Uint32(b[4:]) != 1 || binary.LittleEndian.Uint32(b[12:]) != values {
		return Set{}, 0, false
	}
	n := int(binary.LittleEndian.Uint16(b[10:])) + 1
	size = values + 2*n
	if n > maxArray || len(b) < size {
		return Set{}, 0, false
	}
	last := -1
	for i := values; i < size; i += 2 {
		v := int(b[i]) | int(b[i+1])<<8
		if v <= last {
			return Set{}, 0, false
		}
		last = v
	}
	return Set{b: b[:size:size], n: 1, keys: 8, offsets: 12}, size, true
}

// checkHeader checks that everything before the containers is there.
func checkHeader(b []byte) error {
	if len(b) < 4 {
		return truncated(len(b), 4)
	}
	cookie := binary.LittleEndian.Uint32(b)
	switch {
	case cookie&0xffff == cookieRuns:
		return checkRunsHeader(b, int(cookie>>16)+1)
	case cookie != cookieNoRuns:
		return &Error{Err: ErrCookie, Container: -1, Got: int64(cookie), Want: cookieNoRuns}
	case len(b) < 8:
		return truncated(len(b), 8)
	}
	n := binary.LittleEndian.Uint32(b[4:])
	if n > maxContainers {
		return &Error{Err: ErrCount, Container: -1, Got: int64(n), Want: maxContainers}
	}
	if want := 8 + 8*int(n); len(b) < want {
		return truncated(len(b), want)
	}
	return nil
}

// checkRunsHeader checks the header of a bitmap with run flags.
func checkRunsHeader(b []byte, n int) error {
	flags := (n + 7) / 8
	want := 4 + flags + 4*n
	if n >= noOffsets {
		want += 4 * n
	}
	if len(b) < want {
		return truncated(len(b), want)
	}
	if last := b[3+flags]; n%8 != 0 && last>>(n%8) != 0 {
		return &Error{Err: ErrFlags, Container: -1, Got: int64(last), Want: int64(last) & (1<<(n%8) - 1)}
	}
	return nil
}

func truncated(got, want int) error {
	return &Error{Err: ErrTruncated, Container: -1, Got: int64(got), Want: int64(want)}
}

// check checks container i, which should begin at the given offset, and returns its end.
func (s Set) check(i, at int) (end int, err *Error) {
	if i > 0 && s.key(i) <= s.key(i-1) {
		return 0, &Error{Err: ErrKeyOrder, Got: int64(s.key(i)), Want: int64(s.key(i-1)) + 1}
	}
	if s.offsets != 0 {
		if got := int64(binary.LittleEndian.Uint32(s.b[int(s.offsets)+4*i:])); got != int64(at) {
			return 0, &Error{Err: ErrOffset, Got: got, Want: int64(at)}
		}
	}
	if want := at + s.size(i, at); len(s.b) < want {
		return 0, &Error{Err: ErrTruncated, Got: int64(len(s.b)), Want: int64(want)}
	}
	c := s.containerAt(i, at)
	n, err := c.check()
	if err != nil {
		return 0, err
	}
	if n != s.cardinality(i) {
		return 0, &Error{Err: ErrCardinality, Got: int64(s.cardinality(i)), Want: int64(n)}
	}
	return c.end(at), nil
}

// size is how many bytes container i takes from the given offset on, which may be past the
// end: of runs whose number is cut off, the bytes of that number.
func (s Set) size(i, at int) int {
	switch s.kind(i) {
	case array:
		return 2 * s.cardinality(i)
	case bitset:
		return bitsetBytes
	}
	if len(s.b) < at+runsHead {
		return runsHead
	}
	return runsHead + 4*int(binary.LittleEndian.Uint16(s.b[at:]))
}

// check checks that the values of c ascend and returns their number.
func (c container) check() (n int, err *Error) {
	switch c.kind {
	case array:
		return c.values(), c.checkArray()
	case bitset:
		for i := range bitsetWords {
			n += bits.OnesCount64(c.word(i))
		}
		return n, nil
	default:
		return c.checkRuns()
	}
}

func (c container) checkArray() *Error {
	for i := 1; i < c.values(); i++ {
		if c.value(i) <= c.value(i-1) {
			return &Error{Err: ErrOrder, Got: int64(c.value(i)), Want: int64(c.value(i-1)) + 1}
		}
	}
	return nil
}

// checkRuns checks that there is a gap between any two runs: runs that touch are one run to
// every writer, and two ways to write a set would be two files for one index.
func (c container) checkRuns() (n int, err *Error) {
	next := 0 // the least value the next run may begin with
	for i := range c.runCount() {
		first, last := c.run(i)
		if int(first) < next {
			return 0, &Error{Err: ErrOrder, Got: int64(first), Want: int64(next)}
		}
		if last < first { // the sum has gone past 65535
			return 0, &Error{Err: ErrOrder, Got: int64(last), Want: int64(first)}
		}
		n += int(last) - int(first) + 1
		next = int(last) + 2
	}
	return n, nil
}
