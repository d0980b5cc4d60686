package rank

import (
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
