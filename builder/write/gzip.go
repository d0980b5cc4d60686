package write

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/bits"
	"sync"

	"github.com/klauspost/compress/flate"

	"mycel/builder/parallel"
)

// Sizes of the pieces, in bytes, in which files are compressed on all cores. A piece ends with a section. Pieces are
// compressed independently, so more pieces make a section longer: two to four are a compromise.
const (
	shortestPiece = 32 << 10
	longestPiece  = 128 << 10
)

// pieces cuts a file whose sections have these ends; the last is the file's end. Texts get the longest pieces,
// because short pieces compress texts much worse.
func pieces(b []byte, ends []int, text bool) (out [][]byte) {
	first := 0
	for _, end := range ends {
		size := longestPiece
		if !text {
			size = max(shortestPiece, min(1<<bits.Len(uint(end-first))/4, longestPiece))
		}
		for first < end {
			next := min(first+size, end)
			out = append(out, b[first:next:next])
			first = next
		}
	}
	return out
}

// compressors keeps writers for pieces: making one costs as much as a short piece.
type compressors struct{ sync.Pool }

func newCompressors(level int) *compressors {
	return &compressors{sync.Pool{New: func() any {
		w, err := flate.NewWriter(nil, level)
		if err != nil {
			panic(err) // the level is one that there is
		}
		return w
	}}}
}

// compress compresses a piece so that other pieces can follow it.
func (c *compressors) compress(piece []byte) []byte {
	w := c.Get().(*flate.Writer)
	defer c.Put(w)
	var buf bytes.Buffer
	buf.Grow(len(piece)*3/4 + 64)
	w.Reset(&buf)
	// Writing to memory cannot fail.
	_, _ = w.Write(piece)
	_ = w.Flush()
	return buf.Bytes()
}

var (
	// Level 7 is within 1 % of the best level on an index, in three quarters of its time.
	withMatches = newCompressors(7)
	// Numbers that never repeat take less room without the codes that matches need: 2 % of the index of a small site.
	// It takes a tenth of the time.
	withoutMatches = newCompressors(flate.HuffmanOnly)
)

// longestUnmatched is the size of a piece from which some bytes always repeat.
const longestUnmatched = 32 << 10

// deflate compresses a piece, in the shorter of two ways.
func deflate(piece []byte) []byte {
	best := withMatches.compress(piece)
	if len(piece) < longestUnmatched {
		if other := withoutMatches.compress(piece); len(other) < len(best) {
			best = other
		}
	}
	return best
}

// Around the pieces of a gzip file (RFC 1952): a header without a time or a name, and an empty last block.
const (
	gzipHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
	lastBlock  = "\x01\x00\x00\xff\xff"
)

// Compress packs a file for delivery, its pieces on all cores. ends has the ends of its sections. text tells that it
// is a text, which compresses better in long pieces.
func Compress(content []byte, ends []int, text bool) []byte {
	list := pieces(content, ends, text)
	packed := make([][]byte, len(list))
	parallel.Do(len(list), func(i int) { packed[i] = deflate(list[i]) })
	return joinGzip(content, packed)
}

// joinGzip makes a gzip file of the compressed pieces of raw.
func joinGzip(raw []byte, pieces [][]byte) []byte {
	size := len(gzipHeader) + len(lastBlock) + 8
	for _, p := range pieces {
		size += len(p)
	}
	out := append(make([]byte, 0, size), gzipHeader...)
	for _, p := range pieces {
		out = append(out, p...)
	}
	out = append(out, lastBlock...)
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(raw))
	return binary.LittleEndian.AppendUint32(out, uint32(len(raw)))
}
