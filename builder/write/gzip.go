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

// Sizes of the pieces that files are compressed in, in bytes. A piece ends with a section,
// and where its bytes say so, so that a change in a file changes few pieces, wherever it
// moves the others to. Pieces know nothing of each other, which makes a section the longer
// the more of them it has: two to four are a compromise.
const (
	shortestPiece = 16 << 10
	textPiece     = 64 << 10 // a text is much longer in short pieces, and an edit changes one
	longestPiece  = 512 << 10
)

// pieceSize returns the least length of the pieces of a section of n bytes, a power of two.
// Beyond it they go on as long again, in the mean.
func pieceSize(n int) int {
	return max(shortestPiece, min(1<<bits.Len(uint(n))/8, textPiece))
}

// pieceEnd returns the length of the first piece of b.
func pieceEnd(b []byte, size int) int {
	if len(b) <= size {
		return len(b)
	}
	end := min(len(b), longestPiece)
	shift := 64 - bits.TrailingZeros(uint(size))
	hash := uint64(0) // of the last 64 bytes (a gear hash: Xia et al. 2016, FastCDC)
	for i := size - 64; i < end; i++ {
		hash = hash<<1 + gear[b[i]]
		if i >= size && hash>>shift == 0 {
			return i
		}
	}
	return end
}

// gear has a number for every byte: multiples of the golden ratio, mixed.
var gear = func() (table [256]uint64) {
	for i := range table {
		x := uint64(i+1) * 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		table[i] = x ^ x>>31
	}
	return table
}()

// pieces cuts a file, whose sections have these ends: the last is its own.
func pieces(b []byte, ends []int, text bool) (out [][]byte) {
	first := 0
	for _, end := range ends {
		size := textPiece
		if !text {
			size = pieceSize(end - first)
		}
		for first < end {
			n := pieceEnd(b[first:end], size)
			out = append(out, b[first:first+n:first+n])
			first += n
		}
	}
	return out
}

// compressors are writers for pieces: making one costs as much as a short piece.
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

// compress compresses a piece so that others can follow.
func (c *compressors) compress(piece []byte) []byte {
	w := c.Get().(*flate.Writer)
	defer c.Put(w)
	var buf bytes.Buffer
	buf.Grow(len(piece)*3/4 + 64)
	w.Reset(&buf)
	// Writing to memory does not fail.
	_, _ = w.Write(piece)
	_ = w.Flush()
	return buf.Bytes()
}

var (
	// Level 7 is within 1 % of the best level on an index, in three quarters of its time.
	withMatches = newCompressors(7)
	// Numbers that resemble none before take less without the codes that matches need:
	// 2 % of the index of a small site. It takes a tenth of the time.
	withoutMatches = newCompressors(flate.HuffmanOnly)
)

// longestUnmatched is the length of pieces from which on something always matches.
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

// Around the pieces of a gzip file (RFC 1952): a header without a time or a name, and
// an empty last block.
const (
	gzipHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
	lastBlock  = "\x01\x00\x00\xff\xff"
)

// Compress packs a file for delivery, its pieces on all cores. ends says where its sections
// end; text, that it has a text, of which long pieces are shorter.
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
