// Package lexical finds chunks by their words: the dictionary from word forms to
// terms, the postings of the terms, and BM25.
package lexical

import (
	"strings"

	"mycel/engine/model"
	"mycel/engine/rank"
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
// df is per term; rules are tried in the order given.
//
// A stem is written as what it differs in from the first of its forms, and the term of
// a form as the step from that of the form before: dictionaries are most of what a
// reader downloads before the first answer.
func EncodeDictionary(entries []Entry, stems []string, df []uint32, rules []Rule) []byte {
	forms := make([]string, len(entries))
	steps := make([]uint32, len(entries))
	flags := make([]byte, len(entries))
	base := make([]string, len(stems))
	last := 0
	for i := len(entries) - 1; i >= 0; i-- {
		base[entries[i].Term] = entries[i].Form
	}
	for i, e := range entries {
		forms[i], steps[i] = e.Form, wire.Zigzag(int(e.Term)-last)
		last = int(e.Term)
		if e.Stop {
			flags[i] = flagStop
		}
	}
	cut := make([]uint32, len(stems))
	added := make([]string, len(stems))
	for t, stem := range stems {
		n := 0
		for n < min(len(stem), len(base[t])) && stem[n] == base[t][n] {
			n++
		}
		cut[t], added[t] = uint32(len(base[t])-n), stem[n:]
	}
	from := make([]string, len(rules))
	to := make([]string, len(rules))
	for i, rule := range rules {
		from[i], to[i] = rule.From, rule.To
	}
	var w wire.Writer
	w.Sorted(forms)
	w.Raw(flags)
	w.Uint32s(steps)
	w.Uint32s(cut)
	w.Strings(added)
	w.Uint32s(df)
	w.Strings(from)
	w.Strings(to)
	return w.Bytes()
}

// DecodeDictionary reads what EncodeDictionary wrote for so many passages, which the
// weights of the terms follow from.
func DecodeDictionary(b []byte, passages int) (*Dictionary, error) {
	r := wire.NewReader(b)
	d := &Dictionary{}
	d.forms = r.Sorted(-1)
	d.formFlag = r.Raw()
	d.formTerm = r.IDs(d.forms.Len(), 1<<32-1)
	cut := r.Uint32s()
	n := len(cut)
	added := r.Strings(n)
	d.df = r.IDs(n, passages+1)
	d.ruleFrom = r.Strings(-1)
	d.ruleTo = r.Strings(d.ruleFrom.Len())
	if len(d.formFlag) != d.forms.Len() {
		r.Fail("arrays of different lengths")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	term := 0
	base := make([]uint32, n) // 1 + its first form
	for i, step := range d.formTerm {
		term += wire.Unzigzag(step)
		if term < 0 || term >= n {
			r.Fail("term out of range")
			return nil, r.Close()
		}
		d.formTerm[i] = uint32(term)
		if base[term] == 0 {
			base[term] = uint32(i + 1)
		}
	}
	d.stems = unfold(r, d.forms, base, cut, added)
	d.idf = IDF(d.df, passages)
	return d, r.Close()
}

// unfold makes stems of the first forms of their terms.
func unfold(r *wire.Reader, forms wire.Strings, base, cut []uint32, added wire.Strings) wire.Strings {
	stems := wire.NewStrings(len(base))
	for t, first := range base {
		form := ""
		if first > 0 {
			form = forms.At(int(first - 1))
		}
		if int(cut[t]) > len(form) {
			r.Fail("stem cut off before its word begins")
			return wire.NewStrings(0)
		}
		stems.Append(form[:len(form)-int(cut[t])], added.At(t))
		if t > 0 && stems.At(t-1) >= stems.At(t) {
			r.Fail("words out of order")
			return wire.NewStrings(0)
		}
	}
	return stems
}

// IDF computes the weights of terms in so many of n passages each:
//
//	ln(1 + (n − df + 0.5)/(df + 0.5))
//
// with the same bits on every machine. No df is above n. O(terms + n).
func IDF(df []uint32, n int) []float32 {
	idf := make([]float32, len(df))
	known := make([]float32, n+1)
	for t, df := range df {
		if known[df] == 0 {
			known[df] = idfOf(int(df), n)
		}
		idf[t] = known[df]
	}
	return idf
}

// idfOf returns the weight of a term.
func idfOf(df, n int) float32 {
	return float32(rank.Ln(1 + (float64(n)-float64(df)+0.5)/(float64(df)+0.5)))
}

// NumTerms returns the number of terms.
func (d *Dictionary) NumTerms() int { return d.stems.Len() }

// NumForms returns the number of word forms.
func (d *Dictionary) NumForms() int { return d.forms.Len() }

// Stem returns the string of a term.
func (d *Dictionary) Stem(t model.TermID) string { return d.stems.At(int(t)) }

// DF returns the number of chunks that contain a term.
func (d *Dictionary) DF(t model.TermID) uint32 { return d.df[t] }

// IDF returns the weight of a term: see the function IDF.
func (d *Dictionary) IDF(t model.TermID) float32 { return d.idf[t] }

// SetIDF replaces the weights of the terms, for tests of what follows from them.
func (d *Dictionary) SetIDF(idf []float32) { d.idf = idf }

// Forms returns the word forms, ascending.
func (d *Dictionary) Forms() wire.Strings { return d.forms }

// Form returns the position of a key among the word forms. O(log n).
func (d *Dictionary) Form(key string) (i int, ok bool) { return d.forms.Find(key) }

// Term returns the term of word form i.
func (d *Dictionary) Term(i uint32) model.TermID { return model.TermID(d.formTerm[i]) }

// IsStop tells whether word form i is a stop word.
func (d *Dictionary) IsStop(i uint32) bool { return d.formFlag[i]&flagStop != 0 }

// form returns word form i. It is kept out of line: its callers are many.
//
//go:noinline
func (d *Dictionary) form(i int) string { return d.forms.At(i) }

// FirstTerm returns the term of the first word of a key, words with single spaces between
// them, that the corpus has and that is no stop word; ok is false if there is none.
func (d *Dictionary) FirstTerm(key string) (t model.TermID, ok bool) {
	for key != "" {
		var word string
		word, key, _ = strings.Cut(key, " ")
		if t, stop, found := d.exact(word); found && !stop {
			return t, true
		}
	}
	return 0, false
}

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
