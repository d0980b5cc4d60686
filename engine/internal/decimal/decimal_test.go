package decimal

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"mycel/internal/must"
)

// Numbers are written as strconv writes them. At powers of two, below which numbers are closer to each
// other than above, a number may have a digit more.
func TestAppend(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	numbers := []float32{0, 1, -1, 0.1, 0.5, 9.5, 10, 100, 999999, 1e6, 1234567, 1e-4, 1.5e-4, 1e-5, 123456.7, 16777216, math.MaxFloat32, math.SmallestNonzeroFloat32, -2.5e-30}
	for range 300_000 {
		numbers = append(numbers, math.Float32frombits(rng.Uint32()), float32(rng.Float64()), float32(rng.IntN(1e6))/1000, float32(rng.IntN(1000))*0.01)
	}
	longer := 0
	for _, f := range numbers {
		if f != f || math.IsInf(float64(f), 0) {
			continue
		}
		got, want := string(Append(nil, f)), strconv.FormatFloat(float64(f), 'g', -1, 32)
		if back, err := strconv.ParseFloat(got, 32); err != nil || float32(back) != f {
			t.Fatalf("%s is read as %v, %v", got, back, err)
		}
		if got == want {
			continue
		}
		if fraction, _ := math.Frexp(math.Abs(float64(f))); fraction != 0.5 && math.Abs(float64(f)) > 1e-37 {
			t.Errorf("got %s, want %s", got, want)
		}
		longer++
	}
	must.Be(t, longer <= len(numbers)/100, "%d of %d numbers otherwise than by strconv", longer, len(numbers))
}
