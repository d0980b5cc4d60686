// Package decimal writes numbers in decimal digits.
package decimal

import (
	"math"
	"strconv"
)

// Append appends a finite number with the fewest digits that read back as the same float32, in
// format 'g' of strconv.AppendFloat. That function has tables of powers for 64 bits, which a
// reader would download; 32 bits can be tried digit by digit.
func Append(dst []byte, f float32) []byte {
	if f < 0 {
		dst, f = append(dst, '-'), -f
	}
	if !(f > 0 && f <= math.MaxFloat32) {
		return append(dst, '0')
	}
	x, shift := float64(f), 0 // x·10^shift has one digit before the point
	for power := x; power >= 10; power /= 10 {
		shift--
	}
	for power := x; power < 1; power *= 10 {
		shift++
	}
	n := uint64(math.RoundToEven(scale(x, shift)))
	for last := shift + 9; float32(scale(float64(n), -shift)) != f && shift < last; {
		shift++
		n = uint64(math.RoundToEven(scale(x, shift)))
	}
	for ; n%10 == 0; n /= 10 {
		shift--
	}
	return appendDigits(dst, strconv.Itoa(int(n)), shift)
}

// appendDigits appends digits·10^−shift. The last digit is not zero.
func appendDigits(dst []byte, digits string, shift int) []byte {
	point := len(digits) - shift // digits before it
	if point < -3 || point > 6 {
		if dst = append(dst, digits[0]); len(digits) > 1 {
			dst = append(append(dst, '.'), digits[1:]...)
		}
		sign, exponent := byte('+'), point-1
		if exponent < 0 {
			sign, exponent = '-', -exponent
		}
		return append(dst, 'e', sign, byte('0'+exponent/10), byte('0'+exponent%10))
	}
	if point <= 0 {
		dst = append(dst, '0')
	}
	for i := min(point, 0); i < max(point, len(digits)); i++ {
		if i == min(point, 0) && point <= 0 || i == point {
			dst = append(dst, '.')
		}
		if i < 0 || i >= len(digits) {
			dst = append(dst, '0')
		} else {
			dst = append(dst, digits[i])
		}
	}
	return dst
}

// scale returns x·10^n; the last bits of the float64 may be wrong.
func scale(x float64, n int) float64 {
	power := 1.0
	for range max(n, -n) {
		power *= 10
	}
	if n < 0 {
		return x / power
	}
	return x * power
}
