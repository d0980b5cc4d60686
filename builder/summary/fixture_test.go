package summary

import (
	"math"
	"math/rand/v2"
	"strings"

	"mycel/engine/text"
)

// fixture turns sentences of words into Sentences, with a token per word and the
// idf of the words among them.
func fixture(lines ...string) ([]Sentence, []float32) {
	ids := map[string]uint32{}
	var df []int
	sentences := make([]Sentence, len(lines))
	for i, line := range lines {
		counts := map[uint32]uint32{}
		for sc := text.NewScanner(line); sc.Next(); {
			id, ok := ids[string(sc.Key())]
			if !ok {
				id = uint32(len(df))
				ids[string(sc.Key())] = id
				df = append(df, 0)
			}
			counts[id]++
		}
		sentences[i].Tokens = len(strings.Fields(line))
		for id := range uint32(len(df)) {
			if counts[id] > 0 {
				sentences[i].Terms = append(sentences[i].Terms, TermCount{id, counts[id]})
				df[id]++
			}
		}
	}
	idf := make([]float32, len(df))
	for id, n := range df {
		idf[id] = inverseFrequency(n, len(lines))
	}
	return sentences, idf
}

func inverseFrequency(df, n int) float32 {
	return float32(math.Log(1 + (float64(n-df)+0.5)/(float64(df)+0.5)))
}

// randomText returns n sentences of 3 to 40 tokens over a vocabulary whose word
// frequencies fall off as in a language, with topics that come and go.
func randomText(rng *rand.Rand, n, vocabulary int) ([]Sentence, []float32) {
	sentences := make([]Sentence, n)
	df := make([]int, vocabulary)
	for i := range sentences {
		tokens := 3 + rng.IntN(38)
		counts := make(map[int]uint32)
		for range tokens / 2 { // the others are stop words
			t := int(float64(vocabulary) * math.Pow(rng.Float64(), 4))
			if rng.IntN(3) == 0 {
				t = (i/50*37 + rng.IntN(20)) % vocabulary
			}
			counts[t]++
		}
		sentences[i].Tokens = tokens
		for t := range vocabulary {
			if counts[t] > 0 {
				sentences[i].Terms = append(sentences[i].Terms, TermCount{uint32(t), counts[t]})
				df[t]++
			}
		}
	}
	idf := make([]float32, vocabulary)
	for t, d := range df {
		idf[t] = inverseFrequency(d, n)
	}
	return sentences, idf
}
