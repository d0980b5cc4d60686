package summary

import "math/bits"

// Weights returns the weights of terms in summary trees, by term. For a term in df of the passages it is about
// log2(passages/df): both numbers are rounded to powers of two, so the weight is 1, 3, 5 … half octaves.
//
// A tree depends on the weights of all terms of its document. With exact weights, a new sentence on one page would
// change those of all pages that share a word with it; with these it changes few. TF-IDF needs no more than the order
// of magnitude, so the choice of sentences is as good. No df is above passages; a df of 0 counts as a half. O(terms).
func Weights(df []uint32, passages int) []float32 {
	weights := make([]float32, len(df))
	for t, df := range df {
		weights[t] = float32(1 + 2*(bits.Len(uint(passages))-bits.Len32(df)))
	}
	return weights
}
