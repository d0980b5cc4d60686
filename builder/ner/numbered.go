package ner

import (
	"math"

	"mycel/builder/arena"
	"mycel/builder/varint"
	"mycel/engine/entity"
)

// Numbered is the possible entities of a document with ids for their strings: indices in a list of the document, until
// Adopt replaces them by those of a corpus.
type Numbered struct {
	*numbered        // nil while packed
	packed    string // the candidates as a record, if packed
}

// numbered is in order of first appearance.
type numbered struct {
	forms []numberedForm // spellings of names and codes
	spans []Span         // their occurrences, in text order, not overlapping
	words []numberedWord // words in lower case other than function words
	runs  []numberedRun  // runs of two common nouns or more, as written; under TermsAll also single nouns
}

// numberedForm is a spelling of a name or code.
type numberedForm struct {
	text, key  id          // as in the document, and the keys of its tokens, joined by single spaces
	kind       entity.Kind // Term of a segment of a text without spaces
	proven     bool        // an entity without evidence from elsewhere: a code by its shape
	links      uint16      // bit i: token i is a connector, a number or a file ending
	strong     uint32      // occurrences with a capital where the position requires none
	weak       uint32      // other occurrences
	determined uint32      // occurrences behind an article, if nouns have capitals in the language
}

type numberedWord struct {
	key              id
	count, sentences uint32 // occurrences, and sentences with it
	nouns            uint32 // occurrences as the last word of a run that is a noun phrase by its length or the word before it
}

type numberedRun struct {
	text, key   id
	count       uint32
	first, last uint32 // ordinals of the first and the last sentence with it
}

// Adopt replaces the ids of candidates, which are indices in a list, by those of the table.
func (s *Strings) Adopt(list []string, n *Numbered) *Numbered {
	numbers := s.numbers(list)
	for i := range n.forms {
		f := &n.forms[i]
		f.text, f.key = id(numbers[f.text]), id(numbers[f.key])
	}
	for i := range n.words {
		w := &n.words[i]
		w.key = id(numbers[w.key])
	}
	for i := range n.runs {
		r := &n.runs[i]
		r.text, r.key = id(numbers[r.text]), id(numbers[r.key])
	}
	return n
}

// Pack makes candidates a third of their size; each use then takes the time to decode them. Their content is the same.
// w is scratch space for a record, which to stores. Nothing else may use the candidates meanwhile.
func (c *Numbered) Pack(w *varint.Writer, to *arena.Strings) {
	CodeNumbered(varint.Coder{W: w}, &c, 0)
	*c = Numbered{packed: to.Keep(string(w.Bytes))}
}

// open returns the unpacked candidates: those of c, or decoded into room, whose memory is reused.
func (c *Numbered) open(room *numbered) *numbered {
	if c.numbered != nil {
		return c.numbered
	}
	room.code(varint.Coder{R: varint.NewReader(c.packed)}, math.MaxUint32)
	return room
}

// CodeNumbered writes candidates to a record, with the ids of their strings, or reads them; strings is the number of
// strings in the table.
func CodeNumbered(c varint.Coder, n **Numbered, strings int) {
	if c.R != nil {
		*n = &Numbered{numbered: &numbered{}}
	}
	(*n).open(new(numbered)).code(c, strings)
}

// code writes candidates to a record, or reads them into existing slices.
func (n *numbered) code(c varint.Coder, strings int) {
	varint.List(c, &n.forms)
	for i := range n.forms {
		f := &n.forms[i]
		codeBoth(c, &f.text, &f.key, strings)
		varint.Number(c, &f.kind)
		varint.Number(c, &f.links)
		c.Bool(&f.proven)
		varint.Number(c, &f.strong)
		varint.Number(c, &f.weak)
		varint.Number(c, &f.determined)
		if c.R != nil && f.kind > entity.Title {
			c.R.Fail()
		}
	}
	varint.List(c, &n.spans)
	last := uint32(0)
	for i := range n.spans { // in text order, not overlapping
		s := &n.spans[i]
		varint.Number(c, &s.Form)
		varint.Step(c, &s.Start, &last)
		varint.Step(c, &s.End, &last)
	}
	varint.List(c, &n.words)
	for i := range n.words {
		x := &n.words[i]
		varint.Below(c, &x.key, strings)
		varint.Number(c, &x.count)
		varint.Number(c, &x.sentences)
		varint.Number(c, &x.nouns)
	}
	varint.List(c, &n.runs)
	for i := range n.runs {
		x := &n.runs[i]
		codeBoth(c, &x.text, &x.key, strings)
		varint.Number(c, &x.count)
		varint.Number(c, &x.first)
		first := x.first
		varint.Step(c, &x.last, &first)
	}
}

// codeBoth writes or reads a surface and its key; 0 stands for a key that equals the surface.
func codeBoth(c varint.Coder, text, key *id, strings int) {
	varint.Below(c, text, strings)
	other := id(0)
	if c.R == nil && *key != *text {
		other = *key + 1
	}
	varint.Below(c, &other, strings+1)
	if *key = *text; other > 0 {
		*key = other - 1
	}
}
