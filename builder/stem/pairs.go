package stem

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mycel/engine/text"
)

// Tokens of scripts without spaces are pairs of characters. A pair from a function word is as common as the word, and
// so is a pair across its border.

// particles stand behind Japanese nouns. Behind Han characters they are not endings of verbs.
const particles = "はがのにでともへか"

// functionPairs knows the pairs of function words.
type functionPairs struct {
	reading string          // see Stemmer.Reading
	of      map[string]bool // pairs of function words
	single  string          // function words of one character
	follows string          // characters that are function words when they stand behind a Han character
}

// functionPairsOf returns the pairs of the stop words of a language whose tokens are pairs; nil for other languages.
// Japanese, Korean and Thai function words have letters of their own, so one list serves all three.
func functionPairsOf(base string) *functionPairs {
	f := &functionPairs{reading: "ja", of: map[string]bool{}, follows: particles}
	lists := []string{"ja", "ko", "th"}
	if base == "zh" {
		f.reading, f.follows, lists = base, "", []string{base}
	}
	if !slices.Contains(lists, base) {
		return nil
	}
	for _, list := range lists {
		for _, word := range wordsOf(stopWords, list) {
			if utf8.RuneCountInString(word) == 1 {
				f.single += word
			}
			for _, pair := range text.Tokens(word, len(word)) {
				f.of[word[pair.Start:pair.End]] = true
			}
		}
	}
	return f
}

// IsFunctionPair tells whether a token, in its most frequent spelling, is a pair of a function word.
func (s *Stemmer) IsFunctionPair(token string) bool {
	letters := []rune(token)
	return s.pairs != nil && len(letters) > 1 &&
		(s.pairs.of[token] || strings.ContainsAny(token, s.pairs.single) || unicode.Is(unicode.Han, letters[0]) && strings.ContainsRune(s.pairs.follows, letters[1]))
}
