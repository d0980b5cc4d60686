package write

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/internal/must"
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
				must.Be(t, len(p) != 0 && len(p) <= longestPiece, "%s: a piece of %d bytes", name, len(p))
				packed = append(packed, deflate(p))
			}
			z, err := gzip.NewReader(bytes.NewReader(joinGzip(content, packed)))
			must.Hold(t, err == nil, "%s: %v", name, err)
			if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, content) {
				t.Errorf("%s: got %d bytes, %v; want %d", name, len(got), err, len(content))
			}
		}
	}
}

// A long section is cut into pieces, and no piece is short. All cores compress them.
func TestPiecesOfLongSections(t *testing.T) {
	for size, want := range map[int]int{0: 0, 10_000: 1, shortestPiece: 1, 2 * shortestPiece: 2, 200_000: 4, 2_000_000: 16} {
		must.Equal(t, len(pieces(make([]byte, size), []int{size}, false)), want, "%d bytes", size)
	}
	must.Equal(t, len(pieces(make([]byte, 100_000), []int{100_000}, true)), 1, "a text of 100,000 bytes")
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
