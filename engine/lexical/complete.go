package lexical

import (
	"strings"
	"unicode/utf8"

	"mycel/engine/model"
	"mycel/engine/text"
)

// Completion says when the last word of a query is read as the beginning of others.
type Completion uint8

const (
	CompleteUnfinished Completion = iota // when nothing stands behind it and it is unknown or short
	CompleteAlways                       // when nothing stands behind it
	CompleteNever
)

// Limits of completion.
const (
	maxCompletions = 8 // of a word, the most frequent ones
	shortWord      = 3 // characters of a known word that may still be a beginning
)

// unfinished tells whether a word can be one that is being typed. A single letter
// begins too many others; a single character of a script whose tokens are pairs
// does not.
func (q *Query) unfinished(w *Word, when Completion) bool {
	n := utf8.RuneCountInString(w.Key)
	if when == CompleteNever || w.Quoted || w.Excluded || w.End < len(q.Text) || n < 2 && len(w.Key) < 3 {
		return false
	}
	return when == CompleteAlways || w.Read != Exact || n <= shortWord
}

// maxPairs is how many pairs a single character is read as, the most frequent ones.
const maxPairs = 64

// pairs returns the pairs with a word that is a single character of a script whose
// tokens are pairs, and those as the corpus has them: between others the character is
// no token of its own. O(forms of such scripts).
func (d *Dictionary) pairs(w *Word) (terms []model.TermID, forms []string) {
	r, n := utf8.DecodeRuneInString(w.Key)
	if n < len(w.Key) || !text.Unspaced(r) || w.Quoted || w.Excluded {
		return nil, nil
	}
	c := candidates{d: d, most: maxPairs}
	i, _ := d.forms.Find("\xe0") // where characters of three bytes begin
	for ; i < d.forms.Len(); i++ {
		if form := d.form(i); form != w.Key && strings.Contains(form, w.Key) {
			c.offer(candidate{form: i})
		}
	}
	return c.readings()
}

// completions returns the terms that begin with key, but for stop words and the
// given one: those of most passages first, at most maxCompletions. forms are the
// words, as the corpus has them. O(log n + forms that begin with key).
func (d *Dictionary) completions(key string, except *Word) (terms []model.TermID, forms []string) {
	c := candidates{d: d, most: maxCompletions}
	i, _ := d.forms.Find(key)
	for ; i < d.forms.Len() && strings.HasPrefix(d.form(i), key); i++ {
		if d.formFlag[i]&flagStop == 0 && !(except.Known && model.TermID(d.formTerm[i]) == except.Term) {
			c.offer(candidate{form: i})
		}
	}
	return c.readings()
}
