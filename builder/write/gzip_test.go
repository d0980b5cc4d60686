package write

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// noise returns bytes without a pattern, of n values.
func noise(seed uint64, size, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(r.IntN(n))
	}
	return b
}

// Compressed pieces are one gzip file, whatever of both ways each was compressed in.
func TestPieces(t *testing.T) {
	prose := []byte(strings.Repeat("The quick brown fox jumps over the lazy dog. ", 5000))
	for name, sections := range map[string][][]byte{
		"nothing":         {},
		"an empty one":    {nil, []byte("a"), nil},
		"numbers":         {noise(1, 50_000, 20), noise(2, 3000, 200), noise(3, 300_000, 9)},
		"text":            {prose},
		"text and others": {prose[:1000], noise(4, 40_000, 256), prose},
		"a byte":          {bytes.Repeat([]byte{7}, 3*longestPiece)},
	} {
		content := slices.Concat(sections...)
		var ends []int
		for _, s := range sections {
			ends = append(ends, len(s))
			if n := len(ends); n > 1 {
				ends[n-1] += ends[n-2]
			}
		}
		for _, text := range []bool{false, true} {
			var packed [][]byte
			for _, p := range pieces(content, ends, text) {
				if len(p) == 0 || len(p) > longestPiece {
					t.Errorf("%s: a piece of %d bytes", name, len(p))
				}
				packed = append(packed, deflate(p))
			}
			z, err := gzip.NewReader(bytes.NewReader(joinGzip(content, packed)))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, content) {
				t.Errorf("%s: got %d bytes, %v; want %d", name, len(got), err, len(content))
			}
		}
	}
}

// A few bytes more change the piece that they are in, and no more than the next, in every
// section that has several.
func TestPiecesOfAnEdit(t *testing.T) {
	for _, size := range []int{10_000, 100_000, 2_000_000} {
		for _, text := range []bool{false, true} {
			before := noise(uint64(size), size, 20)
			has := map[string]bool{}
			list := pieces(before, []int{size}, text)
			if !text && size > 2*shortestPiece && len(list) < 2 {
				t.Errorf("%d bytes are one piece", size)
			}
			for _, p := range list {
				has[string(p)] = true
			}
			r := rand.New(rand.NewPCG(9, uint64(size)))
			for range 20 {
				after := slices.Insert(slices.Clone(before), r.IntN(size), 1, 2, 3)
				changed := 0
				for _, p := range pieces(after, []int{len(after)}, text) {
					if !has[string(p)] {
						changed++
					}
				}
				if changed == 0 || changed > 2 {
					t.Errorf("%d bytes, text %v: %d of %d pieces are others", size, text, changed, len(list))
				}
			}
		}
	}
}

// Without matches it is shorter, or not: the shorter one is taken.
func TestDeflateTakesTheShorter(t *testing.T) {
	numbers := noise(5, 4000, 30)
	if got := deflate(numbers); len(got) >= len(withMatches.compress(numbers)) {
		t.Errorf("numbers: got %d bytes", len(got))
	}
	again := bytes.Repeat(numbers[:200], 20)
	if got := deflate(again); len(got) >= len(withoutMatches.compress(again)) {
		t.Errorf("numbers that come again: got %d bytes", len(got))
	}
}
