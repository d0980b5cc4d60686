package rank

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/internal/must"
)

// Top and Best agree with sorting everything, ties included.
func TestTopAgainstSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := rng.IntN(60)
		ids := make([]uint32, n)
		score := make([]float32, n)
		want := make([]Item, n)
		for i, id := range rng.Perm(n) {
			ids[i] = uint32(id)
			score[id] = float32(rng.IntN(6))
		}
		for i, id := range ids {
			want[i] = Item{id, score[id]}
		}
		slices.SortFunc(want, Compare)
		k := rng.IntN(n + 3)
		if got := Top(nil, ids, score, k); !slices.Equal(got, want[:min(k, n)]) {
			t.Fatalf("Top %d of %v:\n got %v\nwant %v", k, want, got, want[:min(k, n)])
		}
		items := make([]Item, n)
		for i, id := range ids {
			items[i] = Item{id, score[id]}
		}
		must.Equal(t, Best(items, k), want[:min(k, n)], "Best %d of %v", k, want)
	}
}

func TestCommon(t *testing.T) {
	for _, tt := range []struct {
		a, b []uint32
		want int
	}{
		{nil, nil, 0}, {[]uint32{1}, nil, 0}, {[]uint32{1, 3, 5}, []uint32{2, 4, 6}, 0},
		{[]uint32{1, 3, 5}, []uint32{0, 3, 5, 9}, 2}, {[]uint32{1, 2}, []uint32{1, 2}, 2},
	} {
		if got, back := Common(tt.a, tt.b), Common(tt.b, tt.a); got != tt.want || back != tt.want {
			t.Errorf("%v and %v: got %d and %d, want %d", tt.a, tt.b, got, back, tt.want)
		}
	}
}

// Order sorts as a stable sort by comparison does, few ids and many, with keys of one byte and of four.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n, bits := rng.IntN(200), rng.IntN(33)
		keys := make([]uint32, n)
		ids := make([]uint32, n)
		for i := range ids {
			keys[i], ids[i] = uint32(rng.Uint64()>>32>>(32-bits)), uint32(n-1-i)
		}
		want := slices.Clone(ids)
		slices.SortStableFunc(want, func(a, b uint32) int { return int(keys[a]) - int(keys[b]) })
		if Order(ids, func(id uint32) uint32 { return keys[id] }); !slices.Equal(ids, want) {
			t.Fatalf("%d ids with keys of %d bits: got %v, want %v", n, bits, ids, want)
		}
	}
}

// Logarithms are within 1e-12, next to the borders of powers of two and of √2 as elsewhere.
func TestLn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	values := []float64{1, 2, math.Sqrt2, math.Nextafter(math.Sqrt2, 2), math.Nextafter(1, 0), math.Nextafter(2, 0), 0x1p-1022, math.MaxFloat64, 10, 1e-9}
	for range 20_000 {
		values = append(values, math.Exp(40*(rng.Float64()-0.5)), 1+rng.Float64())
	}
	for _, x := range values {
		if got, want := Ln(x), math.Log(x); math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
			t.Errorf("Ln(%v) = %v, want %v", x, got, want)
		}
	}
}

// A union ascends, and has each number of its lists once.
func TestUnion(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var lists [][]uint32
		has := map[uint32]bool{}
		for range rng.IntN(5) {
			var list []uint32
			for range rng.IntN(8) {
				list = append(list, rng.Uint32N(20))
				has[list[len(list)-1]] = true
			}
			lists = append(lists, list)
		}
		got := Union(lists...)
		for i, v := range got {
			if !has[v] || i > 0 && got[i-1] >= v {
				t.Fatalf("the union of %v is %v", lists, got)
			}
		}
		must.Hold(t, len(got) == len(has), "the union of %v is %v", lists, got)
	}
	must.Equal(t, Union([]uint32{0, 0}, nil, []uint32{math.MaxUint32}), []uint32{0, math.MaxUint32})
}
