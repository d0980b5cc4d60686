// Package lexical finds chunks by their words: the dictionary from word forms to
// terms, the postings of the terms, and BM25.
package lexical

import (
	"strings"

	"mycel/engine/model"
	"mycel/engine/wire"
)

// Dictionary maps word forms (keys of tokens) to terms (stems).
//
// Stemming happens when the index is built: the dictionary lists every form of
// the corpus with its term. So no stemmer is downloaded, and every language a
// stemmer exists for at build time works the same. A form that the corpus does
// not show is stemmed by analogy: by the suffix rules that the corpus's own forms
// follow, provided that the result is a term.
type Dictionary struct {
	forms    wire.Strings // ascending
	formTerm []uint32
	formFlag []byte
	stems    wire.Strings // ascending; position = TermID
	df       []uint32
	idf      []float32
	ruleFrom wire.Strings // in the order in which they are tried
	ruleTo   wire.Strings
	synonyms *Synonyms // nil for none

	languages *Languages // nil for a corpus in one language
}

// Entry is one word form, for EncodeDictionary.
type Entry struct {
	Form string
	Term model.TermID
	Stop bool
}

// Rule rewrites a suffix: a form that ends in From has the stem that ends in To
// instead.
type Rule struct{ From, To string }

const flagStop = 1

// EncodeDictionary writes the dictionary. entries ascend by form, stems ascend;
// df and idf are per term; rules are tried in the order given.
func EncodeDictionary(entries []Entry, stems []string, df []uint32, idf []float32, rules []Rule) []byte {
	forms := make([]string, len(entries))
	terms := make([]uint32, len(entries))
	flags := make([]byte, len(entries))
	for i, e := range entries {
		forms[i], terms[i] = e.Form, uint32(e.Term)
		if e.Stop {
			flags[i] = flagStop
		}
	}
	from := make([]string, len(rules))
	to := make([]string, len(rules))
	for i, rule := range rules {
		from[i], to[i] = rule.From, rule.To
	}
	var w wire.Writer
	w.Strings(forms)
	w.Uint32s(terms)
	w.Raw(flags)
	w.Strings(stems)
	w.Uint32s(df)
	w.Float32s(idf)
	w.Strings(from)
	w.Strings(to)
	return w.Bytes()
}

// DecodeDictionary reads what EncodeDictionary wrote.
func DecodeDictionary(b []byte) (*Dictionary, error) {
	r := wire.NewReader(b)
	d := &Dictionary{}
	d.forms = r.Strings(-1)
	terms := r.Uint32s()
	d.formFlag = r.Raw()
	d.stems = r.Strings(-1)
	n := d.stems.Len()
	d.df = r.Uint32s()
	d.idf = r.Float32s()
	d.ruleFrom = r.Strings(-1)
	d.ruleTo = r.Strings(d.ruleFrom.Len())
	if len(terms) != d.forms.Len() || len(d.formFlag) != d.forms.Len() || len(d.df) != n || len(d.idf) != n {
		r.Fail("arrays of different lengths")
	}
	for _, t := range terms {
		if int(t) >= n {
			r.Fail("term out of range")
			break
		}
	}
	d.formTerm = terms
	if !d.forms.Sorted() || !d.stems.Sorted() {
		r.Fail("words out of order")
	}
	return d, r.Close()
}

// NumTerms returns the number of terms.
func (d *Dictionary) NumTerms() int { return d.stems.Len() }

// NumForms returns the number of word forms.
func (d *Dictionary) NumForms() int { return d.forms.Len() }

// Stem returns the string of a term.
func (d *Dictionary) Stem(t model.TermID) string { return d.stems.At(int(t)) }

// DF returns the number of chunks that contain a term.
func (d *Dictionary) DF(t model.TermID) uint32 { return d.df[t] }

// IDF returns ln(1 + (N − df + 0.5)/(df + 0.5)), computed when the index was
// built, so that it has the same bits on every machine.
func (d *Dictionary) IDF(t model.TermID) float32 { return d.idf[t] }

// Form returns the position of a key among the word forms. O(log n).
func (d *Dictionary) Form(key string) (i int, ok bool) { return d.forms.Find(key) }

// form returns word form i. It is kept out of line: its callers are many.
//
//go:noinline
func (d *Dictionary) form(i int) string { return d.forms.At(i) }

// minStem is the length in bytes below which a suffix rule is not trusted.
const minStem = 3

// Lookup finds the term of a key. stop tells whether the form is a stop word.
// O(log n), and one more search per matching suffix rule for unseen forms.
func (d *Dictionary) Lookup(key string) (t model.TermID, stop, ok bool) {
	return d.lookUp(key, everyWay)
}

// exact finds a key among the forms and the stems.
//
//go:noinline
func (d *Dictionary) exact(key string) (t model.TermID, stop, ok bool) {
	if i, found := d.forms.Find(key); found {
		return model.TermID(d.formTerm[i]), d.formFlag[i]&flagStop != 0, true
	}
	i, found := d.stems.Find(key)
	return model.TermID(i), false, found
}

// byRules finds the term that the first of the rules [first, end) leads to.
func (d *Dictionary) byRules(key string, froms, tos *wire.Strings, first, end int) (model.TermID, bool) {
	var buf [64]byte
	for i := first; i < end; i++ {
		from, to := froms.At(i), tos.At(i)
		if !strings.HasSuffix(key, from) || len(key)-len(from)+len(to) < minStem {
			continue
		}
		stem := append(append(buf[:0], key[:len(key)-len(from)]...), to...)
		if j, found := d.stems.Find(string(stem)); found {
			return model.TermID(j), true
		}
	}
	return 0, false
}
