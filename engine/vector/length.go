package vector

import "math"

// Normalise scales x to length 1; it returns false for the zero vector.
func Normalise(x []float32) bool {
	n := Length(x)
	if n == 0 {
		return false
	}
	scale := 1 / n
	for i := range x {
		x[i] *= scale
	}
	return true
}

// Length returns the Euclidean length of x.
func Length(x []float32) float32 {
	sum := float32(0)
	for _, v := range x {
		sum += float32(v * v)
	}
	return float32(math.Sqrt(float64(sum)))
}
