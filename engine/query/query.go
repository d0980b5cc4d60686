package query

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/rank"
	"mycel/engine/text"
)

// Limits of a query. A longer query is cut: a page pasted into the search box costs no more than a long question.
const (
	MaxBytes = 4096
	MaxWords = 128
	// The limit of terms is lexical.MaxTerms.
)

// Reading is the reason why a word of the query has its terms.
type Reading string

const (
	Unread Reading = ""       // the corpus has neither the word nor a word that it may stand for
	Exact  Reading = "exact"  // the corpus has exactly this form
	Stem   Reading = "stem"   // … or other forms of the same stem
	Prefix Reading = "prefix" // as the beginning of words of the corpus
	Typo   Reading = "typo"   // as a misspelling of words of the corpus

	Synonym Reading = "synonym" // by a synonym that the builder was given
)

// Word is one token of the query.
type Word struct {
	text.Token
	Term     model.TermID // valid when Known
	Known    bool         // a term stands for the word; Read says why
	Stop     bool
	Read     Reading
	As       []string // words of the corpus that it is taken for: instead of the word if Read is Prefix, Typo or Synonym, else in addition
	Quoted   bool     // part of a phrase
	Excluded bool     // not wanted

	shared *Shared // the root's knowledge of the word; nil for none
}

// Tolerance chooses the readings of words that the corpus lacks. The zero value completes and corrects, as people
// expect of a search box.
type Tolerance struct {
	Prefix  Completion
	NoTypos bool
	// Language of the query, a BCP 47 tag; "" for any. In a corpus of several languages its words are read as forms of
	// this language.
	Language string
	// Shared is the root's knowledge of the words, for a bundle of a set.
	Shared []Shared
}

// Query is an analysed query.
type Query struct {
	lexical.TermQuery // the terms to search for

	Text     string // as given, cut to MaxBytes at a character border
	Words    []Word
	Symbols  []Symbol       // signs of code
	Phrases  []Phrase       // in quotes
	Excluded []model.TermID // terms that must not be in the sections of hits
	Whole    *Phrase        // the query, if it is one identifier of several words
	Names    []Phrase       // identifiers within a longer query
	Cut      bool           // a part of the query was not read, or is not searched for
	Once     uint32         // 1 + the only passage with a word in exactly this form; 0 if there is none (see lexical.Entry)
	Partial  bool           // blocks of its words are missing: only the fields up to Words are set

	Shared []Shared // see Tolerance
	Lacks  []Shared // terms to search for that only other bundles have, ascending by stem

	way        int         // the way of stemming its words
	forms      []queryForm // of its terms, ascending
	beginnings beginnings  // first bytes of the forms and words
}

// queryForm is a form of a term of the query.
type queryForm struct {
	form string
	bit  int // position in Terms of the term, or of the term that it stands for
}

// Parse analyses a query without completions and corrections.
func (p *Parser) Parse(s string) *Query {
	return p.Interpret(s, Tolerance{Prefix: CompleteNever, NoTypos: true})
}

// Interpret analyses a query. It searches for stop words only in quotes, or if the query has nothing else. Of more than
// lexical.MaxTerms terms it keeps the rarest.
//
// The comment behind each step names the fields that it writes.
func (p *Parser) Interpret(s string, t Tolerance) *Query {
	q := &Query{Text: cut(s, MaxBytes), way: p.languages.wayOf(t.Language), Shared: t.Shared}
	q.Cut = len(q.Text) < len(s)
	p.lookUpWords(q) // Words, Cut
	p.findSymbols(q) // Symbols
	if q.Partial = p.AnyMissing(); q.Partial {
		p.addIdentifierParts(q) // writes nothing, but notes the blocks of the parts
		return q
	}
	q.markOperators()        // Quoted and Excluded of Words; Phrases, Excluded
	p.addSynonyms(q, t)      // Words: some replaced; Alternatives, by the index of a word
	p.addLanguages(q)        // Alternatives: readings of a word in each language of the corpus
	q.findIdentifiers()      // Whole, Names
	p.readUnknownWords(q, t) // Words that the corpus lacks; Alternatives
	p.addIdentifierParts(q)  // Alternatives
	q.joinAlternatives()     // Words: fewer; Alternatives
	p.chooseTerms(q)         // Terms, Lacks
	q.resolveAlternatives()  // Alternatives: positions in Terms for indexes of words
	p.collectForms(q)        // forms, beginnings
	p.findRareForm(q)        // Once
	return q
}

