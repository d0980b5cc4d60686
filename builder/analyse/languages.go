package analyse

import (
	"maps"
	"slices"
	"strings"

	"mycel/builder/ingest/document"
	"mycel/builder/stem"
)

// Pages may be in several languages, each with a stemmer of its own. One dictionary serves all. A form has its term in
// the language of the corpus, or else in the language that has it most. If another language gives the form another
// term, or has it as a stop word, a separate section says so. A corpus in one language has no such section.
//
// Until the dictionary is made, words of pages in other languages carry their language behind a zero byte, which no
// key has.

// Languages are the analyzers that the pages of a corpus need, one for each language.
type Languages struct {
	Stemmers []*stem.Stemmer // the stemmer of the corpus first
	Of       map[string]int  // by language as documents declare it: position in Stemmers
	Stop     map[string]bool // keys of the site's own stop words
}

// NewLanguages finds the languages of documents. Invalid tags stand for the language of the corpus.
func NewLanguages(main *stem.Stemmer, docs []document.Document) *Languages {
	return LanguagesOf(main, Declared(docs))
}

// Declared lists the languages that documents declare, ascending, each once.
func Declared(docs []document.Document) []string {
	declared := map[string]bool{}
	for i := range docs {
		declared[docs[i].Lang] = true
	}
	return slices.Sorted(maps.Keys(declared))
}

// LanguagesOf is NewLanguages for languages as Declared lists them.
func LanguagesOf(main *stem.Stemmer, declared []string) *Languages {
	t := &Languages{Stemmers: []*stem.Stemmer{main}, Of: map[string]int{"": 0}}
	for _, tag := range declared {
		s, err := stem.New(tag)
		if tag == "" || err != nil {
			t.Of[tag] = 0
			continue
		}
		n := slices.IndexFunc(t.Stemmers, func(other *stem.Stemmer) bool { return other.Reading() == s.Reading() })
		if n < 0 {
			n = len(t.Stemmers)
			t.Stemmers = append(t.Stemmers, s)
		}
		t.Of[tag] = n
	}
	return t
}

// mark marks the words of lists as words of another language than that of the corpus. keys are the keys of the words;
// mark returns them with the keys that it adds.
func (t *Languages) mark(language string, keys []string, lists func(visit func(WordList))) []string {
	n := t.Of[language]
	if n == 0 {
		return keys
	}
	marked := map[Form]Form{}
	lists(func(words WordList) {
		for i, w := range words {
			if key := keys[w]; key[0] >= '0' && key[0] <= '9' {
				continue
			}
			if _, ok := marked[w]; !ok {
				marked[w] = Form(len(keys))
				keys = append(keys, t.Marked(keys[w], n))
			}
			words[i] = marked[w]
		}
	})
	return keys
}

// Marked returns a key with the mark of stemmer n; stemmer 0 has no mark.
func (t *Languages) Marked(key string, n int) string {
	if n == 0 {
		return key
	}
	return key + "\x00" + t.Stemmers[n].Reading()
}

// Split returns a word and the stemmer of its language.
func (t *Languages) Split(w string) (key string, n int) {
	key, name, _ := strings.Cut(w, "\x00")
	for i, s := range t.Stemmers[1:] {
		if len(key) < len(w) && s.Reading() == name {
			return key, i + 1
		}
	}
	return key, 0
}
