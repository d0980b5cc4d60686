package lexical

import (
	"strings"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/rank"
	"mycel/engine/wire"
)

// lexicon holds the words of the corpus in blocks.
type lexicon struct {
	blocks    parts.Reader // parts with the terms of each block
	top       wire.Strings // by block: words from this word on are in this block or a later one
	firstForm []uint32     // by block, then the number of forms
	block     []*block     // nil while it is missing
	passages  int
	set       *Set // nil for a bundle that is in no set
}

const flagStop = 1

// block is an interval of the words.
type block struct {
	firstForm, firstTerm uint32
	forms                wire.Strings // ascending
	flag                 []byte
	term                 []uint32     // by form; it may belong to another block
	termDF               []uint32     // by form
	once                 []uint32     // by form: see Entry.Once
	stems                wire.Strings // ascending; position = TermID, less firstTerm
	df                   []uint32     // by stem
	counted              []uint32     // by stem: see Words.Counted
	idf                  []float32
	far                  wire.Strings // further forms of these terms, from other blocks or other languages
	farTerm              []uint32     // parallel, less firstTerm
	short                lists        // see Words.shortLists
}

// lists has a list of words for each of some keys.
type lists struct {
	key  wire.Strings // ascending
	end  []uint32     // key+1
	word wire.Strings
	term []uint32 // parallel to word
}

// LoadBlock reads the bytes that WordBlocks.EncodeBlock wrote.
func (l *lexicon) LoadBlock(at int, r *wire.Reader) {
	first, terms := l.blocks.Span(at)
	b := &block{firstForm: l.firstForm[at], firstTerm: uint32(first)}
	b.forms = r.Sorted(int(l.firstForm[at+1] - b.firstForm))
	b.flag = r.Raw()
	b.term = r.IDs(b.forms.Len(), 1<<32-1)
	b.once = r.IDs(b.forms.Len(), l.passages+1)
	cut := r.IDs(terms, 1<<32-1)
	added := r.Strings(terms)
	b.df = r.IDs(terms, l.passages+1)
	away := r.IDs(-1, l.passages+1)
	b.far = r.Strings(-1)
	b.farTerm = r.IDs(b.far.Len(), terms)
	b.short.key = r.Sorted(-1)
	b.short.end = r.Offsets(b.short.key.Len(), -1)
	b.short.word = r.Strings(int(b.short.end[len(b.short.end)-1]))
	b.short.term = r.IDs(b.short.word.Len(), 1<<32-1)
	b.counted = r.IDs(terms, 1<<32-1)
	n := l.counts()
	for i, step := range b.counted {
		count := int(b.df[i]) + wire.Unzigzag(step)
		if count < 0 || count > n {
			r.Fail("passages that there are not")
			return
		}
		b.counted[i] = uint32(count)
	}
	if !r.OK() || len(b.flag) != b.forms.Len() || !b.resolve(cut, away, added, l.NumTerms()) || !l.within(at, b.forms) || !l.within(at, b.stems) {
		r.Fail("words that are not of this block")
		return
	}
	b.idf = make([]float32, terms)
	for i, count := range b.counted {
		b.idf[i] = idfOf(int(count), n)
	}
	l.block[at] = b
}

// within tells whether ascending words belong to a block.
func (l *lexicon) within(at int, words wire.Strings) bool {
	n := words.Len()
	return n == 0 || words.At(0) >= l.top.At(at) && (at+1 == l.top.Len() || words.At(n-1) < l.top.At(at+1))
}

// resolve turns steps into terms, and makes each stem from the first form of its term.
func (b *block) resolve(cut, away []uint32, added wire.Strings, terms int) bool {
	b.termDF = make([]uint32, len(b.term))
	base := make([]string, len(cut)) // by stem: its first form
	for i, step := range b.short.term {
		term := int(b.firstTerm) + wire.Unzigzag(step)
		if term < 0 || term >= terms {
			return false
		}
		b.short.term[i] = uint32(term)
	}
	term := int(b.firstTerm)
	for i, step := range b.term {
		term += wire.Unzigzag(step)
		if term < 0 || term >= terms {
			return false
		}
		b.term[i] = uint32(term)
		if local := term - int(b.firstTerm); uint(local) < uint(len(cut)) {
			if b.termDF[i] = b.df[local]; base[local] == "" {
				base[local] = b.forms.At(i)
			}
			continue
		}
		if len(away) == 0 {
			return false
		}
		b.termDF[i], away = away[0], away[1:]
	}
	size := 0
	for t, form := range base {
		if int(cut[t]) > len(form) {
			return false
		}
		size += len(form) - int(cut[t]) + len(added.At(t))
	}
	b.stems = wire.NewStrings(len(cut), size)
	for t, form := range base {
		b.stems.Append(form[:len(form)-int(cut[t])], added.At(t))
		if t > 0 && b.stems.At(t-1) >= b.stems.At(t) {
			return false
		}
	}
	return len(away) == 0
}

// BlockOf returns the number of the only block that can have a word.
func (l *lexicon) BlockOf(word string) int { return intervalOf(&l.top, word) }

// intervalOf returns the number of the interval that can have a word. tops are the beginnings of the intervals.
func intervalOf(tops *wire.Strings, word string) int {
	i, found := tops.Find(word)
	if found || i == 0 {
		return i
	}
	return i - 1
}

