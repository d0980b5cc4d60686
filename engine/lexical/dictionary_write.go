package lexical

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"mycel/engine/model"
	"mycel/engine/text"
	"mycel/engine/wire"
)

// Entry is one word form.
type Entry struct {
	Form string
	Term model.TermID
	Stop bool
	Once uint32 // 1 + the passage, for a form of a single passage whose term is in others, too; else 0
}

// Rule rewrites a suffix: a form that ends in From has a stem that ends in To.
type Rule struct{ From, To string }

// Words are the words of a corpus, as the builder writes them.
type Words struct {
	Entries []Entry  // ascending by form
	Stems   []string // ascending
	DF      []uint32 // by term
	Rules   []Rule   // in the order in which they are tried
	Others  []Entry  // forms as other languages stem them, by form
	Common  []string // frequent words of the languages: they are not misspellings
	Set     *Set     // nil for a bundle that is in no set
	Counted []uint32 // by term: passages that count in its weight; nil if DF counts
}

// WordBlocks are words that are cut into blocks.
type WordBlocks struct {
	*Words
	firstTerm []uint32 // by block, then the number of terms
	firstForm []uint32
	top       []string
	far       [][]Entry                // by block
	short     []map[string][]Candidate // by block
}

// Cut cuts the words into blocks. firstTerm has the first term of each block, then the number of terms.
func (w *Words) Cut(firstTerm []uint32) *WordBlocks {
	n := len(firstTerm) - 1
	b := &WordBlocks{Words: w, firstTerm: firstTerm, far: make([][]Entry, n), short: make([]map[string][]Candidate, n)}
	for i, first := range firstTerm[:n] {
		top := ""
		if i > 0 {
			top = w.border(first)
		}
		form, _ := slices.BinarySearchFunc(w.Entries, top, func(e Entry, s string) int { return cmp.Compare(e.Form, s) })
		b.top, b.firstForm = append(b.top, top), append(b.firstForm, uint32(form))
	}
	b.firstForm = append(b.firstForm, uint32(len(w.Entries)))
	if n > 0 {
		b.spread()
		b.shortLists()
	}
	return b
}

// border returns the first word of the block whose first term is given: a beginning of that term's stem. Its length is
// chosen so that most forms, weighed by their df, fall on the side of their terms. Of equal lengths the shortest wins.
func (w *Words) border(first uint32) string {
	stem := w.Stems[first]
	best := separator(w.Stems[first-1], stem)
	cost, least := 0, 0
	at, _ := slices.BinarySearchFunc(w.Entries, best, func(e Entry, s string) int { return cmp.Compare(e.Form, s) })
	for end := len(best) + 1; end <= len(stem); end++ {
		if end < len(stem) && !utf8.RuneStart(stem[end]) {
			continue
		}
		for ; at < len(w.Entries) && w.Entries[at].Form < stem[:end]; at++ { // the form comes before the border
			if t := w.Entries[at].Term; uint32(t) < first {
				cost -= int(w.DF[t])
			} else {
				cost += int(w.DF[t])
			}
		}
		if cost < least {
			best, least = stem[:end], cost
		}
	}
	return best
}

// separator returns the shortest beginning of b, of whole characters, that sorts after a. a sorts before b.
func separator(a, b string) string {
	for i := range b {
		if i > 0 && b[:i] > a {
			return b[:i]
		}
	}
	return b
}

// spread lists the forms whose terms are in other blocks.
func (b *WordBlocks) spread() {
	for i, e := range b.Entries {
		if at := b.ofTerm(e.Term); at != b.ofForm(i) {
			b.far[at] = append(b.far[at], e)
		}
	}
	for _, e := range b.Others {
		at := b.ofTerm(e.Term)
		b.far[at] = append(b.far[at], e)
	}
}

// blockOf returns the block of a row or word: the last block that begins at it or before it. A block that begins with
// the same row as the next block has no rows.
func blockOf[T cmp.Ordered](begin []T, x T) int {
	return sort.Search(len(begin), func(i int) bool { return begin[i] > x }) - 1
}

// ofTerm returns the block of a term.
func (b *WordBlocks) ofTerm(t model.TermID) int {
	return blockOf(b.firstTerm[:len(b.top)], uint32(t))
}

// ofForm returns the block of the form at a position among the entries.
func (b *WordBlocks) ofForm(i int) int { return blockOf(b.firstForm[:len(b.top)], uint32(i)) }

