package bitmap

import (
	"bytes"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/internal/must"
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
	}{
		{"nothing", ""},
		{"another cookie", "\x39\x30\x00\x00\x00\x00\x00\x00"},
		{"cookie 12346 with a high half", "\x3a\x30\x01\x00\x00\x00\x00\x00"},
		{"count cut off", plain + "\x00\x00\x00"},
		{"count too large", plain + "\x01\x00\x01\x00"},
		{"largest count, no keys", plain + "\x00\x00\x01\x00"},
		{"keys cut off", one + "\x00\x00\x00\x00\x10\x00\x00"},
		{"array cut off", one + "\x00\x00\x01\x00" + "\x10\x00\x00\x00" + "\x01\x00\x02"},
		{"array out of order", one + "\x00\x00\x01\x00" + "\x10\x00\x00\x00" + "\x02\x00\x01\x00"},
		{"array with a value twice", one + "\x00\x00\x01\x00" + "\x10\x00\x00\x00" + "\x02\x00\x02\x00"},
		{"offset", one + "\x00\x00\x00\x00" + "\x11\x00\x00\x00" + "\x02\x00\x00"},
		{"keys out of order", two + "\x05\x00\x00\x00\x05\x00\x00\x00" + "\x18\x00\x00\x00\x1a\x00\x00\x00" + "\x01\x00\x01\x00"},
		{"bitset with too few bits", one + "\x00\x00\x00\x10" + "\x10\x00\x00\x00" + string(make([]byte, 8192))},
		{"bitset cut off", one + "\x00\x00\x00\x10" + "\x10\x00\x00\x00" + string(make([]byte, 8191))},
		{"flags cut off", "\x3b\x30\x00\x00"},
		{"flags without a container", "\x3b\x30\x00\x00" + "\x03" + "\x00\x00\x00\x00" + "\x01\x00" + "\x01\x00\x00\x00"},
		{"number of runs cut off", runOne + "\x00\x00\x00\x00" + "\x01"},
		{"runs cut off", runOne + "\x00\x00\x00\x00" + "\x01\x00" + "\x01\x00\x00"},
		{"no runs", runOne + "\x00\x00\x00\x00" + "\x00\x00"},
		{"run longer than the cardinality", runOne + "\x00\x00\x00\x00" + "\x01\x00" + "\x01\x00\x01\x00"},
		{"run past the container", runOne + "\x00\x00\x9e\x15" + "\x02\x00" + "\x60\xea\xaa\x15" + "\x0c\x00\xf3\xff"},
		{"runs that overlap", runOne + "\x00\x00\x03\x00" + "\x02\x00" + "\x01\x00\x01\x00" + "\x02\x00\x01\x00"},
		{"runs that touch", runOne + "\x00\x00\x03\x00" + "\x02\x00" + "\x01\x00\x01\x00" + "\x03\x00\x01\x00"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, n, ok := Parse([]byte(tt.bytes))
			must.Be(t, !ok && n == 0 && s.Len() == 0, "got %d bytes, %d values, %v; want a refusal", n, s.Len(), ok)
		})
	}
}

// TestParseTruncated cuts bitmaps of every kind off at every byte.
func TestParseTruncated(t *testing.T) {
	values := slices.Concat(every(0, 5, 50), every(65536, 1, 100), every(1<<20, 7, 4100), every(1<<24, 1, 300), every(1<<28, 1, 2))
	for _, b := range encodings(t, values) {
		for n := range b {
			_, _, ok := Parse(b[:n])
			must.Hold(t, !ok, "%d of %d bytes are accepted", n, len(b))
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
		setA, n, ok := Parse(a)
		if !ok {
			return
		}
		wantA := decode(t, a[:n])
		agree(t, setA, wantA)
		setB, m, ok := Parse(b)
		if !ok {
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
