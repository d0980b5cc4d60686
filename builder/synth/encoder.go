package synth

import (
	"context"
	"hash/fnv"
	"math/rand/v2"

	"mycel/engine/text"
)

// Encoder is a model for tests and benchmarks: every word has a random vector, seeded by its letters. The
// vector of a text is the sum of its words' vectors.
type Encoder struct {
	Name       string
	Dimensions int
}

// Model returns the name.
func (e Encoder) Model() string { return e.Name }

// Dims returns the number of dimensions.
func (e Encoder) Dims() int { return e.Dimensions }

// Encode returns the vectors of texts. It never fails.
func (e Encoder) Encode(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = make([]float32, e.Dimensions)
		for _, token := range text.Tokens(t, 1<<20) {
			addWord(out[i], token.Key)
		}
	}
	return out, nil
}

// addWord adds the vector of a word, by its key, unless it begins with x: such words are unknown to the
// model.
func addWord(dst []float32, word string) {
	if word[0] == 'x' {
		return
	}
	h := fnv.New64a()
	h.Write([]byte(word))
	rng := rand.New(rand.NewPCG(h.Sum64(), 0))
	for d := range dst {
		dst[d] += float32(rng.NormFloat64())
	}
}