// shortLists lists the completions that a block's own words do not give: completions of the beginnings of a later
// block's first word.
func (b *WordBlocks) shortLists() {
	for i, top := range b.top {
		for end := range top {
			key := top[:end]
			if i == 0 || utf8.RuneCountInString(key) < 2 && end < 3 || key < b.top[i-1] {
				continue
			}
			c := &Candidates{Most: MaxCompletions + 1}
			first, _ := slices.BinarySearchFunc(b.Entries, key, func(e Entry, s string) int { return cmp.Compare(e.Form, s) })
			for ; first < len(b.Entries) && strings.HasPrefix(b.Entries[first].Form, key); first++ {
				if e := &b.Entries[first]; !e.Stop {
					c.Offer(Candidate{Form: e.Form, Term: e.Term, df: b.DF[e.Term]})
				}
			}
			at := blockOf(b.top, key)
			if b.short[at] == nil {
				b.short[at] = map[string][]Candidate{}
			}
			b.short[at][key] = c.List
		}
	}
}

// maxCommon is the number of forms that the core knows besides stop words.
const maxCommon = 512

// isPair tells whether a word is a pair of characters, as the tokens of scripts without spaces are.
func isPair(letters []rune) bool { return len(letters) == 2 && text.Unspaced(letters[0]) }

// common returns the stop words, except pairs of characters, and the most frequent forms whose terms are in other
// blocks: without them a query would wait for one block after the other.
func (b *WordBlocks) common() (all []Entry) {
	var far []Entry
	for i, e := range b.Entries {
		if e.Stop && !isPair([]rune(e.Form)) {
			all = append(all, e)
		} else if b.ofTerm(e.Term) != b.ofForm(i) {
			far = append(far, e)
		}
	}
	slices.SortStableFunc(far, func(x, y Entry) int { return int(b.DF[y.Term]) - int(b.DF[x.Term]) })
	all = append(all, far[:min(len(far), maxCommon)]...)
	slices.SortFunc(all, func(x, y Entry) int { return cmp.Compare(x.Form, y.Form) })
	return all
}

func (e *Entry) flags() byte {
	if e.Stop {
		return flagStop
	}
	return 0
}

// EncodeCore writes the words of the core: the beginnings of the blocks, common words, the rules, and the beginnings of
// the spelling's parts.
func (b *WordBlocks) EncodeCore(spelling []string) []byte {
	var w wire.Writer
	w.Sorted(b.top)
	w.Offsets(b.firstTerm)
	w.Offsets(b.firstForm)
	var common, from, to []string
	var terms []uint32
	var flags []byte
	for _, e := range b.common() {
		common, terms, flags = append(common, e.Form), append(terms, uint32(e.Term)), append(flags, e.flags())
	}
	for _, rule := range b.Rules {
		from, to = append(from, rule.From), append(to, rule.To)
	}
	w.Sorted(common)
	w.Uint32s(terms)
	w.Raw(flags)
	w.Strings(from)
	w.Strings(to)
	w.Sorted(spelling)
	return w.Bytes()
}

// EncodeBlock writes a block. It writes a stem as its difference from the first of its forms here, and the term of a
// form as the step from the term of the form before.
func (b *WordBlocks) EncodeBlock(w *wire.Writer, at int) {
	entries := b.Entries[b.firstForm[at]:b.firstForm[at+1]]
	first, end := b.firstTerm[at], b.firstTerm[at+1]
	stems := b.Stems[first:end]
	forms, flags, steps := make([]string, len(entries)), make([]byte, len(entries)), make([]uint32, len(entries))
	base := make([]string, len(stems))
	last, away, once := int(first), []uint32(nil), make([]uint32, len(entries))
	for i, e := range entries {
		forms[i], steps[i], last = e.Form, wire.Zigzag(int(e.Term)-last), int(e.Term)
		flags[i], once[i] = e.flags(), e.Once
		switch local := uint32(e.Term) - first; {
		case uint32(e.Term) < first || uint32(e.Term) >= end:
			away = append(away, b.DF[e.Term])
		case base[local] == "":
			base[local] = e.Form
		}
	}
	cut, added := make([]uint32, len(stems)), make([]string, len(stems))
	for t, stem := range stems {
		n := CommonPrefix(stem, base[t])
		cut[t], added[t] = uint32(len(base[t])-n), stem[n:]
	}
	w.Sorted(forms)
	w.Raw(flags)
	w.Uint32s(steps)
	w.Uint32s(once)
	w.Uint32s(cut)
	w.Strings(added)
	w.Uint32s(b.DF[first:end])
	w.Uint32s(away)
	var far []string
	var farTerm []uint32
	for _, e := range b.far[at] {
		far, farTerm = append(far, e.Form), append(farTerm, uint32(e.Term)-first)
	}
	w.Strings(far)
	w.Uint32s(farTerm)
	encodeLists(w, b.short[at], int(first))
	counted := make([]uint32, len(stems)) // as steps from the df
	if b.Counted != nil {
		for t := range counted {
			counted[t] = wire.Zigzag(int(b.Counted[int(first)+t]) - int(b.DF[int(first)+t]))
		}
	}
	w.Uint32s(counted)
}

