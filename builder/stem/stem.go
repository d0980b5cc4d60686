// Package stem reduces words to their stems with the Snowball stemmers of
// kljensen/snowball, and knows the stop words of the same languages.
package stem

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
	"golang.org/x/text/language"

	"mycel/engine/text"
)

// Stemmer stems the words of one language.
type Stemmer struct {
	tag     string
	english bool
	stem    func(word string, stemStopWords bool) string
	isStop  func(word string) bool
}

type snowball struct {
	stem   func(string, bool) string
	isStop func(string) bool
}

var languages = map[string]snowball{
	"en": {english.Stem, english.IsStopWord},
	"es": {spanish.Stem, spanish.IsStopWord},
	"fr": {french.Stem, french.IsStopWord},
	"hu": {hungarian.Stem, hungarian.IsStopWord},
	"no": {norwegian.Stem, norwegian.IsStopWord},
	"nb": {norwegian.Stem, norwegian.IsStopWord},
	"nn": {norwegian.Stem, norwegian.IsStopWord},
	"ru": {russian.Stem, russian.IsStopWord},
	"sv": {swedish.Stem, swedish.IsStopWord},
}

// Languages lists the languages that have a stemmer, as BCP 47 tags.
func Languages() []string {
	var tags []string
	for tag := range languages {
		tags = append(tags, tag)
	}
	slices.Sort(tags)
	return tags
}

// New returns the stemmer of a language, given as a BCP 47 tag ("en", "pt-BR").
// Languages without one get words as they are and have no stop words. A tag that
// is none is an error.
func New(tag string) (*Stemmer, error) {
	parsed, err := language.Parse(tag)
	if err != nil {
		return nil, fmt.Errorf("language %q: want a BCP 47 tag such as en or pt-BR: %w", tag, err)
	}
	base, _ := parsed.Base()
	s := &Stemmer{
		tag:     tag,
		english: base.String() == "en",
		stem:    func(word string, _ bool) string { return word },
		isStop:  func(string) bool { return false },
	}
	if sb, ok := languages[base.String()]; ok {
		s.stem, s.isStop = sb.stem, sb.isStop
	}
	return s, nil
}

// Tag returns the language that the stemmer was asked for.
func (s *Stemmer) Tag() string { return s.tag }

// englishMore are stop words that Snowball's English list leaves out: what the
// scanner leaves of n't words, and function words of questions.
var englishMore = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`
		ain aren couldn didn doesn hadn hasn haven isn mustn needn shouldn wasn weren won wouldn
		also could may might must shall us whose would`) {
		englishMore[w] = true
	}
}

// IsStop tells whether a word, in lower case, is a stop word.
func (s *Stemmer) IsStop(word string) bool {
	return s.isStop(word) || s.english && englishMore[word]
}

// Stem returns the key of a word's stem. The word is in lower case and keeps its
// diacritics, which stemmers need; the stem loses them.
func (s *Stemmer) Stem(word string) string {
	if stem := text.Key(s.stem(word, true)); stem != "" {
		return stem
	}
	return text.Key(word)
}
