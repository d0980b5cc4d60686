package terms

import (
	"strings"

	"mycel/builder/intern"
	"mycel/engine/lexical"
	"mycel/engine/model"
)

// Dictionary is the dictionary of an index, with a table of its forms that finds them in a fifth of the time.
type Dictionary struct {
	*lexical.Dictionary
	Words *lexical.Words
	Table *intern.Table
}

// MakeDictionary makes the dictionary of the terms of these postings.
func MakeDictionary(v *Vocabulary, postings *PostingLists) (Dictionary, error) {
	v.findOnce(postings)
	words := &lexical.Words{Entries: v.Entries, Stems: v.Stems, DF: postings.DF(), Rules: v.rules, Others: v.others(), Common: v.common}
	if set := postings.Set; set != nil {
		words.Set = &lexical.Set{Passages: int(set.Passages), Documents: int(set.Documents), ID: set.ID, Bundles: int(set.Bundles)}
		words.Counted = set.DF
	} else {
		words.Counted = postings.counted()
	}
	d, err := words.Whole(len(postings.Length), false)
	if err != nil {
		return Dictionary{}, err
	}
	forms := intern.New(len(v.Entries))
	for i := range v.Entries {
		forms.Number(v.Entries[i].Form)
	}
	return Dictionary{d, words, forms}, nil
}

// Forms returns the forms, ascending.
func (d Dictionary) Forms() []string { return d.Table.All() }

// Term returns the term of a form.
func (d Dictionary) Term(form uint32) model.TermID { return d.Words.Entries[form].Term }

// IsStop tells whether a form is a stop word.
func (d Dictionary) IsStop(form uint32) bool { return d.Words.Entries[form].Stop }

// Home returns the term beside which a key has its home; −1 for none. The term is in the block that
// lexical.Dictionary.Home returns.
func (d Dictionary) Home(key string) int {
	for word := range strings.SplitSeq(key, " ") {
		form, ok := d.Table.Find(word)
		if ok && d.IsStop(form) {
			continue
		}
		if ok {
			return int(d.Term(form))
		}
		if t, stop, ok := d.Exact(word); ok && !stop {
			return int(t)
		}
	}
	return -1
}
