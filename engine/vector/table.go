// Package vector compares a query with passages by sign vectors. A passage keeps one bit for each dimension of its
// embedding, the sign; the query keeps its floats (asymmetric distance). 256 dimensions take 32 bytes a passage, and
// rank almost as well as the floats.
package vector

import (
	"encoding/binary"

	"mycel/engine/wire"
)

// Limits of the number of dimensions, which is a multiple of WordBits.
const (
	WordBits = 64
	MinDims  = 64
	MaxDims  = 1024
)

// wordBytes is the size of a word.
const wordBytes = WordBits / 8

// Table holds a sign vector for each passage. It is immutable and borrows the section it was decoded from.
//
// Dimension d of a passage is bit d%64 of its word d/64; a set bit is +1, a clear one −1.
type Table struct {
	dims     int
	passages int
	bits     []byte // little-endian words, passage after passage; nil while they are missing
}

// Encode writes the number of dimensions, and EncodeSigns the vectors: dims/64 words a passage.
func Encode(dims int) []byte {
	var w wire.Writer
	w.Uint(uint32(dims))
	return w.Bytes()
}

// EncodeSigns writes the vectors.
func EncodeSigns(words []uint64) []byte {
	bits := make([]byte, 0, len(words)*wordBytes)
	for _, w := range words {
		bits = binary.LittleEndian.AppendUint64(bits, w)
	}
	return bits
}

// Decode reads the bytes of Encode, and makes room for the vectors of the given number of passages.
// Errors wrap wire.ErrCorrupt.
func Decode(b []byte, passages int) (*Table, error) {
	r := wire.NewReader(b)
	t := &Table{passages: passages, dims: int(r.Uint())}
	if t.dims < MinDims || t.dims > MaxDims || t.dims%WordBits != 0 {
		r.Fail("number of dimensions out of range")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	return t, nil
}

// NewTable makes room for sign vectors of dims dimensions of the given number of passages; Load loads them.
func NewTable(dims, passages int) *Table { return &Table{dims: dims, passages: passages} }

// Load reads the vectors. It copies nothing.
func (t *Table) Load(b []byte) error {
	if len(b) != t.passages*t.stride() {
		return &wire.Error{What: "wrong number of vectors"}
	}
	t.bits = b
	return nil
}

// stride is the size of one vector in bytes.
func (t *Table) stride() int { return t.dims / 8 }

// Dims returns the number of dimensions.
func (t *Table) Dims() int { return t.dims }

// Len returns the number of passages.
func (t *Table) Len() int { return t.passages }

// row returns the words of a passage as bytes.
func (t *Table) row(passage uint32) []byte {
	n := t.stride()
	return t.bits[int(passage)*n:][:n:n]
}

// AddTo adds weight times the passage's vector of ±1 to dst, which has Dims elements. O(Dims).
func (t *Table) AddTo(dst []float32, passage uint32, weight float32) {
	row := t.row(passage)
	for i := range row {
		signs := &signs[row[i]]
		out := (*[8]float32)(dst[8*i:])
		for k := range out {
			out[k] += float32(weight * signs[k])
		}
	}
}

// signs expands a byte to its eight signs: a load and a product per dimension instead of a shift, a mask and a branch.
var signs = func() (table [256][8]float32) {
	for b := range table {
		for k := range table[b] {
			table[b][k] = float32(int(b>>k&1)*2 - 1)
		}
	}
	return table
}()

// AppendWords appends the words of a passage's vector to dst.
func (t *Table) AppendWords(dst []uint64, passage uint32) []uint64 {
	row := t.row(passage)
	for i := 0; i < len(row); i += wordBytes {
		dst = append(dst, binary.LittleEndian.Uint64(row[i:]))
	}
	return dst
}
