package text

import (
	"math/rand/v2"
	"strings"
	"testing"

	"mycel/internal/must"
)

// slowDistance counts edits by their definition: an insertion, a deletion, a replacement, or two neighbours exchanged.
func slowDistance(a, b []rune) int {
	switch {
	case len(a) == 0 || len(b) == 0:
		return len(a) + len(b)
	case a[0] == b[0]:
		return slowDistance(a[1:], b[1:])
	}
	n := 1 + min(slowDistance(a[1:], b), slowDistance(a, b[1:]), slowDistance(a[1:], b[1:]))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		n = min(n, 1+slowDistance(a[2:], b[2:]))
	}
	return n
}

func TestDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	word := func() (w []rune) {
		for range rng.IntN(6) {
			w = append(w, rune('a'+rng.IntN(3)))
		}
		return w
	}
	for range 5_000 {
		a, b := word(), word()
		for most := range 3 {
			if got, want := Distance(a, b, most), slowDistance(a, b); got != want && (got <= most || want <= most) {
				t.Fatalf("%q and %q, at most %d: got %d, want %d", string(a), string(b), most, got, want)
			}
		}
	}
	long := []rune(strings.Repeat("ö", MaxLetters))
	for n := range 3 * MaxLetters {
		other := []rune(strings.Repeat("ö", n))
		apart := max(n-MaxLetters, MaxLetters-n)
		must.Equal(t, Distance(long, other, 2), min(apart, 3), "%d and %d letters", MaxLetters, n)
	}
}
