package entity

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/internal/must"
)

// phrases are one to three words of an alphabet so small that they repeat, and one begins
// another.
func phrases(rng *rand.Rand, n int) (list []string) {
	alphabet := []string{"a", "b", "ab", "abc", "c d", "new", "york", "newyork"}
	for range n {
		var words []string
		for range 1 + rng.IntN(3) {
			words = append(words, alphabet[rng.IntN(len(alphabet))])
		}
		list = append(list, strings.Join(words, " "))
	}
	return list
}

// Words finds what a look at every key finds.
func TestWordsAgainstScan(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	found := 0
	for range 50 {
		keys := phrases(rng, 1+rng.IntN(200))
		slices.Sort(keys)
		keys = slices.Compact(keys)
		entities := make([]Entity, len(keys))
		for i, key := range keys {
			entities[i] = Entity{Key: key, Name: key}
		}
		v := Whole(entities, nil)
		words := NewWords(v)
		for _, phrase := range append(phrases(rng, 40), "", "missing", "a missing") {
			want := []uint32{9}
			for i, key := range keys {
				if phrase != "" && strings.Contains(" "+key+" ", " "+phrase+" ") {
					want = append(want, uint32(i))
				}
			}
			found += len(want) - 1
			got := words.Holding([]uint32{9}, phrase)
			must.Hold(t, slices.Equal(got, want), "keys with %q: got %v, want %v of %q", phrase, got, want, keys)
		}
	}
	must.Be(t, found >= 1000, "only %d keys found", found)
}

func TestWordsOfNoEntities(t *testing.T) {
	v := Whole(nil, nil)
	got := NewWords(v).Holding(nil, "anything")
	must.Be(t, len(got) <= 0, "got %v", got)
}
