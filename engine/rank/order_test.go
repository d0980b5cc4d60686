package rank

import (
	"math/rand/v2"
	"slices"
	"testing"
)

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
