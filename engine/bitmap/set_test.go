package bitmap

import (
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/internal/must"
)

func TestAgreesWithRoaring(t *testing.T) {
	for _, set := range sets() {
		for i, b := range encodings(t, set.values) {
			t.Run(set.name, func(t *testing.T) {
				want := decode(t, b)
				agree(t, parse(t, b), want)
				padded := append(b[:len(b):len(b)], 0xff, 0xff, 0xff)
				agree(t, View(padded), want)
				_, n, ok := Parse(padded)
				must.Be(t, ok && n == len(b), "encoding %d with bytes after it: got %d bytes, %v; want %d", i, n, ok, len(b))
			})
		}
	}
}

// TestKinds checks that the sets above have the containers that their names say, so that the
// other tests test what they mean to.
func TestKinds(t *testing.T) {
	tests := []struct {
		values   []uint32
		optimize bool
		want     kind
	}{
		{every(0, 3, 4096), true, array},
		{every(0, 3, 4097), true, bitset},
		{every(0, 1, 65535), false, bitset},
		{every(0, 1, 65535), true, runs},
		{every(0, 1, 4096), false, array},
		{every(0, 1, 4096), true, runs},
	}
	for _, tt := range tests {
		r := roaring.BitmapOf(tt.values...)
		if tt.optimize {
			r.RunOptimize()
		}
		must.Equal(t, parse(t, encode(t, r)).kind(0), tt.want, "%d values from %d, optimized %v: kind", len(tt.values), tt.values[0], tt.optimize)
	}
}

// TestWorkedExample reads bytes written down by hand from the specification: {1, 2, 3, 1000}
// as an array, and as runs beside a second container.
func TestWorkedExample(t *testing.T) {
	tests := []struct {
		bytes string
		want  []uint32
	}{
		{"\x3a\x30\x00\x00" + "\x00\x00\x00\x00", nil},
		{
			"\x3a\x30\x00\x00" + "\x01\x00\x00\x00" + "\x00\x00\x03\x00" + "\x10\x00\x00\x00" +
				"\x01\x00\x02\x00\x03\x00\xe8\x03",
			[]uint32{1, 2, 3, 1000},
		},
		{
			"\x3b\x30\x01\x00" + "\x01" + "\x00\x00\x03\x00" + "\x02\x00\x00\x00" +
				"\x02\x00" + "\x01\x00\x02\x00" + "\xe8\x03\x00\x00" + "\x05\x00",
			[]uint32{1, 2, 3, 1000, 131077},
		},
	}
	for _, tt := range tests {
		s := parse(t, []byte(tt.bytes))
		must.Equal(t, s.Append(nil), tt.want)
		agree(t, s, decode(t, []byte(tt.bytes)))
	}
}

func TestZeroSet(t *testing.T) {
	var s Set
	agree(t, s, roaring.New())
	full := parse(t, encode(t, roaring.BitmapOf(1, 2, 3)))
	agreeOnIntersection(t, s, full, nil)
	agreeOnIntersection(t, full, s, nil)
}

// TestRankIndexes looks up entries in an array parallel to a set, which is what Rank is for.
func TestRankIndexes(t *testing.T) {
	values := []uint32{3, 70000, 70001, 1 << 31}
	for _, b := range encodings(t, values) {
		s := parse(t, b)
		for i, v := range values {
			must.Equal(t, s.Rank(v), i, "Rank(%d)", v)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	for _, set := range sets() {
		for _, b := range encodings(t, set.values) {
			dst := make([]uint32, 0, len(set.values))
			sum := 0
			allocs := testing.AllocsPerRun(10, func() {
				s, _, ok := Parse(b)
				must.Hold(t, ok, "refused")
				s = View(b)
				dst = s.Append(dst[:0])
				dst = AppendIntersection(dst[:0], s, s)
				sum += s.Len() + s.Rank(70000)
				if s.Contains(70000) {
					sum++
				}
			})
			must.Be(t, allocs == 0, "%s: got %v allocations, want 0 (%d)", set.name, allocs, sum)
		}
	}
}
