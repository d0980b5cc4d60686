// Package stem reduces words to their stems with the Snowball stemmers of kljensen/snowball and, for
// languages that it lacks, of blevesearch/snowballstem. It knows the stop words of these languages.
package stem

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
	snowballenglish "github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
	"golang.org/x/text/language"

	"mycel/engine/text"
)

// Stemmer stems the words of one language.
type Stemmer struct {
	tag     string
	base    string // language of the tag
	name    string // "" for none
	english bool
	stem    func(word string) string
	isStop  func(word string) bool
	pairs   *functionPairs
}

type snowball struct {
	stem   func(string) string
	isStop func(string) bool
}

var languages = map[string]snowball{
	"ar": listed("ar", generated(arabic.Stem)),
	"da": listed("da", generated(danish.Stem)),
	"de": listed("de", stemGerman),
	"fi": listed("fi", generated(finnish.Stem)),
	"it": listed("it", generated(italian.Stem)),
	"nl": listed("nl", generated(dutch.Stem)),
	"pt": listed("pt", generated(portuguese.Stem)),
	"ro": listed("ro", generated(romanian.Stem)),
	"ta": listed("ta", generated(tamil.Stem)),
	"tr": listed("tr", stemTurkish),

	"es": listed("es", kept(spanish.Stem)),
	"fr": listed("fr", kept(french.Stem)),
	"hu": listed("hu", kept(hungarian.Stem)),
	"no": listed("no", kept(norwegian.Stem)),
	"ru": listed("ru", stemRussian),
	"sv": listed("sv", kept(swedish.Stem)),

	"en": {kept(snowballenglish.Stem), snowballenglish.IsStopWord},
}

// kept returns a stemmer that stems stop words, too.
func kept(stem func(word string, stemStopWords bool) string) func(string) string {
	return func(word string) string { return stem(word, true) }
}

// generated returns the function of a stemmer that the Snowball compiler made.
func generated(stem func(*snowballstem.Env) bool) func(string) string {
	return func(word string) string {
		env := snowballstem.NewEnv(word)
		stem(env)
		return env.Current()
	}
}

// listed returns a stemmer with the stop words of its language in the file of stop words.
func listed(tag string, stem func(string) string) snowball {
	isStop := map[string]bool{} // words as written, and their keys: a query may lack the diacritics
	for _, w := range wordsOf(stopWords, tag) {
		isStop[w], isStop[text.Key(w)] = true, true
	}
	return snowball{
		stem: func(word string) string {
			if isStop[word] {
				return word // it is no form of other words: почти is none of почта
			}
			return stem(word)
		},
		isStop: func(word string) bool { return isStop[word] },
	}
}

// stemGerman stems as Snowball does, but keeps the er of comparatives: to a reader größere is no form of Größe. From
// words in -as and -os it removes the s, as in Schemas and Videos. Forms of a verb have one stem: see germanVerb.
func stemGerman(word string) string {
	stem := generated(german.Stem)(word)
	for _, ending := range [...]string{"ere", "eren", "erem", "erer", "eres"} {
		if begin, ok := strings.CutSuffix(word, ending); ok && text.Key(begin) == text.Key(stem) {
			return stem + "er"
		}
	}
	if begin, ok := strings.CutSuffix(stem, "s"); ok && len(stem) > 4 && strings.ContainsAny(begin[len(begin)-1:], "ao") && !strings.HasSuffix(stem, "los") && !strings.HasSuffix(stem, "ias") {
		return begin
	}
	return germanVerb(stem, strings.Contains(word[len(word)/2:], "ung"))
}

// stemTurkish also removes the ending of an infinitive that Snowball leaves: değerlendirme, değerlendirmek.
func stemTurkish(word string) string {
	stem := generated(turkish.Stem)(word)
	for _, ending := range [...]string{"mek", "mak", "mes", "mas", "me", "ma"} {
		verb, ok := strings.CutSuffix(stem, ending)
		vowel := strings.LastIndexAny(verb, "aıoueiöü")
		if ok && utf8.RuneCountInString(verb) >= leastStem && vowel >= 0 && strings.ContainsAny(verb[vowel:], "eiöü") == (ending[1] == 'e') {
			return verb
		}
	}
	return stem
}

