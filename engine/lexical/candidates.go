package lexical

import "mycel/engine/model"

// candidate is a word of the dictionary that another may have been meant for.
type candidate struct {
	form  int
	edits int
	first bool // the first letter is another
	stop  bool
	size  int // bytes; 0 where it does not matter
	df    uint32
}

// before tells whether a is the better reading: fewer edits, the same first letter,
// no stop word, the longer word (what was typed is in it, with a letter forgotten),
// more passages, the earlier in the alphabet.
func (a *candidate) before(b *candidate) bool {
	switch {
	case a.edits != b.edits:
		return a.edits < b.edits
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

// candidates keeps the best readings of a word, best first, one of each term.
type candidates struct {
	d    *Dictionary
	most int
	list []candidate
}

// offer lets a word compete. Terms that no passage has are none.
func (c *candidates) offer(x candidate) {
	t := c.d.formTerm[x.form]
	x.df = c.d.df[t]
	x.stop = c.d.formFlag[x.form]&flagStop != 0
	if x.df == 0 {
		return
	}
	c.list = append(c.list, x)
	i := len(c.list) - 1
	for ; i > 0 && x.before(&c.list[i-1]); i-- {
		c.list[i] = c.list[i-1]
	}
	c.list[i] = x
	// Of its term only the better one stays, and of all no more than most.
	seen := false
	kept := c.list[:0]
	for _, y := range c.list {
		if same := c.d.formTerm[y.form] == t; len(kept) < c.most && !(same && seen) {
			seen = seen || same
			kept = append(kept, y)
		}
	}
	c.list = kept
}

// readings returns the terms of the words with the least edits, and the words.
func (c *candidates) readings() (terms []model.TermID, forms []string) {
	for i := range c.list {
		if x := &c.list[i]; x.edits == c.list[0].edits {
			terms = append(terms, model.TermID(c.d.formTerm[x.form]))
			forms = append(forms, c.d.form(x.form))
		}
	}
	return terms, forms
}
