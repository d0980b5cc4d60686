package terminal

import (
	"strconv"
	"strings"
)

// Thousands formats n with commas between groups of three digits.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	var out strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 && s[i-1] != '-' {
			out.WriteByte(',')
		}
		out.WriteRune(c)
	}
	return out.String()
}

// Quantity formats a number with its unit: "1 entity", "2,000 entities".
func Quantity(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Thousands(n) + " " + many
}

// Bytes formats a size in decimal units, as browsers do for downloads.
func Bytes(n int64) string {
	const unit = 1000
	if n < unit {
		return Quantity(int(n), "byte", "bytes")
	}
	value, name := float64(n)/unit, "kB"
	for _, next := range []string{"MB", "GB"} {
		// 999.95 would become 1000.0.
		if value < unit-0.05 {
			break
		}
		value, name = value/unit, next
	}
	return strconv.FormatFloat(value, 'f', 1, 64) + " " + name
}
