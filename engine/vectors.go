package engine

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"

	"mycel/engine/answer"
	"mycel/engine/bundle"
	"mycel/engine/vector"
)

// Vectors describes the vectors of the index; ok is false if it has none.
func (e *Engine) Vectors() (info answer.VectorInfo, ok bool) { return e.tables.Vectors() }

// decodeEncoder reads the description of the model that made the vectors.
func (s *shared) decodeEncoder(d *decoder) {
	x := &s.all
	if x.Vectors != nil {
		s.require(d, bundle.SectionVectors, bundle.GroupSigns)
	}
	if d.err != nil || x.Vectors == nil || !d.file.Has(bundle.SectionEncoder) {
		return
	}
	d.section(bundle.SectionEncoder, func(b []byte) (err error) {
		x.Encoder, err = vector.DecodeEncoder(b, x.Vectors.Dims())
		return err
	})
}

// require refuses an index that has a section but lacks the group of parts that belongs
// to it.
func (s *shared) require(d *decoder, section, group string) {
	if first, end := s.directory.Range(group); d.err == nil && first == end {
		d.err = bundle.Corrupt(section, errors.New("the index has no part "+group))
	}
}

// checkVector refuses vectors of queries that the encoder of an index cannot have made.
func checkVector(encoder *vector.Encoder, v []float32) error {
	if encoder == nil {
		return optionError("vector", "the index has no vectors of an encoder")
	}
	if len(v) != encoder.Input {
		return optionError("vector", "want "+strconv.Itoa(encoder.Input)+" dimensions of model "+encoder.Model)
	}
	count := float32(0) // number of elements that are not zero; NaN if an element is not finite
	for _, x := range v {
		count += x - x
		if x != 0 {
			count++
		}
	}
	if !(count > 0) {
		return optionError("vector", "an element is not a finite number, or all of them are zero")
	}
	return nil
}

// floats reads the vector of a request: little-endian float32.
func floats(b []byte) ([]float32, error) {
	if len(b)%4 != 0 {
		return nil, optionError("vector", "want four bytes for each dimension")
	}
	v := make([]float32, len(b)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v, nil
}
