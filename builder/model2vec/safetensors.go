package model2vec

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// The container of tensors (https://github.com/huggingface/safetensors): the length of
// the header as a little-endian uint64, the header as a JSON object, the bytes of the
// tensors.

// maxHeader is the longest header that the format allows.
const maxHeader = 100_000_000

// tensor is one array of numbers in a file.
type tensor struct {
	DType string `json:"dtype"`
	Shape []int  `json:"shape"`
	Range [2]int `json:"data_offsets"`

	name string
	data []byte
}

// readTensors returns the tensors of a file by their names. They borrow b. Every
// tensor has the bytes that its shape and type take.
func readTensors(b []byte) (map[string]*tensor, error) {
	if len(b) < 8 {
		return nil, errors.New("shorter than the length of its header")
	}
	n := binary.LittleEndian.Uint64(b)
	if n > maxHeader || n > uint64(len(b)-8) {
		return nil, fmt.Errorf("a header of %d bytes in a file of %d", n, len(b))
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(b[8:8+n], &header); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	data := b[8+n:]
	tensors := map[string]*tensor{}
	for name, raw := range header {
		if name == "__metadata__" {
			continue
		}
		t := &tensor{name: name}
		if err := json.Unmarshal(raw, t); err != nil {
			return nil, fmt.Errorf("tensor %q: %w", name, err)
		}
		if t.Range[0] < 0 || t.Range[0] > t.Range[1] || t.Range[1] > len(data) {
			return nil, fmt.Errorf("tensor %q: bytes %d to %d of %d", name, t.Range[0], t.Range[1], len(data))
		}
		t.data = data[t.Range[0]:t.Range[1]]
		if err := t.check(); err != nil {
			return nil, err
		}
		tensors[name] = t
	}
	return tensors, nil
}

// check holds the number of bytes against shape and type. Types that this package
// does not read are left alone: they may be of tensors that nobody asks for.
func (t *tensor) check() error {
	size, known := sizes[t.DType]
	if !known {
		return nil
	}
	n := 1
	for _, d := range t.Shape {
		if d < 0 || d > 0 && n > math.MaxInt32/d {
			return fmt.Errorf("tensor %q: shape %v out of range", t.name, t.Shape)
		}
		n *= d
	}
	if len(t.data) != n*size {
		return fmt.Errorf("tensor %q: got %d bytes, want %d for %s %v", t.name, len(t.data), n*size, t.DType, t.Shape)
	}
	return nil
}

// sizes of an element in bytes, by type.
var sizes = map[string]int{"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I8": 1}

// floats returns the elements, which have to be finite.
func (t *tensor) floats() ([]float32, error) {
	var element func(b []byte) float32
	switch t.DType {
	case "F64":
		element = func(b []byte) float32 { return float32(math.Float64frombits(binary.LittleEndian.Uint64(b))) }
	case "F32":
		element = func(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }
	case "F16":
		element = func(b []byte) float32 { return halfFloat(binary.LittleEndian.Uint16(b)) }
	case "BF16":
		element = func(b []byte) float32 { return math.Float32frombits(uint32(binary.LittleEndian.Uint16(b)) << 16) }
	case "I8":
		element = func(b []byte) float32 { return float32(int8(b[0])) }
	default:
		return nil, fmt.Errorf("tensor %q: type %s, want F64, F32, F16, BF16 or I8", t.name, t.DType)
	}
	size := sizes[t.DType]
	out := make([]float32, len(t.data)/size)
	for i := range out {
		v := element(t.data[i*size:])
		if v-v != 0 {
			return nil, fmt.Errorf("tensor %q: element %d is not a finite number", t.name, i)
		}
		out[i] = v
	}
	return out, nil
}

// ints returns the elements, which have to be from 0 up to limit, exclusive.
func (t *tensor) ints(limit int) ([]int, error) {
	var element func(b []byte) int64
	switch t.DType {
	case "I64":
		element = func(b []byte) int64 { return int64(binary.LittleEndian.Uint64(b)) }
	case "I32":
		element = func(b []byte) int64 { return int64(int32(binary.LittleEndian.Uint32(b))) }
	default:
		return nil, fmt.Errorf("tensor %q: type %s, want I32 or I64", t.name, t.DType)
	}
	size := sizes[t.DType]
	out := make([]int, len(t.data)/size)
	for i := range out {
		v := element(t.data[i*size:])
		if v < 0 || v >= int64(limit) {
			return nil, fmt.Errorf("tensor %q: element %d is %d, want 0 to %d", t.name, i, v, limit-1)
		}
		out[i] = int(v)
	}
	return out, nil
}

// halfFloat returns the value of an IEEE 754 number of 16 bits.
func halfFloat(h uint16) float32 {
	exponent, fraction := int(h>>10&31), float64(h&1023)
	v := 0.0
	switch exponent {
	case 0:
		v = math.Ldexp(fraction, -24)
	case 31:
		v = math.Inf(1)
		if fraction != 0 {
			v = math.NaN()
		}
	default:
		v = math.Ldexp(1024+fraction, exponent-25)
	}
	if h&0x8000 != 0 {
		v = -v
	}
	return float32(v)
}
