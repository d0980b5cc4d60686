package lexical

import "mycel/engine/model"

// candidate is a word of the dictionary that another may have been meant for.
type candidate struct {
	form  string
	term  model.TermID // of a completion
	edits int          // of a misspelling, at least 1; 0 for a completion
	first bool         // the first letter is another
	stop  bool
	size  int // bytes; 0 where it does not matter
	df    uint32
}

// before tells whether a is the better reading: the same first letter, no stop word, the longer
// word (the query has left out a letter of it), more passages, the earlier in the
// alphabet.
func (a *candidate) before(b *candidate) bool {
	switch {
	case a.first != b.first:
		return b.first
	case a.stop != b.stop:
		return b.stop
	case a.size != b.size:
		return a.size > b.size
	case a.df != b.df:
		return a.df > b.df
	}
	return a.form < b.form
}

// same tells whether only one of two candidates counts.
func (a *candidate) same(b *candidate) bool {
	return a.form == b.form || a.edits == 0 && a.term == b.term
}

// candidates keeps the best readings of a word, best first, one of each term.
type candidates struct {
	most int
	list []candidate
}

// offer lets a word compete. Terms that no passage has are none.
func (c *candidates) offer(x candidate) {
	if x.df == 0 {
		return
	}
	c.list = append(c.list, x)
	i := len(c.list) - 1
	for ; i > 0 && x.before(&c.list[i-1]); i-- {
		c.list[i] = c.list[i-1]
	}
	c.list[i] = x
	// Of the same only the better one stays, and of all no more than most.
	seen := false
	kept := c.list[:0]
	for _, y := range c.list {
		if same := y.same(&x); len(kept) < c.most && !(same && seen) {
			seen = seen || same
			kept = append(kept, y)
		}
	}
	c.list = kept
}

// readings returns the terms of the words, and the words.
func (c *candidates) readings() (terms []model.TermID, forms []string) {
	for i := range c.list {
		terms = append(terms, c.list[i].term)
		forms = append(forms, c.list[i].form)
	}
	return terms, forms
}
