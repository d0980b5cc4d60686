package terms

import (
	"strings"

	"mycel/builder/intern"
	"mycel/engine/lexical"
)

// Dictionary is that of an index, and a table of its forms, in which they are found in a
// fifth of the time.
type Dictionary struct {
	*lexical.Dictionary
	Encoded []byte
	Table   *intern.Table
}

// MakeDictionary makes the dictionary of the terms with these postings.
func MakeDictionary(v *Vocabulary, postings *PostingLists) (Dictionary, error) {
	encoded := lexical.EncodeDictionary(v.Entries, v.Stems, postings.df(), v.rules)
	d, err := lexical.DecodeDictionary(encoded, len(postings.Length))
	if err != nil {
		return Dictionary{}, err
	}
	forms := intern.New(d.NumForms())
	for i := range d.NumForms() {
		forms.Number(d.Forms().At(i))
	}
	return Dictionary{d, encoded, forms}, nil
}

// Home returns the term beside which a key is at home, −1 for none: that of FirstTerm.
func (d Dictionary) Home(key string) int {
	for word := range strings.SplitSeq(key, " ") {
		form, ok := d.Table.Find(word)
		if ok && d.IsStop(form) {
			continue
		}
		if ok {
			return int(d.Term(form))
		}
		if t, ok := d.FirstTerm(word); ok {
			return int(t)
		}
	}
	return -1
}
