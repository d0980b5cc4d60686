package lexical

import (
	"slices"

	"mycel/engine/model"
	"mycel/engine/rank"
	"mycel/engine/text"
)

// Limits on what is read of a query. Longer ones are cut: a page pasted into the
// search box costs no more than a long question.
const (
	MaxQueryBytes = 4096
	MaxQueryWords = 128
	MaxQueryTerms = 32
)

// Word is one token of the query.
type Word struct {
	text.Token
	Term  model.TermID // valid when Known
	Known bool         // the corpus has the word, or a form of it
	Stop  bool
}

// Query is an analysed query.
type Query struct {
	Text  string // as given, cut to MaxQueryBytes at a character border
	Words []Word
	Terms []model.TermID // distinct terms to search for, ascending
}

// ParseQuery analyses a query. Stop words are searched for only when there is
// nothing else. Of more than MaxQueryTerms terms the rarest are kept.
func (d *Dictionary) ParseQuery(s string) *Query {
	q := &Query{Text: cut(s, MaxQueryBytes)}
	stopOnly := true
	for _, token := range text.Tokens(q.Text, MaxQueryWords) {
		w := Word{Token: token}
		w.Term, w.Stop, w.Known = d.Lookup(w.Key)
		stopOnly = stopOnly && w.Known && w.Stop
		q.Words = append(q.Words, w)
	}
	for _, w := range q.Words {
		if w.Known && (stopOnly || !w.Stop) {
			q.Terms = append(q.Terms, w.Term)
		}
	}
	ascending := func(a, b model.TermID) int { return int(a) - int(b) }
	rank.Sort(q.Terms, ascending)
	q.Terms = slices.Compact(q.Terms)
	if len(q.Terms) > MaxQueryTerms {
		rank.Sort(q.Terms, func(a, b model.TermID) int {
			if d.df[a] != d.df[b] {
				return int(d.df[a]) - int(d.df[b])
			}
			return int(a) - int(b)
		})
		q.Terms = q.Terms[:MaxQueryTerms]
		rank.Sort(q.Terms, ascending)
	}
	return q
}

// Tokens returns the words as tokens.
func (q *Query) Tokens() []text.Token {
	tokens := make([]text.Token, len(q.Words))
	for i, w := range q.Words {
		tokens[i] = w.Token
	}
	return tokens
}

// Searches tells whether term t is searched for.
func (q *Query) Searches(t model.TermID) bool {
	_, ok := slices.BinarySearch(q.Terms, t)
	return ok
}

// Bit returns the position in Terms of the term of which key is a form, −1 if it
// is not searched for. Stemming changes the ends of words, so a key that begins
// like no term of the query is not looked up.
func (q *Query) Bit(d *Dictionary, key string) int {
	for i, t := range q.Terms {
		if stem := d.Stem(t); stem == "" || stem[0] != key[0] {
			continue
		} else if found, _, ok := d.Lookup(key); !ok {
			return -1
		} else if i, ok = slices.BinarySearch(q.Terms, found); ok {
			return i
		}
		return -1
	}
	return -1
}

// Has tells whether the query has a word with this very key.
func (q *Query) Has(key string) bool {
	for i := range q.Words {
		if q.Words[i].Key == key {
			return true
		}
	}
	return false
}

// cut shortens s to at most n bytes without splitting a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xc0 == 0x80 {
		n--
	}
	return s[:n]
}
