package summary

import "math/bits"

// Weights returns the weights of terms in summary trees, by term: of one that is in df of
// so many passages, log2(passages/df) as far as it is known when both numbers are rounded
// to powers of two: 1, 3, 5 … half octaves.
//
// A tree depends on the weights of all terms of its document. With exact ones, a sentence
// more on one page changes those of pages that share a word with it; with these, few. As
// TF-IDF needs no more than the order of magnitude, the choice of sentences is as good.
// No df is above passages; none at all counts as a half. O(terms).
func Weights(df []uint32, passages int) []float32 {
	weights := make([]float32, len(df))
	for t, df := range df {
		weights[t] = float32(1 + 2*(bits.Len(uint(passages))-bits.Len32(df)))
	}
	return weights
}
