package rank

import "math"

// Ln returns the natural logarithm of a positive normal number, within 1e-12, with the same bits on every machine.
// math.Log is assembly on some, which differs from wasm in the last place; this uses only operations that IEEE 754
// defines exactly, each product rounded before it is added.
func Ln(x float64) float64 {
	bits := math.Float64bits(x)
	exponent := int(bits>>52) - 1023
	m := math.Float64frombits(bits&(1<<52-1) | 1023<<52) // x = m·2^exponent, 1 ≤ m < 2
	if m > math.Sqrt2 {
		m /= 2
		exponent++
	}
	// ln m = 2·artanh(s), |s| < 0.172
	s := (m - 1) / (m + 1)
	s2 := float64(s * s)
	sum := 0.0
	for n := 15.0; n >= 1; n -= 2 {
		sum = float64(sum*s2) + 1/n
	}
	return float64(2*s*sum) + float64(float64(exponent)*math.Ln2)
}
