package summary

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"mycel/builder/ner"
)

// A Phrase is a candidate for a title.
type Phrase struct {
	Text  string
	Count int // occurrences in the class to name
	Total int // occurrences in all classes, at least Count
}

const (
	leastPhrases = 2   // phrases that a title takes in any case, if there are enough
	MostPhrases  = 5   // phrases of a title
	leastShare   = 0.5 // least share of the best score for further phrases
)

// Title names a class of texts, such as the leaves below a summary node, by the phrases that distinguish it, joined
// with ", ". These have the highest class-based TF-IDF (Grootendorst 2022, BERTopic):
//
//	score = Count · ln(1 + averagePerClass/Total)
//
// averagePerClass is the mean number of phrase occurrences per class. A phrase that contains a better phrase, or is
// contained in it, is left out. Of equal scores the phrase with more words wins. The title is empty if no phrase has a
// word. most bounds the number of phrases. O(n log n) for n phrases.
func Title(phrases []Phrase, averagePerClass float64, most int) string {
	var parts []string
	for _, i := range Phrases(phrases, averagePerClass, most) {
		parts = append(parts, strings.TrimSpace(phrases[i].Text))
	}
	return strings.Join(parts, ", ")
}

// Phrases returns the positions of the phrases that Title joins, in their order.
func Phrases(phrases []Phrase, averagePerClass float64, most int) []int {
	ranked := rankPhrases(phrases, averagePerClass)
	var chosen []int
	var taken []string
	for _, p := range ranked {
		if len(chosen) >= most || len(chosen) >= leastPhrases && p.score < leastShare*ranked[0].score {
			break
		}
		if slices.ContainsFunc(taken, func(other string) bool {
			return strings.Contains(other, p.words) || strings.Contains(p.words, other)
		}) {
			continue
		}
		chosen = append(chosen, p.at)
		taken = append(taken, p.words)
	}
	return chosen
}

type rankedPhrase struct {
	at     int // its position
	text   string
	words  string // keys of the tokens with a space around each
	tokens int
	score  float64
}

// rankPhrases returns the phrases with a word and a positive score, best first.
func rankPhrases(phrases []Phrase, averagePerClass float64) []rankedPhrase {
	var ranked []rankedPhrase
	for i, p := range phrases {
		if p.Count <= 0 {
			continue
		}
		key := ner.Key(p.Text)
		r := rankedPhrase{at: i, text: strings.TrimSpace(p.Text), words: " " + key + " ", tokens: strings.Count(key, " ") + 1}
		r.score = float64(p.Count) * math.Log1p(averagePerClass/float64(max(p.Count, p.Total)))
		spaced := r.tokens > 1 && len(r.words) == 2*r.tokens+1 // a heading in spaced letters, or a piece of it
		if key != "" && r.score > 0 && !spaced {
			ranked = append(ranked, r)
		}
	}
	slices.SortFunc(ranked, func(a, b rankedPhrase) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.tokens, a.tokens), strings.Compare(a.text, b.text))
	})
	return ranked
}
