package knn

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"mycel/builder/embed"
	"mycel/internal/must"
)

// randomWords deals words to n passages.
func randomWords(rng *rand.Rand, n, words int) [][]uint32 {
	lists := make([][]uint32, words)
	for t := range lists {
		for p := range n {
			if rng.IntN(words) < 1+t/4 {
				lists[t] = append(lists[t], uint32(p))
			}
		}
	}
	return lists
}

func common(a, b []uint32) (shared []uint32) {
	for _, x := range a {
		if slices.Contains(b, x) {
			shared = append(shared, x)
		}
	}
	return shared
}

// bruteForce sorts all other passages.
func bruteForce(n, k int, score func(i, j int) (float32, bool)) Lists {
	lists := make(Lists, n)
	for i := range n {
		for j := range n {
			if s, ok := score(i, j); ok && j != i {
				lists[i] = append(lists[i], Neighbour{ID: uint32(j), Score: s})
			}
		}
		slices.SortFunc(lists[i], func(a, b Neighbour) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
		})
		lists[i] = lists[i][:min(k, len(lists[i]))]
	}
	return lists
}

func ids(l Lists) [][]uint32 {
	out := make([][]uint32, len(l))
	for i, list := range l {
		for _, x := range list {
			out[i] = append(out[i], x.ID)
		}
	}
	return out
}

func TestByWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	lists := randomWords(rng, 90, 60)
	w := NewWords(lists, 90, 1)
	got := ByWords(w, 5, nil)
	want := bruteForce(90, 5, func(i, j int) (float32, bool) {
		n := len(common(w.Words[i], w.Words[j]))
		return float32(n), n > 0
	})
	must.Equal(t, ids(got), ids(want))
	idf := make([]float32, len(lists))
	for t := range idf {
		idf[t] = 1 + 3*rng.Float32()
	}
	got = ByTFIDF(w, 3, idf)
	length := func(words []uint32) (sum float64) {
		for _, t := range words {
			sum += float64(idf[t]) * float64(idf[t])
		}
		return sum
	}
	for i, list := range got {
		best := 0.0
		for j := range w.Words {
			if i != j {
				best = max(best, length(common(w.Words[i], w.Words[j]))/math.Sqrt(length(w.Words[i])*length(w.Words[j])))
			}
		}
		must.Be(t, len(list) == 0 || math.Abs(float64(list[0].Score)-best) <= 1e-5, "passage %d: nearest are %v, want %v", i, list, best)
	}
}

// Ties go by what the caller says, then by number.
func TestTies(t *testing.T) {
	w := NewWords([][]uint32{{0, 1, 2, 3}}, 4, 1)
	must.Equal(t, ids(ByWords(w, 2, nil)), [][]uint32{{1, 2}, {0, 2}, {0, 1}, {0, 1}}, "by number")
	last := func(_, b int) float32 { return float32(b) }
	must.Equal(t, ids(ByWords(w, 2, last)), [][]uint32{{3, 2}, {3, 2}, {3, 1}, {2, 1}}, "by tie")
}

// Words of too many passages do not count.
func TestFrequentWords(t *testing.T) {
	w := NewWords([][]uint32{{0, 1, 2, 3, 4}, {0, 4}}, 5, 0.4)
	must.Equal(t, ids(ByWords(w, 3, nil)), [][]uint32{{4}, nil, nil, nil, {0}})
}

func TestBySigns(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	s := &embed.Signs{Dims: 128, Words: make([]uint64, 2*150)}
	for i := range s.Words {
		s.Words[i] = rng.Uint64()
	}
	want := bruteForce(150, 4, func(i, j int) (float32, bool) {
		differ := bits.OnesCount64(s.Words[2*i]^s.Words[2*j]) + bits.OnesCount64(s.Words[2*i+1]^s.Words[2*j+1])
		return float32(64-differ) / 64, true
	})
	got := BySigns(s, 4)
	must.Equal(t, got, want)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	must.Be(t, reflect.DeepEqual(got, BySigns(s, 4)), "one core finds others")
	all := BySigns(s, 1000)
	must.Be(t, len(all[0]) == 149, "%d neighbours of 149", len(all[0]))
}

func TestGraph(t *testing.T) {
	a := Lists{{{ID: 1}}, {{ID: 0}}, {{ID: 1}}, nil}
	b := Lists{{{ID: 2}}, nil, nil, nil}
	must.Equal(t, Graph(4, a, b), [][]uint32{{1, 2}, {0, 2}, {0, 1}, nil})
}
