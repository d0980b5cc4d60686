package query

import (
	"unicode/utf8"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/text"
)

// Completion is the condition for reading the last word of a query as the beginning of other words.
type Completion uint8

const (
	CompleteUnfinished Completion = iota // if nothing stands behind it and it is unknown or short
	CompleteAlways                       // if nothing stands behind it
	CompleteNever
)

// shortWord is the most characters of a known word that may still be a beginning.
const shortWord = 3

// unfinished tells whether a word may still be being typed, or has an asterisk. It returns false for a single letter,
// which begins too many words, but not for a single character of a script whose tokens are pairs.
func (q *Query) unfinished(w *Word, when Completion) bool {
	n := utf8.RuneCountInString(w.Key)
	if w.Quoted || w.Excluded || n < 2 && len(w.Key) < 3 {
		return false
	}
	if rest := q.Text[w.End:]; rest != "" {
		return rest[0] == '*' && (len(rest) == 1 || rest[1] == ' ')
	}
	return when == CompleteAlways || when != CompleteNever && (w.Read != Exact || n <= shortWord)
}

// Lone tells whether a word is a single character of a script whose tokens are pairs.
func (w *Word) Lone() bool {
	r, n := utf8.DecodeRuneInString(w.Key)
	return n == len(w.Key) && text.Unspaced(r) && !w.Quoted && !w.Excluded
}

// readLoneCharacters reads a lone character as the pairs of the corpus that contain it: within a text such a character
// is no token. Beside known words it is most often a function word, and not worth the postings of its pairs.
func (p *Parser) readLoneCharacters(q *Query) {
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
		c, complete := lexical.Candidates{Most: lexical.MaxPairs}, true
		for _, spelling := range append(p.synonyms.variants(w.Key), w.Key) {
			complete = p.Spelling().OfferPairs(&c, spelling) && complete
		}
		if !complete {
			continue
		}
		terms, forms := p.termsOf(c.List)
		q.addReading(i, Prefix, terms, forms[:min(len(forms), lexical.MaxCompletions)], 1)
	}
}

// completions returns the terms that begin with key, most frequent first, at most lexical.MaxCompletions. It leaves out
// stop words and the term of except. forms are the words of the corpus. O(words of a block).
func (p *Parser) completions(key string, except *Word) (terms []model.TermID, forms []string) {
	c := lexical.Candidates{Most: lexical.MaxCompletions + 1}
	p.OfferCompletions(&c, key)
	for i, t := range c.List {
		if except.Known && t.Term == except.Term {
			c.List = append(c.List[:i], c.List[i+1:]...)
			break
		}
	}
	c.List = c.List[:min(len(c.List), lexical.MaxCompletions)]
	return c.Readings()
}
