package intern

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/internal/must"
)

// A table gives the numbers that a map would.
func TestTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	table, want := New(0), map[string]uint32{}
	var all []string
	for range 20_000 {
		s := fmt.Sprint("w", rng.IntN(5_000))
		if n, ok := table.Find(s); ok != known(want, s) || ok && n != want[s] {
			t.Fatalf("Find(%q) = %d, %v", s, n, ok)
		}
		if _, ok := want[s]; !ok {
			want[s] = uint32(len(all))
			all = append(all, s)
		}
		must.Equal(t, table.Number(s), want[s], "Number(%q)", s)
	}
	many := New(0)
	for list := range slices.Chunk(append(slices.Clone(all), all...), 100) {
		for i, n := range many.NumberCopies(list, many.Hashes(list)) {
			must.Hold(t, n == want[list[i]], "NumberCopies has %d for %q, want %d", n, list[i], want[list[i]])
		}
	}
	must.Be(t, slices.Equal(table.All(), all), "the list is another")
}

func known(m map[string]uint32, s string) bool {
	_, ok := m[s]
	return ok
}
