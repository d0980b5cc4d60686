package ketrag

import (
	"slices"
	"strings"

	"mycel/builder/parallel"
	"mycel/builder/summary"
)

// Limits of a description, and the weights of the reasons for choosing a sentence: it is central
// among the sentences with the entity, it begins with the entity, it defines the entity.
const (
	describeTokens    = 60
	describeSentences = 3
	weightCentral     = 0.5
	weightLeading     = 0.3
	weightDefinition  = 0.2
)

// Describe chooses the sentences that describe each entity. It returns their positions by entity,
// ascending; empty for entities that no sentence mentions.
func Describe(sentences []Sentence, entities int, idf []float32) [][]int {
	found := occurrences(sentences, entities)
	out := make([][]int, entities)
	parallel.Do(entities, func(e int) { out[e] = describe(sentences, summary.Spread(found[e], maxSentences), idf) })
	return out
}

func describe(sentences []Sentence, found []occurrence, idf []float32) []int {
	at, bonus := make([]int, len(found)), make([]float64, len(found))
	for i, o := range found {
		at[i] = o.sentence
		bonus[i] = fitness(sentences[o.sentence].Text, o.mention)
	}
	chosen := summary.Describe(bags(sentences, at), idf, weightCentral, bonus, describeSentences, describeTokens)
	for i, c := range chosen {
		chosen[i] = at[c]
	}
	return chosen
}

// fitness returns the bonus of a sentence as a description of the entity in mention m.
func fitness(text string, m Mention) (bonus float64) {
	if 3*m.Start < len(text) {
		bonus += weightLeading
	}
	if defines(text[m.End:]) {
		bonus += weightDefinition
	}
	return bonus
}

// defines reports whether rest, the text after a name, begins a definition: "is a", "was the", ",
// an". A note in parentheses may come first, such as the dates of a life.
func defines(rest string) bool {
	rest = strings.TrimSpace(rest)
	if strings.HasPrefix(rest, "(") {
		if i := strings.IndexByte(rest, ')'); i >= 0 {
			rest = strings.TrimSpace(rest[i+1:])
		}
	}
	if after, ok := strings.CutPrefix(rest, ","); ok {
		return startsWith(after, "a", "an", "the")
	}
	return startsWith(rest, "is", "was", "are", "were")
}

// startsWith reports whether the first word of s is one of words.
func startsWith(s string, words ...string) bool {
	s = strings.TrimSpace(s)
	if i := strings.IndexFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }); i >= 0 {
		s = s[:i]
	}
	return slices.Contains(words, s)
}
