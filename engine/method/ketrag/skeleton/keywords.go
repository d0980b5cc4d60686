package skeleton

import (
	"math/bits"

	"mycel/engine/model"
)

// A keyword's vector is the mean of the vectors of its sentences (the paper's section 4.3). It is not stored: with f
// of length 1,
//
//	cos(q, keyword) = mean over its sentences of q·f(sentence) / |mean of f(sentence)|
//
// so one number for each keyword, its Norm, and the vectors of the sentences suffice.

// AppendSentences appends the sentences of a chunk in which a term occurs. places is the mask of the term's places
// (engine/wire), first the chunk's first sentence. Chunks must come in their order; sentences that a chunk shares with
// earlier ones are not appended again. Titles and headings are in no sentence; all places from the 63rd on count as
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

// maxSentences is the most sentences behind the vector of a keyword.
const maxSentences = 200

// Step returns the step between the sentences, of n, that make the vector of a keyword. It is 1 for up to 200
// sentences. For more it leaves 100 to 200 of them, beginning with the first.
func Step(n int) int { return max(1, (n+maxSentences-1)/maxSentences) }
