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

	leads leads // how the terms and words begin
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
	for _, t := range q.Terms {
		q.leads.add(lead(d.Stem(t)))
	}
	for _, w := range q.Words {
		q.leads.add(lead(w.Key))
	}
	return q
}

// leads is a set of leads.
type leads [16]uint64

func (l *leads) add(word, bit uint) { l[word] |= 1 << bit }

func (l *leads) has(word, bit uint) bool { return l[word]&(1<<bit) != 0 }

// lead hashes the first two bytes of a word. Stemming changes the ends of words,
// but for y and i (dying, die), which are one here.
func lead[T string | []byte](key T) (word, bit uint) {
	h := uint(0)
	for i := range min(2, len(key)) {
		c := key[i]
		if c == 'y' {
			c = 'i'
		}
		h = h*37 + uint(c)
	}
	return h >> 6 & 15, h & 63
}

// May tells whether key can be a form of one of the query's terms. It is no more
// than a quick test, by how words begin, that spares most look-ups.
func (q *Query) May(key []byte) bool { return q.leads.has(lead(key)) }

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
// is not searched for.
func (q *Query) Bit(d *Dictionary, key string) int {
	if !q.leads.has(lead(key)) {
		return -1
	}
	if t, _, ok := d.Lookup(key); ok {
		if i, ok := slices.BinarySearch(q.Terms, t); ok {
			return i
		}
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
