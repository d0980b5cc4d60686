package synth

import (
	"iter"
	"math"
	"math/rand/v2"
	"strings"
)

// Zipf makes the n passages of Corpus with two sentences more in each, of words that are as frequent as those of
// natural texts: the word of rank r occurs about 1/r as often as the first (Zipf), among as many words as a text of
// that length has (Heaps: twelve times the root of its tokens). The passages are made one at a time, so that a corpus
// may be larger than memory.
func Zipf(seed uint64, n int) iter.Seq[Passage] {
	return func(yield func(Passage) bool) {
		g := &generator{rng: rand.New(rand.NewPCG(seed, 42)), n: n}
		words := int(12 * math.Sqrt(float64(n*wordsAdded)))
		for i := range n {
			p, _ := g.passage(i)
			p.Text += g.prose(words)
			if !yield(p) {
				return
			}
		}
	}
}

// wordsAdded is how many words Zipf adds to a passage, on average.
const wordsAdded = 30

// prose makes two sentences.
func (g *generator) prose(words int) string {
	var b strings.Builder
	for range 2 {
		b.WriteString(" The")
		for range wordsAdded/2 - 3 + g.rng.IntN(5) {
			rank := int(math.Exp(g.rng.Float64()*math.Log(float64(words)))) - 1
			b.WriteString(" " + strings.ToLower(name(rank*11+7)))
		}
		b.WriteString(".")
	}
	return b.String()
}
