package segment

import (
	"math/rand/v2"
	"testing"

	"mycel/internal/must"
)

func TestChunks(t *testing.T) {
	for _, c := range []struct {
		name          string
		tokens        []int
		size, overlap int
		want          []Chunk
	}{
		{"none", nil, 10, 2, nil},
		{"one", []int{3}, 10, 2, []Chunk{{0, 1, 3}}},
		{"all fit", []int{3, 3, 4}, 10, 2, []Chunk{{0, 3, 10}}},
		{"no overlap", []int{5, 5, 5}, 10, 0, []Chunk{{0, 2, 10}, {2, 3, 5}}},
		{"overlap", []int{4, 4, 2, 4, 4}, 10, 2, []Chunk{{0, 3, 10}, {2, 5, 10}}},
		{"overlap of several", []int{4, 4, 1, 1, 4, 4}, 10, 2, []Chunk{{0, 4, 10}, {2, 6, 10}}},
		{"sentences longer than the overlap", []int{5, 5, 5, 5}, 10, 4, []Chunk{{0, 2, 10}, {2, 4, 10}}},
		{"overlap gives way", []int{5, 3, 2, 9}, 10, 5, []Chunk{{0, 3, 10}, {3, 4, 9}}},
		{"long sentence", []int{1, 30, 1}, 10, 2, []Chunk{{0, 1, 1}, {1, 2, 30}, {2, 3, 1}}},
		{"last sentence", []int{5, 3, 2, 1}, 10, 2, []Chunk{{0, 3, 10}, {2, 4, 3}}},
	} {
		must.Equal(t, Chunks(c.tokens, c.size, c.overlap), c.want, "%s", c.name)
	}
}

func TestChunksProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		tokens := make([]int, rng.IntN(60))
		for i := range tokens {
			tokens[i] = rng.IntN(12)
		}
		size := 1 + rng.IntN(40)
		overlap := rng.IntN(size)
		checkChunks(t, tokens, size, overlap)
	}
}

func checkChunks(t *testing.T, tokens []int, size, overlap int) {
	t.Helper()
	chunks := Chunks(tokens, size, overlap)
	fail := func(why string, i int) {
		t.Helper()
		t.Fatalf("Chunks(%v, %d, %d) = %v: chunk %d %s", tokens, size, overlap, chunks, i, why)
	}
	sum := func(first, end int) (n int) {
		for _, x := range tokens[first:end] {
			n += x
		}
		return n
	}
	prev := Chunk{First: -1}
	for i, c := range chunks {
		switch {
		case c.First <= prev.First || c.End <= prev.End:
			fail("lies within the one before or behind", i)
		case c.First > prev.End:
			fail("leaves out a sentence before it", i)
		case c.Tokens != sum(c.First, c.End):
			fail("has another number of tokens", i)
		case c.Tokens > size && c.End-c.First > 1:
			fail("is too long", i)
		case i > 0 && c.First < prev.End && sum(c.First, prev.End) > overlap:
			fail("repeats too much", i)
		case c.End < len(tokens) && c.Tokens+tokens[c.End] <= size:
			fail("has room for the next sentence", i)
		}
		prev = c
	}
	if prev.End != len(tokens) && len(tokens) > 0 {
		fail("is not the end", len(chunks)-1)
	}
}

// A long text of short sentences has about one chunk for each size-overlap tokens.
func TestChunksOfLongText(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	tokens := make([]int, 20000)
	n := 0
	for i := range tokens {
		tokens[i] = 5 + rng.IntN(10)
		n += tokens[i]
	}
	got, want := len(Chunks(tokens, 1200, 100)), (n-100+1099)/1100
	must.Be(t, got >= want && got <= want+want/50, "%d tokens: got %d chunks, want %d or a few more", n, got, want)
}

func TestValidateChunking(t *testing.T) {
	for _, c := range []struct {
		size, overlap int
		ok            bool
	}{{1200, 100, true}, {1, 0, true}, {0, 0, false}, {-5, 0, false}, {10, -1, false}, {10, 10, false}, {10, 9, true}} {
		err := ValidateChunking(c.size, c.overlap)
		must.Be(t, (err == nil) == c.ok, "ValidateChunking(%d, %d) = %v, want ok = %v", c.size, c.overlap, err, c.ok)
	}
}

func FuzzChunks(f *testing.F) {
	f.Add([]byte{5, 3, 2, 9}, 10, 5)
	f.Fuzz(func(t *testing.T, raw []byte, size, overlap int) {
		tokens := make([]int, len(raw))
		for i, b := range raw {
			tokens[i] = int(b)
		}
		if ValidateChunking(size, overlap) == nil {
			checkChunks(t, tokens, size, overlap)
		} else if c := Chunks(tokens, size, overlap); len(c) == 0 && len(tokens) > 0 {
			t.Error("no chunks")
		}
	})
}
