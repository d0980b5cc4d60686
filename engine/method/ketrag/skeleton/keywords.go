package skeleton

import (
	"math/bits"

	"mycel/engine/model"
)

// A keyword's vector is the mean of those of the sentences that have it (the paper's
// section 4.3). It is stored nowhere: with f of length 1,
//
//	cos(q, keyword) = mean over its sentences of q·f(sentence) / |mean of f(sentence)|
//
// so a number a keyword, its Norm, and the vectors of the sentences do.

// AppendSentences appends the sentences in which a term occurs in a chunk, by the mask of its places (engine/wire) and
// the chunk's first sentence. Chunks are to come in their order; sentences that a chunk shares with those before are
// not appended again. What stands in titles and headings alone is in no sentence; all places from the 63rd on count as
// the 63rd.
func AppendSentences(dst []uint32, first model.SentenceID, places uint64) []uint32 {
	for places &^= 1; places != 0; places &= places - 1 {
		s := uint32(first) + uint32(bits.TrailingZeros64(places)) - 1
		if n := len(dst); n == 0 || dst[n-1] < s {
			dst = append(dst, s)
		}
	}
	return dst
}

// maxSentences is how many sentences make the vector of a keyword.
const maxSentences = 200

// Step tells which of n sentences make the vector of a keyword: each of up to 200, else
// every Step-th from the first on, 100 to 200 of them.
func Step(n int) int { return max(1, (n+maxSentences-1)/maxSentences) }
