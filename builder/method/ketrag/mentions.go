package ketrag

import "mycel/builder/summary"

// Mention is an occurrence of an entity in a sentence; Start and End are bytes in the
// sentence.
type Mention struct {
	Entity     uint32
	Start, End int
}

// Sentence is a sentence of the corpus.
type Sentence struct {
	ID       uint32
	Text     string
	Bag      summary.Sentence // its tokens and its terms
	Mentions []Mention        // in the order of the text
}

// maxSentences is the most sentences of an entity or a pair that are compared with
// each other; of more, this number is taken at even distances.
const maxSentences = 200

// occurrence is an entity's first mention in a sentence.
type occurrence struct {
	sentence int // position
	mention  Mention
}

// occurrences lists for every entity the sentences that mention it.
func occurrences(sentences []Sentence, entities int) [][]occurrence {
	out := make([][]occurrence, entities)
	for i := range sentences {
		for _, m := range sentences[i].Mentions {
			list := out[m.Entity]
			if n := len(list); n == 0 || list[n-1].sentence != i {
				out[m.Entity] = append(list, occurrence{i, m})
			}
		}
	}
	return out
}

// bags returns the bags of sentences.
func bags(sentences []Sentence, at []int) []summary.Sentence {
	out := make([]summary.Sentence, len(at))
	for i, s := range at {
		out[i] = sentences[s].Bag
	}
	return out
}
