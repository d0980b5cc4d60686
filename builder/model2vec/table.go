package model2vec

import "fmt"

// Names under which a file has the vectors: Model2Vec's own and that of
// sentence-transformers.
var tableNames = []string{"embeddings", "embedding.weight"}

// table has the vector of each token. A quantised vocabulary shares vectors among
// tokens: mapping names the vector of a token, weights how long its own is.
type table struct {
	dims    int
	vectors []float32 // row after row
	mapping []int     // by token; nil if row t is token t's
	weights []float32 // by token; nil for 1
}

// readTable reads the table out of a file of tensors: the vectors as F64, F32, F16,
// BF16 or I8, without any scale; mapping as I32 or I64; weights as any of the first.
func readTable(b []byte) (*table, error) {
	tensors, err := readTensors(b)
	if err != nil {
		return nil, err
	}
	var vectors *tensor
	for _, name := range tableNames {
		if vectors == nil {
			vectors = tensors[name]
		}
	}
	if vectors == nil {
		return nil, fmt.Errorf("no tensor %q or %q", tableNames[0], tableNames[1])
	}
	if len(vectors.Shape) != 2 || vectors.Shape[0] < 1 || vectors.Shape[1] < 1 {
		return nil, fmt.Errorf("tensor %q: shape %v, want tokens × dimensions", vectors.name, vectors.Shape)
	}
	t := &table{dims: vectors.Shape[1]}
	if t.vectors, err = vectors.floats(); err != nil {
		return nil, err
	}
	if m := tensors["mapping"]; m != nil {
		if t.mapping, err = m.ints(vectors.Shape[0]); err != nil {
			return nil, err
		}
	}
	if w := tensors["weights"]; w != nil {
		if t.weights, err = w.floats(); err != nil {
			return nil, err
		}
		if len(t.weights) != t.tokens() {
			return nil, fmt.Errorf("tensor %q: got %d elements, want one for each of %d tokens", w.name, len(t.weights), t.tokens())
		}
	}
	return t, nil
}

// tokens returns how many tokens have a vector.
func (t *table) tokens() int {
	if t.mapping != nil {
		return len(t.mapping)
	}
	return len(t.vectors) / t.dims
}

// addTo adds the vector of a token to dst. Sums of texts, which may have a thousand
// tokens, are in double precision.
func (t *table) addTo(dst []float64, token int) {
	row, weight := token, float32(1)
	if t.mapping != nil {
		row = t.mapping[token]
	}
	if t.weights != nil {
		weight = t.weights[token]
	}
	for d, v := range t.vectors[row*t.dims:][:len(dst)] {
		dst[d] += float64(float64(weight) * float64(v))
	}
}
