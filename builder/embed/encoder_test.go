package embed

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mycel/engine/vector"
	"mycel/internal/must"
)

// listed is an encoder whose vectors are written down.
type listed struct {
	dims    int
	vectors map[string][]float32
	err     error
}

func (l *listed) Model() string { return "listed" }
func (l *listed) Dims() int     { return l.dims }

func (l *listed) Encode(_ context.Context, texts []string) ([][]float32, error) {
	if l.err != nil {
		return nil, l.err
	}
	var out [][]float32
	for _, t := range texts {
		if v, ok := l.vectors[t]; ok {
			out = append(out, v)
		}
	}
	return out, nil
}

// scattered makes an encoder with n texts whose vectors have the given spread in
// each dimension, and a mean far from zero.
func scattered(n int, spread ...float64) (*listed, []string) {
	rng := rand.New(rand.NewPCG(1, 2))
	l := &listed{dims: len(spread), vectors: map[string][]float32{}}
	var texts []string
	for i := range n {
		v := make([]float32, len(spread))
		for d, s := range spread {
			v[d] = float32(3 + s*rng.NormFloat64())
		}
		texts = append(texts, string(rune('a'+i%26))+strings.Repeat("x", i/26))
		l.vectors[texts[i]] = v
	}
	return l, texts
}

func evenly(n int, s float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = s
	}
	return out
}

func encode(t testing.TB, e Encoder, texts []string, bits int) (*Signs, *vector.Encoder) {
	t.Helper()
	return must.Get2(EncodeWith(context.Background(), e, texts, bits))(t)
}

func TestEncodeWithChoosesRotation(t *testing.T) {
	for name, test := range map[string]struct {
		spread  []float64
		bits    int
		want    int
		rotated bool
	}{
		"dimensions that fit":            {evenly(128, 1), 0, 128, false},
		"no multiple of 64":              {evenly(100, 1), 0, 256, true},
		"more than signs can be":         {evenly(1536, 1), 0, 1024, true},
		"other number of bits asked for": {evenly(128, 1), 64, 64, true},
		"few dimensions have it all":     {append(evenly(20, 5), evenly(108, 0.1)...), 0, 128, true},
	} {
		l, texts := scattered(60, test.spread...)
		signs, d := encode(t, l, texts, test.bits)
		if signs.Dims != test.want || d.Rotated != test.rotated || d.Input != len(test.spread) || d.Model != "listed" || len(d.Centre) != test.want {
			t.Errorf("%s: got %d bits, encoder %+v", name, signs.Dims, d)
		}
		must.Equal(t, len(signs.Words), 60*test.want/64, "%s", name)
	}
}

// A mean that all vectors share does not show in their signs: every bit divides the
// passages in halves.
func TestEncodeWithBalancesBits(t *testing.T) {
	l, texts := scattered(101, evenly(64, 1)...)
	signs, _ := encode(t, l, texts, 0)
	for d := range 64 {
		ones := 0
		for _, w := range signs.Words {
			ones += int(w >> d & 1)
		}
		must.Be(t, ones == 50, "dimension %d: %d of 101 passages are above the median, want 50", d, ones)
	}
}

// Signs of rotated vectors tell angles: the share of those that differ is the angle
// over π.
func TestRotationKeepsAngles(t *testing.T) {
	a, b := make([]float32, 100), make([]float32, 100)
	a[3], b[3], b[70] = 1, 1, 1 // 45 degrees
	l := &listed{dims: 100, vectors: map[string][]float32{"a": a, "b": b}}
	signs, d := encode(t, l, []string{"a", "b"}, 1024)
	must.Hold(t, d.Rotated, "not rotated")
	differ := float64(signs.Dims-signs.agreement(0, 1)) / 1024
	must.Be(t, math.Abs(differ-0.25) <= 0.06, "vectors at 45 degrees differ in %.3f of their signs, want about 0.25", differ)
}

func TestEncodeWithErrors(t *testing.T) {
	bad := errors.New("the model is out")
	for name, test := range map[string]struct {
		e    *listed
		want string
	}{
		"the encoder's own":   {&listed{dims: 64, err: bad}, bad.Error()},
		"no dimensions":       {&listed{}, "0 dimensions"},
		"too many dimensions": {&listed{dims: vector.MaxInput + 1}, "8193 dimensions"},
		"a vector missing":    {&listed{dims: 64}, "got 0 vectors for 1 texts"},
		"other dimensions":    {&listed{dims: 64, vectors: map[string][]float32{"a": make([]float32, 63)}}, "63 dimensions, want 64"},
		"not a number":        {&listed{dims: 1, vectors: map[string][]float32{"a": {float32(math.NaN())}}}, "not a finite number"},
		"infinite":            {&listed{dims: 1, vectors: map[string][]float32{"a": {float32(math.Inf(-1))}}}, "not a finite number"},
	} {
		_, _, err := EncodeWith(context.Background(), test.e, []string{"a"}, 0)
		must.Say(t, err, test.want, "%s", name)
		must.Say(t, err, "listed", "%s", name)
	}
}

// Texts of which the model knows nothing are no failure.
func TestEncodeWithZeroVectors(t *testing.T) {
	l := &listed{dims: 64, vectors: map[string][]float32{"a": make([]float32, 64)}}
	signs, _ := encode(t, l, []string{"a"}, 0)
	must.Be(t, len(signs.Words) == 1, "got %d words, want 1", len(signs.Words))
}
