package embed

import (
	"context"
	"fmt"

	"mycel/engine/vector"
)

// Encoder makes vectors of texts, by a model in the program or behind an address.
type Encoder interface {
	// Model names the model. Queries of the bundle must be encoded by the model of the same name.
	Model() string
	// Dims is the number of dimensions of its vectors, 1 to vector.MaxInput.
	Dims() int
	// Encode returns a vector for each text, in their order. Vectors are finite and of any length; a text without
	// meaning for the model may have the zero vector.
	Encode(ctx context.Context, texts []string) ([][]float32, error)
}

// EncodeBatch is the number of texts in a call of Encode.
const EncodeBatch = 256

// EncodeWith makes the vectors of the passages with an encoder, and keeps their signs. bits is the number of signs, a
// multiple of 64, 64 to 1,024, or 0 for the number that suits the encoder; see Bits. The vectors are rotated first if
// their dimensions do not fit, or if some dimensions carry far more variance than others. The median over the passages
// is subtracted from every dimension, or zero if there are fewer than 20 passages, too few for a median.
//
// Errors name the model.
func EncodeWith(ctx context.Context, e Encoder, passages []string, bits int) (*Signs, *vector.Encoder, error) {
	if n := e.Dims(); n < 1 || n > vector.MaxInput {
		return nil, nil, fmt.Errorf("model %s: vectors of %d dimensions, want 1 to %d", e.Model(), n, vector.MaxInput)
	}
	raw, err := encodeAll(ctx, e, passages)
	if err != nil {
		return nil, nil, fmt.Errorf("model %s: %w", e.Model(), err)
	}
	if bits == 0 {
		bits = Bits(e.Dims())
	}
	d := &vector.Encoder{Model: e.Model(), Input: e.Dims()}
	if bits != e.Dims() || !balanced(raw) {
		d.Rotated, d.Seed = true, rotationSeed
	}
	x := project(d, raw, bits)
	d.Centre = make([]float32, bits)
	if x.rows >= minPassages {
		d.Centre = medians(x)
	}
	return signsOf(x, d.Centre), d, ctx.Err()
}

// EncodeMore makes sign vectors of further texts in the space of passages from EncodeWith; d is
// the description that EncodeWith returned.
func EncodeMore(ctx context.Context, e Encoder, d *vector.Encoder, texts []string) (*Signs, error) {
	raw, err := encodeAll(ctx, e, texts)
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", e.Model(), err)
	}
	return signsOf(project(d, raw, len(d.Centre)), d.Centre), ctx.Err()
}

// encodeAll returns the vectors of the texts as rows of a matrix.
func encodeAll(ctx context.Context, e Encoder, texts []string) (*matrix, error) {
	x := newMatrix(len(texts), e.Dims())
	for first := 0; first < len(texts); first += EncodeBatch {
		batch := texts[first:min(first+EncodeBatch, len(texts))]
		vectors, err := e.Encode(ctx, batch)
		if err != nil {
			return nil, err
		}
		if len(vectors) != len(batch) {
			return nil, fmt.Errorf("got %d vectors for %d texts", len(vectors), len(batch))
		}
		for i, v := range vectors {
			if len(v) != x.cols {
				return nil, fmt.Errorf("passage %d: got a vector of %d dimensions, want %d", first+i, len(v), x.cols)
			}
			for _, value := range v {
				if value-value != 0 {
					return nil, fmt.Errorf("passage %d: its vector has an element that is not a finite number", first+i)
				}
			}
			copy(x.row(first+i), v)
		}
	}
	return x, ctx.Err()
}

// minBits is the smallest number of signs after a rotation by default. With fewer the signs are
// too coarse, however few dimensions there were.
const minBits = 256

// Bits returns the number of signs that suits vectors of dims dimensions: dims if that is a
// multiple of 64 up to 1,024, else the next power of two, 256 to 1,024.
func Bits(dims int) int {
	if dims%vector.WordBits == 0 && dims <= vector.MaxDims {
		return dims
	}
	n := minBits
	for n < dims && n < vector.MaxDims {
		n *= 2
	}
	return n
}

// rotationSeed is the seed of all rotations; any seed is as good.
const rotationSeed = 1

// minBalance is the balance below which vectors are rotated. One bit per dimension gives all dimensions the same
// weight, so dimensions with little variance would drown the others.
const minBalance = 0.5

// balanced reports whether the variance is spread over the dimensions. The measure is the
// participation ratio, (Σ variance)² / (dimensions · Σ variance²): 1 if all variances are equal,
// 1/dimensions if one dimension has all variance.
func balanced(x *matrix) bool {
	sums, squares := make([]float64, x.cols), make([]float64, x.cols)
	for p := range x.rows {
		for d, v := range x.row(p) {
			sums[d] += float64(v)
			squares[d] += float64(float64(v) * float64(v))
		}
	}
	total, ofSquares, n := 0.0, 0.0, float64(max(x.rows, 1))
	for d := range sums {
		mean := sums[d] / n
		variance := squares[d]/n - float64(mean*mean)
		total += variance
		ofSquares += float64(variance * variance)
	}
	return float64(total*total) >= minBalance*float64(x.cols)*ofSquares
}

// project maps vectors of the model, row for row, to bits dimensions.
func project(d *vector.Encoder, raw *matrix, bits int) *matrix {
	x := newMatrix(raw.rows, bits)
	parallelRows(raw.rows, func(first, end int) {
		projector := d.NewProjector(bits)
		for p := first; p < end; p++ {
			projector.Turn(x.row(p), raw.row(p))
		}
	})
	return x
}