//go:embed stopwords.txt
var stopWords string

// wordsOf returns the words in the line of a language; nil if there is no such line.
func wordsOf(lists, tag string) []string {
	for line := range strings.Lines(lists) {
		if language, words, _ := strings.Cut(line, " "); language == tag {
			return strings.Fields(words)
		}
	}
	return nil
}

// New returns the stemmer of a language, given as a BCP 47 tag ("en", "pt-BR"). Languages without
// a stemmer get one that leaves words as they are, and have no stop words. An invalid tag is an
// error.
func New(tag string) (*Stemmer, error) {
	parsed, err := language.Parse(tag)
	if err != nil {
		return nil, fmt.Errorf("language %q: want a BCP 47 tag such as en or pt-BR: %w", tag, err)
	}
	base, _ := parsed.Base()
	s := &Stemmer{
		tag:     tag,
		base:    base.String(),
		english: base.String() == "en",
		stem:    func(word string) string { return word },
		isStop:  func(string) bool { return false },
		pairs:   functionPairsOf(base.String()),
	}
	s.name = s.base
	if s.name == "nb" || s.name == "nn" {
		s.name = "no"
	}
	sb, ok := languages[s.name]
	if !ok {
		sb, ok = light[s.name]
	}
	if ok {
		s.stem, s.isStop = sb.stem, sb.isStop
	} else {
		s.name = ""
	}
	return s, nil
}

// Tag returns the language that the stemmer was asked for.
func (s *Stemmer) Tag() string { return s.tag }

// Base returns the language of the tag, without script or region.
func (s *Stemmer) Base() string { return s.base }

// Name identifies the stemmer: its language, or "" if it leaves words as they are.
func (s *Stemmer) Name() string { return s.name }

// Reading identifies the way of reading words: languages with the same reading need one stemmer.
func (s *Stemmer) Reading() string {
	if s.pairs != nil {
		return s.pairs.reading
	}
	return s.name
}

// english lists the English stop words: those of Snowball's list that kljensen/snowball knows (it can only be asked
// about single words), the pieces of n't words that the scanner leaves, and function words of questions.
var english = strings.Fields(`
	a about above after again against all am an and any are as at be because been before being below
	between both but by can did do does doing don down during each few for from further had has have
	having he her here hers herself him himself his how i if in into is it its itself just me more most
	my myself no nor not now of off on once only or other our ours ourselves out over own same she should
	so some such than that the their theirs them themselves then there these they this those through to
	too under until up very was we were what when where which while who whom why will with you your yours
	yourself yourselves
	ain aren couldn didn doesn hadn hasn haven isn mustn needn shouldn wasn weren won wouldn
	also could may might must shall us whose would`)

var isEnglish = map[string]bool{}

func init() {
	for _, w := range english {
		isEnglish[w] = true
	}
}

// StopWords lists the keys of the stop words of the language, if there is a list.
func (s *Stemmer) StopWords() []string {
	if s.english {
		return english
	}
	words := wordsOf(stopWords, s.name)
	for i, w := range words {
		words[i] = text.Key(w)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

//go:embed common.txt
var commonWords string

// CommonWords lists the keys of frequent words of the language, ascending, without those of
// StopWords. It returns nil for a language that has no such list.
func (s *Stemmer) CommonWords() []string {
	words, stop := wordsOf(commonWords, cmp.Or(s.name, s.base)), s.StopWords()
	return slices.DeleteFunc(words, func(w string) bool { return slices.Contains(stop, w) })
}

// IsStop tells whether a word, in lower case, is a stop word.
func (s *Stemmer) IsStop(word string) bool {
	return s.isStop(word) || s.english && isEnglish[word]
}

// Stem returns the key of a word's stem. The word is in lower case and keeps its
// diacritics, which stemmers need; the stem loses them.
func (s *Stemmer) Stem(word string) string {
	if stem := text.Key(s.stem(word)); stem != "" {
		return stem
	}
	return text.Key(word)
}
