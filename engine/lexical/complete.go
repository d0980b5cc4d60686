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

// Lone tells whether a word is a single character of a script whose tokens are pairs.
func (w *Word) Lone() bool {
	r, n := utf8.DecodeRuneInString(w.Key)
	return n == len(w.Key) && text.Unspaced(r) && !w.Quoted && !w.Excluded
}

// readLone reads lone characters as the pairs with them, as the corpus has them: between others such a character is no
// token of its own. Beside known words it is most often a function word, and not worth the postings of its pairs.
func (q *Query) readLone(d *Dictionary) {
	beside := false
	for i := range q.Words {
		w := &q.Words[i]
		beside = beside || w.Known && !w.Stop && !w.Excluded && !w.Lone()
	}
	for i := range q.Words {
		w := &q.Words[i]
		if w.shared != nil || !w.Lone() {
			continue
		}
		if beside {
			w.Stop = w.Stop || !w.Known
			continue
		}
		c := candidates{most: maxPairs}
		for _, spelling := range append(d.synonyms.variants(w.Key), w.Key) {
			d.offerListed(&c, spelling)
		}
		terms, forms := c.readings()
		if w.Known {
			q.alternative(i, terms, false, 1)
		} else {
			q.take(i, Prefix, terms, forms[:min(len(forms), maxCompletions)], 1)
		}
	}
}

// completions returns the terms that begin with key, but for stop words and the
// given one: those of most passages first, at most maxCompletions. forms are the
// words, as the corpus has them. O(words of a block).
func (d *Dictionary) completions(key string, except *Word) (terms []model.TermID, forms []string) {
	c := candidates{most: maxCompletions + 1}
	if next := d.BlockOf(key) + 1; next < d.top.Len() && strings.HasPrefix(d.top.At(next), key) {
		d.offerListed(&c, key)
	} else if b := d.with(key); b != nil {
		b.offerCompletions(&c, key)
	}
	for i, t := range c.list {
		if except.Known && t.term == except.Term {
			c.list = append(c.list[:i], c.list[i+1:]...)
			break
		}
	}
	c.list = c.list[:min(len(c.list), maxCompletions)]
	return c.readings()
}

// offerCompletions lets the words compete that begin with key and are no stop words.
func (b *block) offerCompletions(c *candidates, key string) {
	i, _ := b.forms.Find(key)
	for ; i < b.forms.Len() && strings.HasPrefix(b.forms.At(i), key); i++ {
		if b.flag[i]&flagStop == 0 {
			c.offer(candidate{form: b.forms.At(i), term: model.TermID(b.term[i]), df: b.termDF[i]})
		}
	}
}

// offerListed lets the words compete that the block of a key lists for it, in their order.
func (d *Dictionary) offerListed(c *candidates, key string) {
	b := d.with(key)
	if b == nil {
		return
	}
	row, ok := b.short.key.Find(key)
	if !ok {
		return
	}
	for i := b.short.end[row]; i < b.short.end[row+1]; i++ {
		c.list = append(c.list, candidate{form: b.short.word.At(int(i)), term: model.TermID(b.short.term[i])})
	}
}
