package summary

import "slices"

// Describe chooses sentences that describe a thing which they all mention; Extract chooses in the same way for a
// summary. most bounds their number, budget their tokens. It returns their indices, ascending. The relevance of
// sentence i is weight · LexRank, scaled to 0..1, plus bonus[i]. O(n²) for n sentences.
func Describe(sentences []Sentence, idf []float32, weight float64, bonus []float64, most, budget int) []int {
	if len(sentences) <= 1 {
		return make([]int, len(sentences)) // the only sentence, of any length
	}
	v := newVectors(sentences, idf)
	score := relevance(v, sentences, Options{})
	for i := range score {
		score[i] = float64(weight*score[i]) + bonus[i]
	}
	c := newChoice(v, sentences, Options{}.withDefaults().Lambda, score)
	c.most = most
	chosen := c.run(sentences, budget)
	slices.Sort(chosen)
	return chosen
}
