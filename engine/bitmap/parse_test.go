package bitmap

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
)

func TestParseRejects(t *testing.T) {
	const (
		plain  = "\x3a\x30\x00\x00"
		one    = plain + "\x01\x00\x00\x00"
		two    = plain + "\x02\x00\x00\x00"
		runOne = "\x3b\x30\x00\x00" + "\x01"
	)
	tests := []struct {
		name  string
		bytes string
		err   error
		text  string
	}{
		{"nothing", "", ErrTruncated, "bitmap: truncated: got 0, want at least 4"},
		{"another cookie", "\x39\x30\x00\x00\x00\x00\x00\x00", ErrCookie, "bitmap: not a roaring bitmap: got 12345, want 12346"},
		{"cookie 12346 with a high half", "\x3a\x30\x01\x00\x00\x00\x00\x00", ErrCookie, "bitmap: not a roaring bitmap: got 77882, want 12346"},
		{"count cut off", plain + "\x00\x00\x00", ErrTruncated, "bitmap: truncated: got 7, want at least 8"},
		{"count too large", plain + "\x01\x00\x01\x00", ErrCount, "bitmap: too many containers: got 65537, want at most 65536"},
		{"largest count, no keys", plain + "\x00\x00\x01\x00", ErrTruncated, "bitmap: truncated: got 8, want at least 524296"},
		{"keys cut off", one + "\x00\x00\x00\x00\x10\x00\x00", ErrTruncated, "bitmap: truncated: got 15, want at least 16"},
		{"array cut off", one + "\x00\x00\x01\x00" + "\x10\x00\x00\x00" + "\x01\x00\x02", ErrTruncated, "bitmap: container 0: truncated: got 19, want at least 20"},
		{"array out of order", one + "\x00\x00\x01\x00" + "\x10\x00\x00\x00" + "\x02\x00\x01\x00", ErrOrder, "bitmap: container 0: values do not ascend: got 1, want at least 3"},
		{"array with a value twice", one + "\x00\x00\x01\x00" + "\x10\x00\x00\x00" + "\x02\x00\x02\x00", ErrOrder, "bitmap: container 0: values do not ascend: got 2, want at least 3"},
		{"offset", one + "\x00\x00\x00\x00" + "\x11\x00\x00\x00" + "\x02\x00\x00", ErrOffset, "bitmap: container 0: wrong container offset: got 17, want 16"},
		{"keys out of order", two + "\x05\x00\x00\x00\x05\x00\x00\x00" + "\x18\x00\x00\x00\x1a\x00\x00\x00" + "\x01\x00\x01\x00", ErrKeyOrder, "bitmap: container 1: container keys do not ascend: got 5, want at least 6"},
		{"bitset with too few bits", one + "\x00\x00\x00\x10" + "\x10\x00\x00\x00" + string(make([]byte, 8192)), ErrCardinality, "bitmap: container 0: wrong cardinality: got 4097, want 0"},
		{"bitset cut off", one + "\x00\x00\x00\x10" + "\x10\x00\x00\x00" + string(make([]byte, 8191)), ErrTruncated, "bitmap: container 0: truncated: got 8207, want at least 8208"},
		{"flags cut off", "\x3b\x30\x00\x00", ErrTruncated, "bitmap: truncated: got 4, want at least 9"},
		{"flags without a container", "\x3b\x30\x00\x00" + "\x03" + "\x00\x00\x00\x00", ErrFlags, "bitmap: run flags beyond the last container: got 3, want 1"},
		{"number of runs cut off", runOne + "\x00\x00\x00\x00" + "\x01", ErrTruncated, "bitmap: container 0: truncated: got 10, want at least 11"},
		{"runs cut off", runOne + "\x00\x00\x00\x00" + "\x01\x00" + "\x01\x00\x00", ErrTruncated, "bitmap: container 0: truncated: got 14, want at least 15"},
		{"no runs", runOne + "\x00\x00\x00\x00" + "\x00\x00", ErrCardinality, "bitmap: container 0: wrong cardinality: got 1, want 0"},
		{"run longer than the cardinality", runOne + "\x00\x00\x00\x00" + "\x01\x00" + "\x01\x00\x01\x00", ErrCardinality, "bitmap: container 0: wrong cardinality: got 1, want 2"},
		{"run past the container", runOne + "\x00\x00\x01\x00" + "\x01\x00" + "\xff\xff\x01\x00", ErrOrder, "bitmap: container 0: values do not ascend: got 0, want at least 65535"},
		{"runs that overlap", runOne + "\x00\x00\x03\x00" + "\x02\x00" + "\x01\x00\x01\x00" + "\x02\x00\x01\x00", ErrOrder, "bitmap: container 0: values do not ascend: got 2, want at least 4"},
		{"runs that touch", runOne + "\x00\x00\x03\x00" + "\x02\x00" + "\x01\x00\x01\x00" + "\x03\x00\x01\x00", ErrOrder, "bitmap: container 0: values do not ascend: got 3, want at least 4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, n, err := Parse([]byte(tt.bytes))
			if !errors.Is(err, tt.err) || err.Error() != tt.text {
				t.Errorf("got %v\nwant %s", err, tt.text)
			}
			if n != 0 || s.Len() != 0 {
				t.Errorf("got %d bytes, %d values with an error; want none", n, s.Len())
			}
		})
	}
}

// TestParseTruncated cuts bitmaps of every kind off at every byte.
func TestParseTruncated(t *testing.T) {
	values := slices.Concat(every(0, 5, 50), every(65536, 1, 100), every(1<<20, 7, 4100), every(1<<24, 1, 300), every(1<<28, 1, 2))
	for _, b := range encodings(t, values) {
		for n := range b {
			if _, _, err := Parse(b[:n]); !errors.Is(err, ErrTruncated) {
				t.Fatalf("%d of %d bytes: got %v, want %v", n, len(b), err, ErrTruncated)
			}
		}
	}
}

// FuzzParse checks that whatever Parse accepts means the same to roaring, method by method.
func FuzzParse(f *testing.F) {
	for _, values := range [][]uint32{nil, {0}, {65535, 65536}, every(3, 1, 70), append(every(0, 1, 50), 1<<20), every(0, 65536, 5), every(0, 32768, 40)} {
		for _, b := range encodings(f, values) {
			f.Add(b, b)
		}
	}
	for _, b := range encodings(f, every(0, 3, 4097)) {
		f.Add(b, encode(f, roaring.BitmapOf(1, 3, 9)))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		setA, n, err := Parse(a)
		if err != nil {
			checkError(t, err)
			return
		}
		wantA := decode(t, a[:n])
		agree(t, setA, wantA)
		setB, m, err := Parse(b)
		if err != nil {
			checkError(t, err)
			return
		}
		agreeOnIntersection(t, setA, setB, roaring.And(wantA, decode(t, b[:m])).ToArray())
		if !bytes.Equal(encode(t, wantA), a[:n]) && !slices.Contains(runFlags(setA), false) {
			t.Fatalf("%x: roaring writes other bytes for the same containers", a[:n])
		}
	})
}

// runFlags tells of each container whether it holds runs.
func runFlags(s Set) []bool {
	flags := make([]bool, s.n)
	for i := range flags {
		flags[i] = s.kind(i) == runs
	}
	return flags
}

func checkError(t *testing.T, err error) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Err == nil || e.Got == e.Want || e.Error() == "" {
		t.Fatalf("got error %#v, want an *Error whose got differs from want", err)
	}
}
