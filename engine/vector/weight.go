package vector

import "math"

// smoothing keeps the weight of frequent terms from vanishing.
const smoothing = 0.5

// Weight returns the weight of a term in the vector of a passage or a query: (idf + ½)^1.5, with the idf of package
// lexical. The power is computed with a square root, which every machine rounds alike.
func Weight(idf float32) float32 {
	x := idf + smoothing
	return x * float32(math.Sqrt(float64(x)))
}