// lookUpWords finds the words of the text in the dictionary.
func (p *Parser) lookUpWords(q *Query) {
	for _, token := range text.Tokens(q.Text, MaxWords+1) {
		q.Words = append(q.Words, p.lookUpToken(q, token, false)...)
	}
	q.Cut = q.Cut || len(q.Words) > MaxWords
	q.Words = q.Words[:min(len(q.Words), MaxWords)]
}

// lookUpToken looks a token up. It reads a compound that the corpus lacks as its parts, if the corpus has them. If
// apart is set, it reads every compound so.
func (p *Parser) lookUpToken(q *Query, token text.Token, apart bool) []Word {
	w := p.lookUpWord(q, token)
	if !apart && (w.Known || w.shared != nil || p.AnyMissing()) {
		return []Word{w}
	}
	var parts []Word
	for _, part := range text.Parts(q.Text[token.Start:token.End]) {
		start, end := token.Start+part[0], token.Start+part[1]
		parts = append(parts, p.lookUpWord(q, text.Token{Start: start, End: end, Key: text.Key(q.Text[start:end])}))
	}
	for i := range parts {
		if !parts[i].Known && parts[i].shared == nil {
			return []Word{w}
		}
	}
	if parts == nil {
		return []Word{w}
	}
	return parts
}

func (p *Parser) lookUpWord(q *Query, token text.Token) Word {
	w := Word{Token: token, shared: q.sharedOf(token.Key)}
	if x := w.shared; x != nil {
		w.Stop = x.flags&sharedStop != 0
		if w.Term, w.Known = p.TermOf(x.Stem); w.Known {
			w.Read = Stem
			if x.flags&sharedExact != 0 {
				w.Read = Exact
			}
		}
		return w
	}
	w.Term, w.Stop, w.Known = p.lookUpAs(w.Key, q.way)
	if w.Known {
		w.Read = Stem
		if _, ok := p.InForm(w.Key); ok {
			w.Read = Exact
		}
	}
	return w
}

// typoWeight is the weight of the second-best readings of a misspelt word.
const typoWeight = 0.5

// readUnknownWords finds readings of words that the corpus lacks, and of the last word if it may be unfinished.
func (p *Parser) readUnknownWords(q *Query, t Tolerance) {
	unknowns := 0
	for i := range q.Words {
		w := &q.Words[i]
		if w.shared != nil || w.Lone() {
			continue
		}
		var variants []model.TermID
		for _, spelling := range p.synonyms.variants(w.Key) {
			if t, _, ok := p.Exact(spelling); ok && !w.Quoted && !w.Excluded {
				variants = append(variants, t)
			}
		}
		q.addReading(i, Stem, variants, nil, 1)
		if (!w.Stop || q.stopOnly()) && q.unfinished(w, t.Prefix) {
			terms, forms := p.completions(w.Key, w)
			weight := float32(1)
			if w.Known {
				weight = 0
			}
			q.addReading(i, Prefix, terms, forms, weight)
		}
		if w.Known || w.Quoted || w.Excluded || t.NoTypos || unknowns == maxUnknowns {
			continue
		}
		unknowns++
		terms, forms := p.nearestWords(w.Key, len(q.Words) > 1 && q.hasCapital(w), 2)
		q.addReading(i, Typo, terms, forms, typoWeight)
		if w.Known {
			_, w.Stop, _ = p.Exact(forms[0])
		}
	}
	p.readLoneCharacters(q)
}

