package facet

import "mycel/engine/wire"

// MaxBoost is the largest factor of the score of a passage.
const MaxBoost = 100

// EncodeBoosts writes the factors of the passages' scores, each 0 to MaxBoost.
func EncodeBoosts(factors []float32) []byte {
	var w wire.Writer
	w.Float32s(factors)
	return w.Bytes()
}

// DecodeBoosts reads the factors of the given number of passages.
func DecodeBoosts(b []byte, passages int) ([]float32, error) {
	r := wire.NewReader(b)
	factors := r.Float32s()
	if len(factors) != passages {
		r.Fail("array of wrong length")
	}
	for _, f := range factors {
		if f < 0 || f > MaxBoost {
			r.Fail("factor out of range")
			break
		}
	}
	return factors, r.Close()
}
