package sprig

import "math"

// exp returns e^x for x ≤ 0, within 1e-12 of the result and with the same bits on every
// machine; 0 below −700.
func exp(x float64) float64 {
	if x < -700 {
		return 0
	}
	k := math.Floor(float64(x/math.Ln2) + 0.5)
	r := x - float64(k*math.Ln2) // |r| ≤ 0.347
	sum := 1.0
	for n := 12.0; n >= 1; n-- {
		sum = 1 + float64(sum*r)/n
	}
	return sum * math.Float64frombits(uint64(int(k)+1023)<<52)
}
