package msgpack

import (
	"errors"
	"math"
	"testing"

	"mycel/internal/must"
)

// TestIntegers reads the bounds of every integer format of the specification as Int and Uint.
func TestIntegers(t *testing.T) {
	tests := []struct {
		name string
		b    string
		typ  Type
		i    int64
		u    uint64
		iErr error
		uErr error
	}{
		{name: "positive fixint 0", b: "\x00", typ: Uint},
		{name: "positive fixint 127", b: "\x7f", typ: Uint, i: 127, u: 127},
		{name: "negative fixint -1", b: "\xff", typ: Int, i: -1, uErr: ErrRange},
		{name: "negative fixint -32", b: "\xe0", typ: Int, i: -32, uErr: ErrRange},
		{name: "uint 8", b: "\xcc\xff", typ: Uint, i: 255, u: 255},
		{name: "uint 8 longer than needed", b: "\xcc\x05", typ: Uint, i: 5, u: 5},
		{name: "uint 16", b: "\xcd\x12\x34", typ: Uint, i: 0x1234, u: 0x1234},
		{name: "uint 32", b: "\xce\xff\xff\xff\xff", typ: Uint, i: math.MaxUint32, u: math.MaxUint32},
		{name: "uint 64 at MaxInt64", b: "\xcf\x7f\xff\xff\xff\xff\xff\xff\xff", typ: Uint, i: math.MaxInt64, u: math.MaxInt64},
		{name: "uint 64 above MaxInt64", b: "\xcf\x80\x00\x00\x00\x00\x00\x00\x00", typ: Uint, u: 1 << 63, iErr: ErrRange},
		{name: "uint 64 max", b: "\xcf\xff\xff\xff\xff\xff\xff\xff\xff", typ: Uint, u: math.MaxUint64, iErr: ErrRange},
		{name: "int 8 min", b: "\xd0\x80", typ: Int, i: -128, uErr: ErrRange},
		{name: "int 8 positive", b: "\xd0\x7f", typ: Int, i: 127, u: 127},
		{name: "int 16 min", b: "\xd1\x80\x00", typ: Int, i: math.MinInt16, uErr: ErrRange},
		{name: "int 16 positive", b: "\xd1\x01\x00", typ: Int, i: 256, u: 256},
		{name: "int 32 min", b: "\xd2\x80\x00\x00\x00", typ: Int, i: math.MinInt32, uErr: ErrRange},
		{name: "int 32 -1", b: "\xd2\xff\xff\xff\xff", typ: Int, i: -1, uErr: ErrRange},
		{name: "int 64 min", b: "\xd3\x80\x00\x00\x00\x00\x00\x00\x00", typ: Int, i: math.MinInt64, uErr: ErrRange},
		{name: "int 64 max", b: "\xd3\x7f\xff\xff\xff\xff\xff\xff\xff", typ: Int, i: math.MaxInt64, u: math.MaxInt64},
		{name: "str is no integer", b: "\xa15", typ: Str, iErr: ErrType, uErr: ErrType},
		{name: "float is no integer", b: "\xca\x00\x00\x00\x00", typ: Float, iErr: ErrType, uErr: ErrType},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checkPeek(t, tt.b, tt.typ)
			r := NewReader([]byte(tt.b))
			got := r.Int()
			check(t, &r, tt.b, got, tt.i, tt.iErr)
			r = NewReader([]byte(tt.b))
			gotU := r.Uint()
			check(t, &r, tt.b, gotU, tt.u, tt.uErr)
		})
	}
}

func TestFloats(t *testing.T) {
	tests := []struct {
		name string
		b    string
		typ  Type
		want float64
		err  error
	}{
		{name: "float 32", b: "\xca\x3f\xc0\x00\x00", typ: Float, want: 1.5},
		{name: "float 32 -Inf", b: "\xca\xff\x80\x00\x00", typ: Float, want: math.Inf(-1)},
		{name: "float 64", b: "\xcb\x40\x09\x21\xfb\x54\x44\x2d\x18", typ: Float, want: math.Pi},
		{name: "positive fixint", b: "\x02", typ: Uint, want: 2},
		{name: "negative fixint", b: "\xfe", typ: Int, want: -2},
		{name: "2⁵³", b: "\xcf\x00\x20\x00\x00\x00\x00\x00\x00", typ: Uint, want: 1 << 53},
		{name: "2⁵³+1 is no float64", b: "\xcf\x00\x20\x00\x00\x00\x00\x00\x01", typ: Uint, err: ErrRange},
		{name: "−2⁵³", b: "\xd3\xff\xe0\x00\x00\x00\x00\x00\x00", typ: Int, want: -1 << 53},
		{name: "−2⁵³−1 is no float64", b: "\xd3\xff\xdf\xff\xff\xff\xff\xff\xff", typ: Int, err: ErrRange},
		{name: "nil", b: "\xc0", typ: Nil, err: ErrType},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checkPeek(t, tt.b, tt.typ)
			r := NewReader([]byte(tt.b))
			got := r.Float()
			check(t, &r, tt.b, got, tt.want, tt.err)
		})
	}
}

func TestNilAndBool(t *testing.T) {
	checkPeek(t, "\xc0", Nil)
	checkPeek(t, "\xc2", Bool)
	checkPeek(t, "\xc1", Invalid)
	r := NewReader([]byte("\xc0\xc3\xc2"))
	r.Nil()
	must.Be(t, r.Bool(), "0xc3: got false, want true")
	must.Be(t, !r.Bool(), "0xc2: got true, want false")
	must.OK(t, r.Finish())
	for _, b := range []string{"\x01", "\xc0", "\xc1", ""} {
		r := NewReader([]byte(b))
		got := r.Bool()
		must.Be(t, !got && r.Err() != nil, "Bool of %x: got %v, error %v; want false and an error", b, got, r.Err())
	}
}