// addReading adds terms, with a weight, that stand for a word. An unknown word gets the first of them as its term.
//
//go:noinline
func (q *Query) addReading(word int, r Reading, terms []model.TermID, forms []string, weight float32) {
	if w := &q.Words[word]; !w.Known && len(terms) > 0 {
		w.Term, w.Known, w.Read, w.As = terms[0], true, r, forms
		terms = terms[1:]
	}
	q.addAlternative(word, terms, false, weight)
}

// addAlternative adds terms that stand for a word. Until resolveAlternatives the Bit is the index of the word.
//
//go:noinline
func (q *Query) addAlternative(word int, terms []model.TermID, all bool, weight float32) {
	if len(terms) > 0 {
		q.Alternatives = append(q.Alternatives, lexical.Alternative{Bit: word, Terms: terms, All: all, Weight: weight})
	}
}

// hasCapital tells whether a word is written with a capital, as names are.
func (q *Query) hasCapital(w *Word) bool {
	return strings.ContainsFunc(q.Text[w.Start:w.End], unicode.IsUpper)
}

// stopOnly tells whether the query has nothing but stop words.
func (q *Query) stopOnly() bool {
	for i := range q.Words {
		w := &q.Words[i]
		if !w.Excluded && !(w.Known && w.Stop) {
			return false
		}
	}
	return len(q.Symbols) == 0
}

// chooseTerms chooses the terms to search for.
func (p *Parser) chooseTerms(q *Query) {
	stopOnly := q.stopOnly()
	for i := range q.Words {
		w := &q.Words[i]
		search := stopOnly || w.Quoted || !w.Stop
		if w.shared != nil {
			search = w.shared.flags&sharedSearch != 0
		}
		if w.Known && !w.Excluded && search {
			q.Terms = append(q.Terms, w.Term)
		}
	}
	for _, x := range q.Shared {
		_, known := p.TermOf(x.Stem)
		if n := len(q.Lacks); !known && x.flags&sharedSearch != 0 && (n == 0 || q.Lacks[n-1].Stem != x.Stem) {
			q.Lacks = append(q.Lacks, x)
		}
	}
	for _, s := range q.Symbols {
		q.Terms = append(q.Terms, s.Term)
	}
	ascending := func(a, b model.TermID) int { return int(a) - int(b) }
	rank.Sort(q.Terms, ascending)
	q.Terms = slices.Compact(q.Terms)
	if len(q.Terms) > lexical.MaxTerms {
		q.Cut = true
		rank.Sort(q.Terms, func(a, b model.TermID) int {
			if n := int(p.DF(a)) - int(p.DF(b)); n != 0 {
				return n
			}
			return int(a) - int(b)
		})
		q.Terms = q.Terms[:lexical.MaxTerms]
		rank.Sort(q.Terms, ascending)
	}
}

// resolveAlternatives replaces the indexes of words in the alternatives by the positions of their terms. It drops
// alternatives of words that are not searched for, and terms that are searched for themselves.
func (q *Query) resolveAlternatives() {
	kept := q.Alternatives[:0]
	for _, a := range q.Alternatives {
		w := &q.Words[a.Bit]
		bit, searched := slices.BinarySearch(q.Terms, w.Term)
		a.Bit = bit
		terms := a.Terms
		a.Terms = nil
		for _, t := range terms {
			if _, own := slices.BinarySearch(q.Terms, t); !own || a.All {
				a.Terms = append(a.Terms, t)
			}
		}
		if searched && w.Known && !w.Excluded && len(a.Terms) > 0 {
			kept = append(kept, a)
		}
	}
	q.Alternatives = kept
}

