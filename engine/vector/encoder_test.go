package vector

import (
	"bytes"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/engine/wire"
	"mycel/internal/must"
)

// The first numbers of SplitMix64 with the seed 1234567, as its authors' C code
// gives them.
func TestSplitMix(t *testing.T) {
	state := uint64(1234567)
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		must.Equal(t, splitMix(&state), want)
	}
}

func TestHadamardByHand(t *testing.T) {
	x := []float32{1, 2, 3, 4}
	hadamard(x)
	must.Equal(t, x, []float32{10, -2, -4, 0})
}

// A rotation keeps all dot products, and is the matrix that FORMAT.md describes.
func TestRotationAgainstMatrix(t *testing.T) {
	const seed, size = 42, 128
	r := newRotation(seed, 100, 128)
	must.Hold(t, r.size == size, "got %d dimensions, want %d", r.size, size)
	state := uint64(seed)
	turned := func(x []float64) []float64 {
		for range 3 {
			signs := []uint64{splitMix(&state), splitMix(&state)}
			y := make([]float64, size)
			for i := range y {
				for j := range x {
					// An element of Hadamard's matrix is −1 to the number of bits that both
					// numbers have.
					parity := bits.OnesCount(uint(i&j)) + int(signs[j/64]>>(j%64)&1)
					y[i] += x[j] * float64(1-2*(parity%2)) / math.Sqrt(size)
				}
			}
			x = y
		}
		return x
	}
	rng := rand.New(rand.NewPCG(1, 2))
	x := make([]float32, size)
	exact := make([]float64, size)
	for i := range 100 {
		x[i] = float32(rng.NormFloat64())
		exact[i] = float64(x[i])
	}
	r.turn(x)
	for i, want := range turned(exact) {
		must.Hold(t, math.Abs(float64(x[i])-want) <= 1e-5, "dimension %d: got %v, want %v", i, x[i], want)
	}
}

// The bits of a rotation are part of the format: a bundle of another machine has
// signs that were made with them.
func TestRotationGolden(t *testing.T) {
	x := make([]float32, 64)
	for i := range x {
		x[i] = float32(i%7) / 3
	}
	newRotation(1, 64, 64).turn(x)
	got := [4]uint32{math.Float32bits(x[0]), math.Float32bits(x[1]), math.Float32bits(x[31]), math.Float32bits(x[63])}
	must.Equal(t, got, [4]uint32{0xc0598000, 0xbe62aaa8, 0x3f87aaaa, 0xc0002aab})
}

func encoder() *Encoder {
	e := &Encoder{Model: "small", Input: 3, Rotated: true, Seed: 1<<40 + 5, Centre: make([]float32, 64)}
	e.Centre[7] = 0.25
	return e
}

func TestEncoderRoundTrip(t *testing.T) {
	want := encoder()
	got, err := DecodeEncoder(want.Bytes(), 64)
	must.OK(t, err)
	if got.Model != want.Model || got.Input != 3 || !got.Rotated || got.Seed != want.Seed || !slices.Equal(got.Centre, want.Centre) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	want.Input, want.Rotated = 64, false
	if got, err = DecodeEncoder(want.Bytes(), 64); err != nil || got.Rotated || got.Input != 64 {
		t.Errorf("without a rotation: got %+v, %v", got, err)
	}
}

func TestDecodeEncoderErrors(t *testing.T) {
	for name, change := range map[string]func(*Encoder){
		"no dimensions":                              func(e *Encoder) { e.Input = 0 },
		"too many dimensions":                        func(e *Encoder) { e.Input = MaxInput + 1 },
		"other dimensions and no rotation":           func(e *Encoder) { e.Rotated = false },
		"a centre of other dimensions":               func(e *Encoder) { e.Centre = e.Centre[:63] },
		"a centre with an element that is no number": func(e *Encoder) { e.Centre[1] = float32(math.NaN()) },
	} {
		e := encoder()
		change(e)
		must.Is(t, must.Err(DecodeEncoder(e.Bytes(), 64)), wire.ErrCorrupt, "%s", name)
	}
	var w wire.Writer
	w.Strings([]string{"m"})
	w.Uint32s([]uint32{64})
	w.Uint32s([]uint32{1})
	w.Float32s(make([]float32, 64))
	must.Is(t, must.Err(DecodeEncoder(w.Bytes(), 64)), wire.ErrCorrupt, "half a seed")
	must.Is(t, must.Err(DecodeEncoder(encoder().Bytes()[:40], 64)), wire.ErrCorrupt, "truncated")
}

// Vectors without a direction are refused, whatever their size.
func TestProjectorWithoutDirection(t *testing.T) {
	p := encoder().NewProjector(64)
	dst := make([]float32, 64)
	for _, v := range [][]float32{{0, 0, 0}, {1e-45, 0, 0}} {
		must.Be(t, !p.Project(dst, v), "%v was projected to %v", v, dst)
	}
	must.Be(t, !slices.ContainsFunc(dst, func(v float32) bool { return v != 0 }), "the destination was written to: %v", dst)
	must.Be(t, p.Project(dst, []float32{math.MaxFloat32, math.MaxFloat32, 0}), "a long vector was refused")
}

// The centre is subtracted after the rotation, and length does not matter.
func TestProject(t *testing.T) {
	e := encoder()
	p := e.NewProjector(64)
	turned, projected := make([]float32, 64), make([]float32, 64)
	p.Turn(turned, []float32{3, 0, 4})
	p.Project(projected, []float32{0.75, 0, 1})
	length := 0.0
	for d := range turned {
		length += float64(turned[d]) * float64(turned[d])
		if got, want := projected[d], turned[d]-e.Centre[d]; math.Abs(float64(got-want)) > 1e-6 {
			t.Errorf("dimension %d: got %v, want %v", d, got, want)
		}
	}
	must.Be(t, math.Abs(length-1) <= 1e-5, "a rotated vector has the squared length %v, want 1", length)
}

// Whatever is accepted can project any vector, and encodes to the same bytes.
func FuzzDecodeEncoder(f *testing.F) {
	f.Add(encoder().Bytes(), float32(1))
	plain := &Encoder{Model: "m", Input: 64, Centre: make([]float32, 64)}
	f.Add(plain.Bytes(), float32(-3))
	f.Add([]byte{3, 0, 0}, float32(0))
	f.Fuzz(func(t *testing.T, b []byte, x float32) {
		e, err := DecodeEncoder(b, 64)
		if err != nil {
			must.Hold(t, errors.Is(err, wire.ErrCorrupt), "%v", err)
			return
		}
		if again, err := DecodeEncoder(e.Bytes(), 64); err != nil || !bytes.Equal(again.Bytes(), e.Bytes()) {
			t.Fatalf("does not survive a round trip: %v", err)
		}
		v := make([]float32, e.Input)
		v[len(v)-1] = x
		e.NewProjector(64).Project(make([]float32, 64), v)
	})
}
