package bitmap

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/internal/must"
)

// named is a set of values that exercises some part of the format.
type named struct {
	name   string
	values []uint32
}

// sets has every kind of container, at the sizes where kinds and headers change.
func sets() []named {
	rng := rand.New(rand.NewPCG(3, 4))
	list := []named{
		{"empty", nil},
		{"zero", []uint32{0}},
		{"last", []uint32{1<<32 - 1}},
		{"container border", []uint32{65535, 65536}},
		{"first and last of containers", []uint32{0, 65535, 65536, 131071, 1<<32 - 65536, 1<<32 - 1}},
		{"largest array", every(0, 3, 4096)},
		{"smallest bitset", every(0, 3, 4097)},
		{"full container", every(65536, 1, 65536)},
		{"sparse next to dense", append(every(0, 500, 100), every(65536, 7, 4000)...)},
		{"full but one", every(1, 1, 65535)},
		{"four full containers", every(0, 1, 4*65536)},
		{"two runs up to the border", append(every(10, 1, 100), every(65000, 1, 536)...)},
		{"run of one", append(every(0, 1, 100), 200)},
		{"evens", every(0, 2, 32768)},
	}
	for _, containers := range []int{1, 2, 3, 4, 5, 8, 9, 30} {
		list = append(list, named{"mixed " + string(rune('0'+containers%10)), mixed(rng, containers)})
	}
	for range 40 {
		list = append(list, named{"random", mixed(rng, 1+rng.IntN(6))})
	}
	return list
}

func every(first, step, n uint32) []uint32 {
	values := make([]uint32, n)
	for i := range values {
		values[i] = first + step*uint32(i)
	}
	return values
}

// mixed fills n containers, each in one of the ways that lead to the three kinds.
func mixed(rng *rand.Rand, n int) []uint32 {
	values := map[uint32]bool{}
	for range n {
		high := uint32(rng.IntN(3*n)) << 16
		switch rng.IntN(4) {
		case 0:
			for range 1 + rng.IntN(40) {
				values[high|uint32(rng.IntN(65536))] = true
			}
		case 1:
			for range 3000 + rng.IntN(20000) {
				values[high|uint32(rng.IntN(65536))] = true
			}
		case 2:
			for range 1 + rng.IntN(10) {
				first := rng.IntN(65536)
				for v := first; v < min(65536, first+rng.IntN(3000)); v++ {
					values[high|uint32(v)] = true
				}
			}
		default:
			values[high|uint32(rng.IntN(65536))] = true
		}
	}
	list := make([]uint32, 0, len(values))
	for v := range values {
		list = append(list, v)
	}
	slices.Sort(list)
	return list
}

// encodings writes the set with roaring, with runs where they are smaller and without.
func encodings(t testing.TB, values []uint32) [][]byte {
	t.Helper()
	plain := roaring.BitmapOf(values...)
	optimized := plain.Clone()
	optimized.RunOptimize()
	return [][]byte{encode(t, plain), encode(t, optimized)}
}

func encode(t testing.TB, r *roaring.Bitmap) []byte {
	t.Helper()
	var buf bytes.Buffer
	must.Get(r.WriteTo(&buf))(t)
	return buf.Bytes()
}

// decode reads b with roaring.
func decode(t testing.TB, b []byte) *roaring.Bitmap {
	t.Helper()
	r := roaring.New()
	if _, err := r.ReadFrom(bytes.NewReader(b)); err != nil {
		t.Fatalf("roaring does not read what Parse accepts: %v", err)
	}
	if err := r.Validate(); err != nil {
		t.Fatalf("roaring finds fault with what Parse accepts: %v", err)
	}
	return r
}

// parse parses the whole of b.
func parse(t testing.TB, b []byte) Set {
	t.Helper()
	s, n, ok := Parse(b)
	must.Hold(t, ok && n == len(b), "Parse: got %d bytes, %v; want %d bytes", n, ok, len(b))
	return s
}

// agree compares every method of s with roaring's of the same bytes.
func agree(t testing.TB, s Set, want *roaring.Bitmap) {
	t.Helper()
	values := want.ToArray()
	must.Hold(t, s.Len() == len(values), "Len: got %d, want %d", s.Len(), len(values))
	if got := s.Append([]uint32{7}); got[0] != 7 || !slices.Equal(got[1:], values) {
		t.Fatalf("Append: got %d values that differ from the %d wanted, or lost what was there", len(got)-1, len(values))
	}
	last, ok := s.Max()
	must.Hold(t, ok != (len(values) == 0) && (!ok || last == values[len(values)-1]), "Max() = %d, %v of %d values", last, ok, len(values))
	for _, x := range probes(values) {
		if got := s.Contains(x); got != want.Contains(x) {
			t.Fatalf("Contains(%d): got %v", x, got)
		}
		less, _ := slices.BinarySearch(values, x)
		must.Equal(t, s.Rank(x), less, "Rank(%d)", x)
	}
}

// probes are numbers in, beside and between the values, with the borders of containers.
func probes(values []uint32) []uint32 {
	xs := []uint32{0, 1, 63, 64, 65535, 65536, 65537, 1<<32 - 65536, 1<<32 - 1}
	for i := 0; i < len(values); i += 1 + len(values)/50 {
		xs = append(xs, values[i], values[i]-1, values[i]+1, values[i]|0xffff, (values[i]|0xffff)+1)
	}
	return xs
}

func agreeOnIntersection(t testing.TB, a, b Set, want []uint32) {
	t.Helper()
	got := AppendIntersection([]uint32{7}, a, b)
	must.Hold(t, got[0] == 7 && slices.Equal(got[1:], want), "AppendIntersection: got %d values, want %d others", len(got)-1, len(want))
}

// TestIntersections meets all pairs of sets in both encodings, which brings every kind of
// container together with every other.
func TestIntersections(t *testing.T) {
	type encoded struct {
		name string
		set  Set
		want *roaring.Bitmap
	}
	var all []encoded
	for _, set := range sets() {
		for i, b := range encodings(t, set.values) {
			all = append(all, encoded{fmt.Sprint(set.name, " ", i), parse(t, b), decode(t, b)})
		}
	}
	pairsOfKinds := map[[2]kind]bool{}
	for _, a := range all {
		for _, b := range all {
			want := roaring.And(a.want, b.want).ToArray()
			agreeOnIntersection(t, a.set, b.set, want)
			for i := range int(a.set.n) {
				if j, ok := b.set.find(a.set.key(i)); ok {
					pairsOfKinds[[2]kind{a.set.kind(i), b.set.kind(j)}] = true
				}
			}
		}
	}
	must.Be(t, len(pairsOfKinds) == 9, "%d pairs of kinds met, want 9", len(pairsOfKinds))
}
