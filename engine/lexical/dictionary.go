// Package lexical finds chunks by their words: the dictionary from word forms to
// terms, the postings of the terms, and BM25.
package lexical

import (
	"strings"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Dictionary maps word forms (keys of tokens) to terms (stems).
//
// The builder stems: the dictionary lists every form of the corpus with its term. So no stemmer is downloaded, and
// every language with a stemmer at build time works in the same way. A form that the corpus does not have is stemmed by
// analogy: by the suffix rules that the corpus's own forms follow, provided that the result is a term.
//
// The words lie in blocks. A block is an interval of all forms and stems, and lies beside the postings of its terms.
// The core knows which block may have a word, and some common words. A word whose block is missing is unknown; the
// block is noted, and the query is read again later.
type Dictionary struct {
	lexicon
	common     wire.Strings // stop words and other forms that the core knows, ascending
	commonTerm []uint32     // parallel
	commonFlag []byte
	rules      Rules
	spelling   Spelling
}

// Rules are suffix rules, in the order in which they are tried. From is the end of a word; To replaces it in the stem.
type Rules struct{ From, To wire.Strings }

// maxTermsPerPassage bounds the terms for which room is made. Every passage has fewer terms.
const maxTermsPerPassage = 1 << 12

// DecodeDictionary reads the bytes of WordBlocks.EncodeCore. The weights of terms follow from the number of passages in
// the set; without a set, in the index. The blocks are n parts from first on. They and the parts of the spelling are
// loaded later.
func DecodeDictionary(b []byte, first parts.ID, n, passages int, set *Set) (*Dictionary, error) {
	r := wire.NewReader(b)
	d := &Dictionary{lexicon: lexicon{passages: passages, set: set, block: make([]*block, n)}}
	d.top = r.Sorted(n)
	starts := r.Offsets(n, -1)
	d.firstForm = r.Offsets(n, -1)
	terms, forms := int(starts[len(starts)-1]), int(d.firstForm[len(d.firstForm)-1])
	if set != nil && set.Bundles > 0 { // each passage stands for a bundle
		passages = set.Passages
	}
	if most := (passages + 1) * maxTermsPerPassage; terms > most || forms > most {
		r.Fail("more words than the passages can have")
	}
	d.common = r.Sorted(-1)
	d.commonTerm = r.IDs(d.common.Len(), terms)
	d.commonFlag = r.Raw()
	if len(d.commonFlag) != d.common.Len() {
		r.Fail("arrays of different lengths")
	}
	d.rules.From = r.Strings(-1)
	d.rules.To = r.Strings(d.rules.From.Len())
	d.spelling.top = r.Sorted(-1)
	if n > 0 && d.top.Len() > 0 && d.top.At(0) != "" {
		r.Fail("no block has the first words")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	d.blocks.Layout = parts.Ranges(first, starts)
	return d, nil
}

// ReadBy makes a copied dictionary note its missing parts in w.
func (d *Dictionary) ReadBy(w *parts.Missing) { d.blocks.Missing, d.spelling.Missing = w, w }

// Home returns a block of terms for a key, whose words are separated by single spaces. It is the block of the first
// word that is a term of the corpus and no stop word; −1 if the key has no such word. While the block of a word is
// missing, Home returns that block: mostly the term of the word is there, too.
func (d *Dictionary) Home(key string) int {
	for key != "" {
		var word string
		word, key, _ = strings.Cut(key, " ")
		t, stop, found := d.Exact(word)
		if !found && d.with(word) == nil {
			return d.BlockOf(word)
		}
		if found && !stop {
			return d.blocks.Of(uint32(t))
		}
	}
	return -1
}

// minStem is the least length in bytes of a stem that a suffix rule may make.
const minStem = 3

// Exact finds a key among the forms and the stems.
func (d *Dictionary) Exact(key string) (t model.TermID, stop, ok bool) {
	if i, found := d.common.Find(key); found {
		return model.TermID(d.commonTerm[i]), d.commonFlag[i]&flagStop != 0, true
	}
	b := d.with(key)
	if b == nil {
		return 0, false, false
	}
	if i, found := b.forms.Find(key); found {
		return model.TermID(b.term[i]), b.flag[i]&flagStop != 0, true
	}
	i, found := b.stems.Find(key)
	return model.TermID(int(b.firstTerm) + i), false, found
}

// Lookup finds the term of a key. stop tells whether the form is a stop word.
// O(log n), and one more search per matching suffix rule for unseen forms.
func (d *Dictionary) Lookup(key string) (t model.TermID, stop, ok bool) {
	if t, stop, ok = d.Exact(key); !ok && !d.AnyMissing() {
		t, ok = d.ByRules(key)
	}
	return t, stop, ok
}

// InForm tells whether the corpus has a word in exactly this form, and returns its Entry.Once.
func (d *Dictionary) InForm(key string) (once uint32, ok bool) {
	if _, ok = d.common.Find(key); !ok {
		if b := d.with(key); b != nil {
			var i int
			if i, ok = b.forms.Find(key); ok {
				once = b.once[i]
			}
		}
	}
	return once, ok
}

// ByRules finds the term that the first fitting rule of the corpus leads to.
func (d *Dictionary) ByRules(key string) (model.TermID, bool) {
	return d.ByOtherRules(key, &d.rules, 0, d.rules.From.Len())
}

// ByOtherRules finds the term that the first fitting rule of [first, end) leads to.
func (d *Dictionary) ByOtherRules(key string, rules *Rules, first, end int) (model.TermID, bool) {
	var buf [64]byte
	for i := first; i < end; i++ {
		from, to := rules.From.At(i), rules.To.At(i)
		if !strings.HasSuffix(key, from) || len(key)-len(from)+len(to) < minStem {
			continue
		}
		stem := append(append(buf[:0], key[:len(key)-len(from)]...), to...)
		b := d.with(string(stem))
		if b == nil {
			return 0, false
		}
		if j, found := b.stems.Find(string(stem)); found {
			return model.TermID(int(b.firstTerm) + j), true
		}
	}
	return 0, false
}
