package vector

import "math"

// smoothing keeps the weight of frequent terms from vanishing.
const smoothing = 0.5

// Weight is what a term counts in the vector of a passage or of a query: (idf + ½)^1.5, where idf is lexical's. The
// power is made of a square root, which every machine rounds alike.
func Weight(idf float32) float32 {
	x := idf + smoothing
	return x * float32(math.Sqrt(float64(x)))
}