// CommonPrefix returns the length in bytes of the longest common beginning of two strings.
func CommonPrefix(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// encodeLists writes lists of words by key. A term is written as its distance from first.
func encodeLists(w *wire.Writer, of map[string][]Candidate, first int) {
	var keys, words []string
	var terms []uint32
	for key := range of {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	ends := []uint32{0}
	for _, key := range keys {
		for _, c := range of[key] {
			words, terms = append(words, c.Form), append(terms, wire.Zigzag(int(c.Term)-first))
		}
		ends = append(ends, uint32(len(words)))
	}
	w.Sorted(keys)
	w.Offsets(ends)
	w.Strings(words)
	w.Uint32s(terms)
}

// Whole returns the dictionary of words as one block. It corrects misspellings only if misspellings is set, because the
// lists for them take time.
func (w *Words) Whole(passages int, misspellings bool) (*Dictionary, error) {
	var listed [][]Spelt
	if misspellings {
		listed = [][]Spelt{w.Spellings()}
	}
	b := w.Cut([]uint32{0, uint32(len(w.Stems))})
	d, err := DecodeDictionary(b.EncodeCore(SpellingTops(listed)), 0, 1, passages, w.Set)
	if err != nil {
		return nil, err
	}
	var out wire.Writer
	b.EncodeBlock(&out, 0)
	r := wire.NewReader(out.Bytes())
	d.LoadBlock(0, r)
	d.blocks.SetLoaded(0)
	d.spelling.Set(1, len(listed))
	for i, l := range listed {
		var out wire.Writer
		EncodeSpelling(&out, l)
		if err := d.spelling.Load(i, out.Bytes()); err != nil {
			return nil, err
		}
		d.spelling.SetLoaded(i)
	}
	return d, r.Close()
}

// IDF returns the weights of terms with these df in n passages: see Dictionary.IDF.
func IDF(df []uint32, n int) []float32 {
	idf := make([]float32, len(df))
	for t, df := range df {
		idf[t] = idfOf(int(df), n)
	}
	return idf
}

// Spelt is a word in the list from which misspellings are corrected.
type Spelt struct {
	Listed string
	Rank   byte // 2·(⌊log₂ df⌋ + 1), plus 1 for a stop word; 0 for a common word that no passage has
}

// Spellings lists the words of the passages, ascending, for the spelling.
func (w *Words) Spellings() []Spelt {
	all := make([]Spelt, 0, 2*len(w.Entries))
	for i := range w.Entries {
		e := &w.Entries[i]
		letters := []rune(e.Form)
		class, df := lengthClass(len(letters)), w.DF[e.Term]
		if isPair(letters) {
			class = pairClass
		} else if text.Unspaced(letters[0]) {
			continue
		}
		if df == 0 || class < 0 {
			continue
		}
		rank := byte(2 * bits.Len32(df))
		if e.Stop {
			rank++
		}
		all = append(all, Spelt{listedAs(class, letters, false), rank}, Spelt{listedAs(class, letters, true), rank})
	}
	byWord := func(a, b Spelt) int { return cmp.Compare(a.Listed, b.Listed) }
	slices.SortFunc(all, byWord)
	all = append(all, w.confusable(all)...)
	slices.SortFunc(all, byWord)
	return all
}

// confusable lists the common words that would be read as misspellings of listed words.
func (w *Words) confusable(listed []Spelt) (all []Spelt) {
	var out wire.Writer
	EncodeSpelling(&out, listed)
	var d Dictionary
	d.spelling.Set(0, 1)
	d.spelling.top = wire.NewStrings(1, 0)
	d.spelling.top.Append("", "")
	if d.spelling.Load(0, out.Bytes()) != nil {
		return nil
	}
	d.spelling.SetLoaded(0)
	for _, word := range w.Common {
		letters, near := []rune(word), false
		class := lengthClass(len(letters))
		if _, known := slices.BinarySearchFunc(w.Entries, word, func(e Entry, s string) int { return cmp.Compare(e.Form, s) }); known || class < 0 {
			continue
		}
		for most := 1; most <= Edits(letters) && !near; most++ {
			d.spelling.Near(letters, most, func(Candidate) { near = true })
		}
		if near {
			all = append(all, Spelt{listedAs(class, letters, false), 0})
		}
	}
	return all
}

// SpellingTops returns the beginning of each part of the spelling. listed has the words of each part.
func SpellingTops(listed [][]Spelt) []string {
	tops := make([]string, len(listed))
	for i := 1; i < len(listed); i++ {
		before := listed[i-1]
		tops[i] = separator(before[len(before)-1].Listed, listed[i][0].Listed)
	}
	return tops
}

// EncodeSpelling writes a part of the spelling.
func EncodeSpelling(w *wire.Writer, listed []Spelt) {
	words, ranks := make([]string, len(listed)), make([]byte, len(listed))
	for i, s := range listed {
		words[i], ranks[i] = s.Listed, s.Rank
	}
	w.Sorted(words)
	w.Raw(ranks)
}
