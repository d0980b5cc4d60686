package facet

import (
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// MaxBoost is the largest factor by which a passage's score is multiplied.
const MaxBoost = 100

// Boosts are the factors of the passages' scores. They lie in parts.
type Boosts struct {
	parts.Reader
	factor [][]float32 // by part; other readers share them
}

// EncodeBoosts writes the factors of some passages, each 0 to MaxBoost.
func EncodeBoosts(factors []float32) []byte {
	var w wire.Writer
	var values []float32
	places := make([]uint32, len(factors))
	at := map[float32]uint32{}
	for i, f := range factors {
		place, known := at[f]
		if !known {
			place = uint32(len(values))
			at[f], values = place, append(values, f)
		}
		places[i] = place
	}
	w.Float32s(values)
	w.Runs(places)
	return w.Bytes()
}

// NewBoosts makes room for the factors of passages, which Load loads.
func NewBoosts(at parts.Reader) *Boosts { return &Boosts{at, make([][]float32, at.Len())} }

// For returns the same factors for another reader.
func (x *Boosts) For(w *parts.Missing) *Boosts {
	if x == nil {
		return nil
	}
	y := *x
	y.Missing = w
	return &y
}

// Load reads the factors of a part's passages, which EncodeBoosts wrote.
func (x *Boosts) Load(part int, b []byte) error {
	_, n := x.Span(part)
	r := wire.NewReader(b)
	values := r.Float32s()
	starts, places := r.Runs(n, len(values))
	factors := make([]float32, n)
	for i, end := len(places)-1, n; i >= 0; i-- {
		f := values[places[i]]
		if f < 0 || f > MaxBoost {
			r.Fail("factor out of range")
		}
		for ; end > int(starts[i]); end-- {
			factors[end-1] = f
		}
	}
	if err := r.Close(); err != nil {
		return err
	}
	x.factor[part] = factors
	return nil
}

// At returns the factor of a passage, 1 while its part is missing.
func (x *Boosts) At(passage uint32) float32 {
	if !x.Has(passage) {
		return 1
	}
	part, at := x.Place(passage)
	return x.factor[part][at]
}