// DidYouMean returns the query with its misspelled words corrected, "" if it has none.
func (q *Query) DidYouMean() string {
	var out []byte
	at := 0
	for i := range q.Words {
		if w := &q.Words[i]; w.Read == Typo {
			out = append(append(out, q.Text[at:w.Start]...), w.As[0]...)
			at = w.End
		}
	}
	if at == 0 {
		return ""
	}
	return string(append(out, q.Text[at:]...))
}

// beginnings is a set of hashes of the first bytes of words.
type beginnings [16]uint64

func (l *beginnings) add(word, bit uint) { l[word] |= 1 << bit }

func (l *beginnings) has(word, bit uint) bool { return l[word]&(1<<bit) != 0 }

// hashBeginning hashes the first two bytes of a word.
func hashBeginning[T string | []byte](key T) (word, bit uint) {
	h := uint(0)
	for i := range min(2, len(key)) {
		h = h*37 + uint(key[i])
	}
	return h >> 6 & 15, h & 63
}

// collectForms collects the forms of the terms and of their alternatives, and the first bytes of these and of the
// words.
func (p *Parser) collectForms(q *Query) {
	for i, t := range q.Terms {
		p.addForms(q, i, t)
	}
	for _, a := range q.Alternatives {
		for _, t := range a.Terms {
			p.addForms(q, a.Bit, t)
		}
	}
	for i := range q.Words {
		q.beginnings.add(hashBeginning(q.Words[i].Key))
	}
}

// addForms adds the forms of a term. bit is the position in Terms of the term, or of the term that it stands for.
//
//go:noinline
func (p *Parser) addForms(q *Query, bit int, t model.TermID) {
	p.FormsOf(t, func(form string) {
		i := q.form(form)
		if i == len(q.forms) || q.forms[i].form != form {
			q.forms = slices.Insert(q.forms, i, queryForm{form, bit})
			q.beginnings.add(hashBeginning(form))
		}
	})
}

// findRareForm finds the only passage that has a word in exactly the form of the query.
func (p *Parser) findRareForm(q *Query) {
	for i := range q.Words {
		w := &q.Words[i]
		if q.BitOf(w) >= 0 {
			form := w.Key
			if w.Read != Exact && len(w.As) == 1 {
				form = w.As[0]
			}
			once, _ := p.InForm(form)
			q.Once = max(q.Once, once)
		}
	}
}

// form returns the position of a key in forms, or the position where it would be inserted.
func (q *Query) form(key string) int {
	return sort.Search(len(q.forms), func(i int) bool { return q.forms[i].form >= key })
}

// Tokens returns the words as tokens.
func (q *Query) Tokens() []text.Token {
	tokens := make([]text.Token, len(q.Words))
	for i := range q.Words {
		w := &q.Words[i]
		tokens[i] = w.Token
	}
	return tokens
}

// Bit returns the position in Terms of the term for which a word of the corpus is searched; −1 if it is not searched
// for. The hashed beginnings spare most look-ups.
func (q *Query) Bit(key []byte) int {
	if q.beginnings.has(hashBeginning(key)) {
		if i := q.form(string(key)); i < len(q.forms) && q.forms[i].form == string(key) {
			return q.forms[i].bit
		}
	}
	return -1
}

// BitOf returns the position in Terms of a word's term, −1 if it is not searched for.
func (q *Query) BitOf(w *Word) int {
	if !w.Known || w.Excluded {
		return -1
	}
	return q.Position(w.Term)
}

// Means tells whether a word is taken for a term: its own term, or one that it was read as or is a synonym of.
func (q *Query) Means(w *Word, t model.TermID) bool {
	if w.As == nil || !w.Known || t == w.Term {
		return w.Known && t == w.Term
	}
	for _, a := range q.Alternatives {
		if a.Bit == q.Position(w.Term) && (len(a.Terms) == 1 || !a.All) && slices.Contains(a.Terms, t) {
			return true
		}
	}
	return false
}

// Has tells whether the query has a word with exactly this key.
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
