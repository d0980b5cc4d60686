package builder

import (
	"maps"
	"slices"
	"strings"

	"mycel/builder/ingest"
	"mycel/builder/stem"
	"mycel/engine/bundle"
	"mycel/engine/lexical"
	"mycel/engine/model"
)

// Pages may be in several languages, each with a stemmer of its own. One dictionary
// serves all: a form has the term that it has in the language of the corpus, or else in
// the one that has it most, and where another language makes another term of it, or has
// it for a stop word, a section of its own says so. A corpus in one language has none.
//
// Until the dictionary is made, words of pages in other languages than that of the
// corpus carry theirs behind a zero byte, which no key has.

// tongues are the ways of stemming that the pages of a corpus need.
type tongues struct {
	stemmers []*stem.Stemmer // that of the corpus first
	of       map[string]int  // by language as documents declare it: position in stemmers
}

// newTongues finds the languages of documents. Tags that are none are taken for the
// language of the corpus.
func newTongues(main *stem.Stemmer, docs []ingest.Document) *tongues {
	t := &tongues{stemmers: []*stem.Stemmer{main}, of: map[string]int{"": 0}}
	declared := map[string]bool{}
	for i := range docs {
		declared[docs[i].Lang] = true
	}
	for _, tag := range slices.Sorted(maps.Keys(declared)) {
		s, err := stem.New(tag)
		if tag == "" || err != nil {
			t.of[tag] = 0
			continue
		}
		n := slices.IndexFunc(t.stemmers, func(other *stem.Stemmer) bool { return other.Name() == s.Name() })
		if n < 0 {
			n = len(t.stemmers)
			t.stemmers = append(t.stemmers, s)
		}
		t.of[tag] = n
	}
	return t
}

// mark has the words of a page say that they are in another language than the corpus.
// Numbers are the same in all. keys are those of the page's words; mark returns them with
// those that it adds.
func (t *tongues) mark(p *page, keys []string) []string {
	n := t.of[p.doc.Lang]
	if n == 0 {
		return keys
	}
	marked := map[form]form{}
	p.lists(func(words wordList) {
		for i, w := range words {
			if key := keys[w]; key[0] >= '0' && key[0] <= '9' {
				continue
			}
			if _, ok := marked[w]; !ok {
				marked[w] = form(len(keys))
				keys = append(keys, t.marked(keys[w], n))
			}
			words[i] = marked[w]
		}
	})
	return keys
}

// marked returns a key with the name of a stemmer other than the first.
func (t *tongues) marked(key string, n int) string {
	if n == 0 {
		return key
	}
	return key + "\x00" + t.stemmers[n].Name()
}

// split returns a word and the stemmer of its language.
func (t *tongues) split(w string) (key string, n int) {
	key, name, _ := strings.Cut(w, "\x00")
	for i, s := range t.stemmers[1:] {
		if len(key) < len(w) && s.Name() == name {
			return key, i + 1
		}
	}
	return key, 0
}

// spoken is a form in one language.
type spoken struct {
	number form
	form   string
	tongue int
	count  int
	stem   string
	stop   bool
}

// choose returns of the forms, which are ascending and by tongue, the one of each that
// stands in the dictionary: that of the corpus's language, else the most frequent.
func choose(all []spoken) []spoken {
	if !slices.ContainsFunc(all, func(s spoken) bool { return s.tongue > 0 }) {
		return all // in one language no form is there twice
	}
	out := make([]spoken, 0, len(all))
	for _, s := range all {
		if n := len(out); n == 0 || out[n-1].form != s.form {
			out = append(out, s)
		} else if out[n-1].tongue > 0 && s.count > out[n-1].count {
			out[n-1] = s
		}
	}
	return out
}

// encodeLanguages writes how forms are read in the other languages of the corpus. There
// is a section only if it has several.
func (v *vocabulary) encodeLanguages(t *tongues) []bundle.Section {
	if len(t.stemmers) == 1 {
		return nil
	}
	readings := make([]lexical.LanguageReading, len(t.stemmers))
	for _, s := range v.spoken {
		i, _ := slices.BinarySearchFunc(v.entries, s.form, func(e lexical.Entry, form string) int { return strings.Compare(e.Form, form) })
		term, _ := slices.BinarySearch(v.stems, s.stem)
		if e := v.entries[i]; e.Term != model.TermID(term) || e.Stop != s.stop {
			r := &readings[s.tongue]
			r.Forms = append(r.Forms, uint32(i))
			r.Terms = append(r.Terms, uint32(term))
			r.Stop = append(r.Stop, s.stop)
		}
	}
	for n := 1; n < len(readings); n++ {
		readings[n].Rules = v.ruleSets[n]
	}
	languages := map[string]int{}
	for tag, n := range t.of {
		if tag != "" {
			if s, err := stem.New(tag); err == nil {
				languages[s.Base()] = n
			}
		}
	}
	languages[t.stemmers[0].Base()] = 0
	return []bundle.Section{{Name: bundle.SectionLanguages, Data: lexical.EncodeLanguages(languages, readings)}}
}