// TestPayloads reads every format of str and bin at the lengths where the format changes.
func TestPayloads(t *testing.T) {
	text := func(head string, n int) string { return head + string(make([]byte, n)) }
	tests := []struct {
		b   string
		typ Type
		n   int
	}{
		{"\xa0", Str, 0},
		{text("\xbf", 31), Str, 31},
		{text("\xd9\x20", 32), Str, 32},
		{text("\xd9\xff", 255), Str, 255},
		{text("\xda\x01\x00", 256), Str, 256},
		{text("\xdb\x00\x01\x00\x00", 65536), Str, 65536},
		{"\xdb\x00\x00\x00\x00", Str, 0},
		{"\xc4\x00", Bin, 0},
		{text("\xc4\xff", 255), Bin, 255},
		{text("\xc5\x01\x00", 256), Bin, 256},
		{text("\xc6\x00\x01\x00\x00", 65536), Bin, 65536},
	}
	for _, tt := range tests {
		checkPeek(t, tt.b, tt.typ)
		r := NewReader([]byte(tt.b))
		n := -1
		if tt.typ == Str {
			n = len(r.Str())
		} else {
			n = len(r.Bin())
		}
		check(t, &r, tt.b, n, tt.n, nil)
	}
}

// TestPayloadIsView checks that strings and slices share the input and end where they should.
func TestPayloadIsView(t *testing.T) {
	b := []byte("\xa3abc\xc4\x02de")
	r := NewReader(b)
	s, bin := r.Str(), r.Bin()
	b[1], b[6] = 'A', 'D'
	must.Be(t, s == "Abc" && string(bin) == "De", "got %q and %q, want views of the input", s, bin)
	r = NewReader(b)
	got := r.payload(Str)
	must.Be(t, cap(got) == 3, "capacity %d, want 3: appending would write into the input", cap(got))
}

func TestContainers(t *testing.T) {
	tests := []struct {
		name string
		b    string
		typ  Type
		n    int
		err  error
	}{
		{name: "fixarray", b: "\x93\x01\x02\x03", typ: Array, n: 3},
		{name: "array 16", b: "\xdc\x00\x02\x01\x02", typ: Array, n: 2},
		{name: "array 32", b: "\xdd\x00\x00\x00\x01\xc0", typ: Array, n: 1},
		{name: "array longer than the input", b: "\xdd\xff\xff\xff\xff\x00", typ: Array, err: ErrTruncated},
		{name: "array with one byte missing", b: "\x93\x01\x02", typ: Array, err: ErrTruncated},
		{name: "fixmap", b: "\x81\xa1k\x01", typ: Map, n: 1},
		{name: "map 16", b: "\xde\x00\x01\xc0\xc0", typ: Map, n: 1},
		{name: "map 32", b: "\xdf\x00\x00\x00\x00", typ: Map},
		{name: "map of more pairs than half the bytes", b: "\x82\x01\x02\x03", typ: Map, err: ErrTruncated},
		{name: "map longer than the input", b: "\xdf\xff\xff\xff\xff\x00\x00", typ: Map, err: ErrTruncated},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checkPeek(t, tt.b, tt.typ)
			r := NewReader([]byte(tt.b))
			n := 0
			if tt.typ == Array {
				n = r.ArrayLen()
			} else {
				n = r.MapLen()
			}
			must.Be(t, n == tt.n && errors.Is(r.Err(), tt.err), "got %d, error %v; want %d, error %v", n, r.Err(), tt.n, tt.err)
			r = NewReader([]byte(tt.b))
			r.Skip()
			must.Be(t, errors.Is(r.Err(), tt.err), "Skip: got error %v, want %v", r.Err(), tt.err)
		})
	}
}

// TestSkipExt passes over every extension format, timestamps (type −1) among them.
func TestSkipExt(t *testing.T) {
	data := func(head string, n int) string { return head + string(make([]byte, n)) }
	for _, b := range []string{
		data("\xd4\x05", 1), data("\xd5\x05", 2), data("\xd6\xff", 4), data("\xd7\xff", 8), data("\xd8\x05", 16),
		data("\xc7\x0c\xff", 12), data("\xc7\x00\x01", 0), data("\xc8\x01\x00\x01", 256), data("\xc9\x00\x01\x00\x00\x01", 65536),
	} {
		checkPeek(t, b, Ext)
		r := NewReader([]byte(b + "\x07"))
		r.Skip()
		got := r.Uint()
		must.Be(t, got == 7 && r.Finish() == nil, "ext %x…: the value after it reads %d, error %v; want 7", b[:2], got, r.Err())
		r = NewReader([]byte(b[:len(b)-1]))
		r.Skip()
		must.Be(t, errors.Is(r.Err(), ErrTruncated), "ext %x… without its last byte: got error %v, want %v", b[:2], r.Err(), ErrTruncated)
	}
}

func checkPeek(t *testing.T, b string, want Type) {
	t.Helper()
	r := NewReader([]byte(b))
	got := r.Peek()
	must.Be(t, got == want && r.Offset() == 0, "Peek of %x…: got %v at offset %d, want %v at 0", b[:1], got, r.Offset(), want)
}

// check compares one read of the whole of b: a success has used everything up, a failure nothing.
func check[T comparable](t *testing.T, r *Reader, b string, got, want T, wantErr error) {
	t.Helper()
	must.Be(t, got == want && errors.Is(r.Err(), wantErr), "%x…: got %v, error %v; want %v, error %v", b[:1], got, r.Err(), want, wantErr)
	wantOff := len(b)
	if wantErr != nil {
		wantOff = 0
	}
	must.Equal(t, r.Offset(), wantOff, "%x…: offset", b[:1])
}
