package vector

import (
	"math"

	"mycel/engine/wire"
)

// MaxInput is the largest number of dimensions of an encoder.
const MaxInput = 8192

// Encoder describes the model of an index's vectors and the changes made to them. An index whose vectors were trained
// on its corpus has none. It is immutable.
type Encoder struct {
	Model   string // name of the model
	Input   int    // dimensions of the model's vectors, 1..MaxInput
	Rotated bool   // if false, the dimensions are those of the signs
	Seed    uint64 // of the rotation
	// Centre is subtracted from a vector before its signs are taken; one element for each dimension of the signs.
	Centre []float32
}

// Bytes encodes the section.
func (e *Encoder) Bytes() []byte {
	var seed []uint32
	if e.Rotated {
		seed = []uint32{uint32(e.Seed), uint32(e.Seed >> 32)}
	}
	var w wire.Writer
	w.Strings([]string{e.Model})
	w.Uint32s([]uint32{uint32(e.Input)})
	w.Uint32s(seed)
	w.Float32s(e.Centre)
	return w.Bytes()
}

// DecodeEncoder reads what Bytes wrote for signs of dims dimensions. Errors wrap wire.ErrCorrupt.
func DecodeEncoder(b []byte, dims int) (*Encoder, error) {
	r := wire.NewReader(b)
	names := r.Strings(1)
	input := r.Uint32s()
	seed := r.Uint32s()
	e := &Encoder{Centre: r.Float32s()}
	if err := r.Close(); err != nil {
		return nil, err
	}
	e.Model = names.At(0)
	if len(input) == 1 {
		e.Input = int(input[0])
	}
	if len(seed) == 2 {
		e.Rotated, e.Seed = true, uint64(seed[0])|uint64(seed[1])<<32
	}
	if wrong := e.wrong(dims, len(seed)); wrong != "" {
		r.Fail(wrong)
	}
	return e, r.Close()
}

// wrong returns the mistake in a description for signs of dims dimensions, or "".
func (e *Encoder) wrong(dims, seedWords int) string {
	switch {
	case e.Input < 1 || e.Input > MaxInput:
		return "number of the encoder's dimensions out of range"
	case seedWords != 0 && !e.Rotated:
		return "seed of wrong length"
	case !e.Rotated && e.Input != dims:
		return "other dimensions than the vectors, and no rotation"
	case len(e.Centre) != dims:
		return "centre of wrong length"
	}
	return ""
}

// Projector maps vectors of the model to the space of the index's signs. It owns scratch space and is
// not safe for concurrent use.
type Projector struct {
	encoder  *Encoder
	dims     int
	rotation *rotation // nil without rotation
	work     []float32
}

// NewProjector makes a projector to dims dimensions.
func (e *Encoder) NewProjector(dims int) *Projector {
	p := &Projector{encoder: e, dims: dims, work: make([]float32, max(e.Input, dims))}
	if e.Rotated {
		p.rotation = newRotation(e.Seed, e.Input, dims)
		p.work = make([]float32, p.rotation.size)
	}
	return p
}

// Turn scales v to length 1, rotates it and writes it to dst. v has the model's dimensions. If v is zero or its square
// overflows, it has no direction: Turn returns false and leaves dst alone.
func (p *Projector) Turn(dst, v []float32) bool {
	sum := 0.0
	for _, x := range v {
		sum += float64(float64(x) * float64(x))
	}
	scale := float32(1 / math.Sqrt(sum))
	if !(scale > 0) || math.IsInf(float64(scale), 0) {
		return false
	}
	clear(p.work)
	for i, x := range v {
		p.work[i] = x * scale
	}
	if p.rotation != nil {
		p.rotation.turn(p.work)
	}
	copy(dst, p.work[:p.dims])
	return true
}

// Project is Turn, and then subtracts the centre, as the builder did for the passages before it took their signs.
func (p *Projector) Project(dst, v []float32) bool {
	if !p.Turn(dst, v) {
		return false
	}
	for i, c := range p.encoder.Centre {
		dst[i] -= c
	}
	return true
}