// with returns the block that can have a word; nil if it is missing, which it notes.
func (l *lexicon) with(word string) *block {
	if l.top.Len() == 0 {
		return &block{}
	}
	return l.at(l.BlockOf(word))
}

func (l *lexicon) at(i int) *block {
	b := l.block[i]
	if b == nil {
		l.blocks.HasPart(i)
	}
	return b
}

// of returns the block of a term, and its place there; nil if the block is missing, which it notes.
func (l *lexicon) of(t model.TermID) (*block, uint32) {
	b := l.at(l.blocks.Of(uint32(t)))
	if b == nil {
		return nil, 0
	}
	return b, uint32(t) - b.firstTerm
}

// Stem returns the string of a term, "" while its block is missing.
func (l *lexicon) Stem(t model.TermID) string {
	b, i := l.of(t)
	if b == nil {
		return ""
	}
	return b.stems.At(int(i))
}

// DF returns the number of chunks that contain a term, 0 while its block is missing.
//
//go:noinline
func (l *lexicon) DF(t model.TermID) uint32 {
	b, i := l.of(t)
	if b == nil {
		return 0
	}
	return b.df[i]
}

// Counted returns the number of passages in the weight of a term; 0 while its block is missing. In documentation these
// are the passages that have the term themselves, in a set the passages of all bundles, and otherwise its df.
func (l *lexicon) Counted(t model.TermID) uint32 {
	b, i := l.of(t)
	if b == nil {
		return 0
	}
	return b.counted[i]
}

// IDF returns the weight of a term, 0 while its block is missing:
//
//	ln(1 + (n − counted + 0.5)/(counted + 0.5))
//
// for n passages, with the same bits on every machine.
//
//go:noinline
func (l *lexicon) IDF(t model.TermID) float32 {
	b, i := l.of(t)
	if b == nil {
		return 0
	}
	return b.idf[i]
}

// SetIDF replaces the weights of the terms of loaded blocks, for tests.
func (l *lexicon) SetIDF(idf []float32) {
	for _, b := range l.block {
		copy(b.idf, idf[b.firstTerm:])
	}
}

// Form returns the number of a key among the word forms. O(log n).
func (l *lexicon) Form(key string) (i int, ok bool) {
	b := l.with(key)
	if b == nil {
		return 0, false
	}
	i, ok = b.forms.Find(key)
	return int(b.firstForm) + i, ok
}

// FormsOf calls f for all forms of a term, and for its stem, which may be no form.
func (l *lexicon) FormsOf(t model.TermID, f func(form string)) {
	b, local := l.of(t)
	if b == nil {
		return
	}
	for i, term := range b.term {
		if term == uint32(t) {
			f(b.forms.At(i))
		}
	}
	for i, term := range b.farTerm {
		if term == local {
			f(b.far.At(i))
		}
	}
	f(b.stems.At(int(local)))
}

// OfferCompletions offers the words that begin with a key and are no stop words. O(words of a block).
func (l *lexicon) OfferCompletions(c *Candidates, key string) {
	if next := l.BlockOf(key) + 1; next < l.top.Len() && strings.HasPrefix(l.top.At(next), key) {
		l.offerListed(c, key)
	} else if b := l.with(key); b != nil {
		b.offerCompletions(c, key)
	}
}

// offerCompletions is OfferCompletions for the words of a block.
func (b *block) offerCompletions(c *Candidates, key string) {
	i, _ := b.forms.Find(key)
	for ; i < b.forms.Len() && strings.HasPrefix(b.forms.At(i), key); i++ {
		if b.flag[i]&flagStop == 0 {
			c.Offer(Candidate{Form: b.forms.At(i), Term: model.TermID(b.term[i]), df: b.termDF[i]})
		}
	}
}

// offerListed offers the completions that the block of a key lists for it, in their order.
func (l *lexicon) offerListed(c *Candidates, key string) {
	b := l.with(key)
	if b == nil {
		return
	}
	row, ok := b.short.key.Find(key)
	if !ok {
		return
	}
	for i := b.short.end[row]; i < b.short.end[row+1]; i++ {
		c.List = append(c.List, Candidate{Form: b.short.word.At(int(i)), Term: model.TermID(b.short.term[i])})
	}
}

// Blocks returns the terms of each block.
func (l *lexicon) Blocks() *parts.Layout { return l.blocks.Layout }

// AnyMissing tells whether a missing block has been noted.
func (l *lexicon) AnyMissing() bool { return l.blocks.Missing.Rows() }

// Rarest returns the weight of a term that one passage has.
func (l *lexicon) Rarest() float32 { return idfOf(1, l.counts()) }

// counts returns the number of passages behind the weights of terms.
func (l *lexicon) counts() int {
	if l.set != nil {
		return l.set.Passages
	}
	return l.passages
}

// Set returns the bundle's set; nil for a bundle that is in no set.
func (l *lexicon) Set() *Set { return l.set }

// NumTerms returns the number of terms.
func (l *lexicon) NumTerms() int { return l.blocks.NumRows() }

// NumForms returns the number of word forms.
func (l *lexicon) NumForms() int { return int(l.firstForm[len(l.firstForm)-1]) }

// idfOf returns the weight of a term.
func idfOf(df, n int) float32 {
	return float32(rank.Ln(1 + (float64(n)-float64(df)+0.5)/(float64(df)+0.5)))
}
