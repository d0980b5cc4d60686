package msgpack

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"mycel/internal/must"
)

// TestKeepsFirstError checks that nothing is read and nothing changes after an error.
func TestKeepsFirstError(t *testing.T) {
	r := NewReader([]byte("\x01\xa1x\x05\xc3\xc0"))
	r.Uint()
	r.Int()
	first := r.Err()
	must.Hold(t, errors.Is(first, ErrType), "got error %v, want %v", first, ErrType)
	r.Nil()
	r.Skip()
	if r.Bool() || r.Int() != 0 || r.Uint() != 0 || r.Float() != 0 || r.Str() != "" ||
		len(r.Bin()) != 0 || r.ArrayLen() != 0 || r.MapLen() != 0 {
		t.Error("a read after an error returned something")
	}
	if r.Peek() != End || r.Offset() != 1 || r.Len() != 5 || r.Err() != first || r.Finish() != first {
		t.Errorf("after the error: Peek %v, offset %d, %d left, error %v, Finish %v; want end, 1, 5 and the first error twice",
			r.Peek(), r.Offset(), r.Len(), r.Err(), r.Finish())
	}
}

func TestCursor(t *testing.T) {
	var zero Reader
	must.Be(t, zero.Peek() == End && zero.Len() == 0 && zero.Finish() == nil, "the zero Reader is not an empty input")
	r := NewReader([]byte("\x01\x02\x03"))
	r.Uint()
	rest := r
	rest.Uint()
	if r.Offset() != 1 || !bytes.Equal(r.Rest(), []byte{2, 3}) || rest.Offset() != 2 {
		t.Errorf("got offsets %d and %d, rest %x; want 1, 2 and 0203", r.Offset(), rest.Offset(), r.Rest())
	}
	must.Is(t, r.Finish(), ErrTrailing, "Finish")
}

// TestErrorText checks the two things a reader of a log needs: where, and got against want.
func TestErrorText(t *testing.T) {
	tests := []struct {
		b    string
		read func(r *Reader)
		want string
	}{
		{"\x01", func(r *Reader) { r.Str() }, "msgpack: type mismatch at byte 0: got uint, want str"},
		{"", func(r *Reader) { r.Str() }, "msgpack: truncated at byte 0: got end of at least 1 bytes, 0 left, want str"},
		{"\xc0\xa5ab", func(r *Reader) { r.Nil(); r.Str() }, "msgpack: truncated at byte 1: got str of at least 6 bytes, 3 left, want str"},
		{"\xff", func(r *Reader) { r.Uint() }, "msgpack: number does not fit at byte 0: got int, want uint"},
		{"\x91\xc1", func(r *Reader) { r.Skip() }, "msgpack: type mismatch at byte 1: got invalid byte 0xc1"},
		{"\xc0\x90", func(r *Reader) { r.Nil(); r.Finish() }, "msgpack: bytes after the value at byte 1: got array, want end, 1 bytes left"},
	}
	for _, tt := range tests {
		r := NewReader([]byte(tt.b))
		tt.read(&r)
		must.Be(t, r.Err() != nil && r.Err().Error() == tt.want, "%x: got %v\nwant %s", tt.b, r.Err(), tt.want)
	}
	must.Equal(t, Type(200).String(), "unknown type", "Type(200)")
}

// TestSkipDeep skips arrays nested five million deep, which a recursive reader would need
// several hundred megabytes of stack for.
func TestSkipDeep(t *testing.T) {
	const depth = 5 << 20
	b := append(bytes.Repeat([]byte{0x91}, depth), 0xc0)
	r := NewReader(b)
	r.Skip()
	must.OK(t, r.Finish())
	r = NewReader(b[:depth])
	r.Skip()
	must.Be(t, errors.Is(r.Err(), ErrTruncated), "without its innermost value: got error %v, want %v", r.Err(), ErrTruncated)
}

// TestSkipStopsEarly checks that nested counts are added up against the input: here no single
// array claims more than is there, all of them together do.
func TestSkipStopsEarly(t *testing.T) {
	b := []byte("\x94\x93\xc0\xc0\xc0")
	r := NewReader(b)
	r.Skip()
	var e *Error
	if !errors.As(r.Err(), &e) || e.Err != ErrTruncated || e.Offset != 1 || e.Need != 7 || e.Left != 4 {
		t.Errorf("got %+v, want truncated at byte 1 needing 7 bytes of 4", e)
	}
}

// TestNoAllocation reads one of everything.
func TestNoAllocation(t *testing.T) {
	b := []byte("\x81\xa1k\x98\xc0\xc3\xcd\x01\x00\xd0\x80\xca\x3f\xc0\x00\x00\xa3abc\xc4\x02de\x92\x01\x02")
	var text string
	allocs := testing.AllocsPerRun(100, func() {
		r := NewReader(b)
		r.MapLen()
		text = r.Str()
		r.ArrayLen()
		r.Nil()
		r.Bool()
		r.Uint()
		r.Int()
		r.Float()
		text = r.Str()
		r.Bin()
		r.Skip()
		if r.Finish() != nil { // arguments of a helper would be allocations
			t.Fatal(r.Err())
		}
	})
	must.Be(t, allocs == 0 && text == "abc", "got %v allocations and %q, want 0 and abc", allocs, text)
}

// TestFailureAllocation bounds what hostile counts can make a reader allocate: its error.
func TestFailureAllocation(t *testing.T) {
	for _, b := range []string{"\xdb\xff\xff\xff\xff", "\xc6\xff\xff\xff\xff", "\xdd\xff\xff\xff\xff", "\xdf\xff\xff\xff\xff", "\xc9\xff\xff\xff\xff\x01"} {
		data := []byte(b + strings.Repeat("\x00", 100))
		allocs := testing.AllocsPerRun(100, func() {
			r := NewReader(data)
			r.Skip()
			if r.Err() == nil { // arguments of a helper would be allocations
				t.Fatalf("%x: skipped", b)
			}
		})
		must.Be(t, allocs <= 1, "%x: got %v allocations, want 1", b, allocs)
	}
}
