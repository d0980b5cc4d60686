package order

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/internal/must"
)

// The order is that of a stable sort, whatever the keys have in common.
func TestBy(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	keys := []string{"", "\x00", "\x00\x00", "abcdefgh", "abcdefgh\x00", "abcdefg", "\xff\xff\xff\xff\xff\xff\xff\xff"}
	for range fewRows {
		keys = append(keys, strings.Repeat("ab", rng.IntN(6))+string(rune('a'+rng.IntN(4))))
	}
	want := make([]int, len(keys))
	for i := range want {
		want[i] = i
	}
	slices.SortStableFunc(want, func(a, b int) int { return strings.Compare(keys[a], keys[b]) })
	must.Equal(t, By(len(keys), func(i int) string { return keys[i] }), want)
	if got := By(0, nil); len(got) != 0 {
		t.Errorf("got %v of nothing", got)
	}
}
