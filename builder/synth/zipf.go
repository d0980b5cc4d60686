package synth

import (
	"iter"
	"math"
	"math/rand/v2"
	"strings"
)

// Zipf makes the n passages of Corpus with two more sentences in each. The frequencies of their words follow those of
// natural texts: the word of rank r occurs about 1/r times as often as the first (Zipf), and there are as many
// different words as in a text of that length (Heaps: twelve times the root of its tokens). The passages are made one
// at a time, so a corpus may be larger than memory.
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

// wordsAdded is the mean number of words that Zipf adds to a passage.
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
