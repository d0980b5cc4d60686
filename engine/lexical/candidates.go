package lexical

import "mycel/engine/model"

// Candidate is a word of the dictionary that a word of the query may stand for.
type Candidate struct {
	Form    string
	Term    model.TermID // of a completion
	Edits   int          // of a misspelling, at least 1; 0 for a completion
	Renamed bool         // its first letter differs from that of the query's word
	stop    bool
	size    int // bytes; 0 where it does not matter
	df      uint32
}

// before tells whether a is the better reading. It prefers, in this order, a word with the same first letter, a
// word other than a stop word, the longer word (the query has left out a letter), the word in more passages, and the
// first in the alphabet.
func (a *Candidate) before(b *Candidate) bool {
	switch {
	case a.Renamed != b.Renamed:
		return b.Renamed
	case a.stop != b.stop:
		return b.stop
	case a.size != b.size:
		return a.size > b.size
	case a.df != b.df:
		return a.df > b.df
	}
	return a.Form < b.Form
}

// same tells whether two candidates are one reading: only the better one counts.
func (a *Candidate) same(b *Candidate) bool {
	return a.Form == b.Form || a.Edits == 0 && a.Term == b.Term
}

// Limits of the readings of a word of a query. The most frequent readings stay.
const (
	MaxCompletions = 8
	MaxPairs       = 64 // for a single character of a script whose tokens are pairs
)

// Candidates keeps the best readings of a word, best first, one for each term.
type Candidates struct {
	Most int
	List []Candidate
}

// Offer lets a word compete. It ignores terms that no passage has.
func (c *Candidates) Offer(x Candidate) {
	if x.df == 0 {
		return
	}
	c.List = append(c.List, x)
	i := len(c.List) - 1
	for ; i > 0 && x.before(&c.List[i-1]); i-- {
		c.List[i] = c.List[i-1]
	}
	c.List[i] = x
	// Of candidates that are the same, the better one stays; at most Most candidates stay.
	seen := false
	kept := c.List[:0]
	for _, y := range c.List {
		if same := y.same(&x); len(kept) < c.Most && !(same && seen) {
			seen = seen || same
			kept = append(kept, y)
		}
	}
	c.List = kept
}

// Readings returns the terms of the words, and the words.
func (c *Candidates) Readings() (terms []model.TermID, forms []string) {
	for i := range c.List {
		terms = append(terms, c.List[i].Term)
		forms = append(forms, c.List[i].Form)
	}
	return terms, forms
}
