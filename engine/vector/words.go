package vector

import "mycel/engine/wire"

// Words is a table of the vectors of words: a row of bytes and a scale for each word
// form of the dictionary that the model knows. It is immutable and borrows the
// section it was decoded from.
type Words struct {
	dims  int
	form  []uint32 // ascending
	scale []float32
	value []byte // as int8, row after row
}

// WordsBuilder collects the rows of a table.
type WordsBuilder struct {
	form  []uint32
	scale []float32
	value []byte
}

// maxByte is the largest value of an element of a row; −128 is not used, so that a
// vector and its opposite have opposite rows.
const maxByte = 127

// Add appends the vector of a word form, unless it is zero; forms ascend, and all
// vectors have the same length. Each element is rounded to one of 255 steps between
// the largest magnitude and its opposite.
func (b *WordsBuilder) Add(form int, v []float32) {
	largest := float32(0)
	for _, x := range v {
		largest = max(largest, x, -x)
	}
	if largest == 0 {
		return
	}
	b.form = append(b.form, uint32(form))
	b.scale = append(b.scale, largest/maxByte)
	for _, x := range v {
		b.value = append(b.value, byte(int8(round(x/largest*maxByte))))
	}
}

// round returns the nearest integer, halves away from zero.
func round(x float32) int {
	if x < 0 {
		return -int(0.5 - x)
	}
	return int(x + 0.5)
}

// Bytes encodes the section.
func (b *WordsBuilder) Bytes() []byte {
	var w wire.Writer
	w.Uint(uint32(len(b.form)))
	w.Steps(b.form)
	w.Float32s(b.scale)
	w.Raw(b.value)
	return w.Bytes()
}

// NewWords makes room for vectors of dims dimensions, still to be loaded.
func NewWords(dims int) *Words { return &Words{dims: dims} }

// Load reads the bytes of WordsBuilder for a dictionary with this number of forms. It copies no
// vectors. Errors wrap wire.ErrCorrupt.
func (t *Words) Load(b []byte, forms int) error {
	r := wire.NewReader(b)
	n := int(r.Uint())
	loaded := Words{dims: t.dims, form: r.Steps(nil, n, forms), scale: r.Float32s(), value: r.Raw()}
	if len(loaded.scale) != len(loaded.form) || len(loaded.value) != len(loaded.form)*t.dims {
		r.Fail("arrays of different lengths")
	}
	if err := r.Close(); err != nil {
		return err
	}
	*t = loaded
	return nil
}

// Len returns the number of words.
func (t *Words) Len() int { return len(t.form) }

// AddTo adds the vector of a word form to dst, which has as many elements as the
// vectors have dimensions. It returns false if the table lacks the form. O(log n + dims).
func (t *Words) AddTo(dst []float32, form int) bool {
	i, end := 0, len(t.form)
	for i < end {
		if mid := int(uint(i+end) >> 1); t.form[mid] < uint32(form) {
			i = mid + 1
		} else {
			end = mid
		}
	}
	if i == len(t.form) || t.form[i] != uint32(form) {
		return false
	}
	scale := t.scale[i]
	for d, v := range t.value[i*t.dims:][:t.dims] {
		dst[d] += float32(scale * float32(int8(v)))
	}
	return true
}
