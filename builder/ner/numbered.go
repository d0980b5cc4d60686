package ner

import (
	"math"

	"mycel/builder/arena"
	"mycel/builder/varint"
	"mycel/engine/entity"
)

// Numbered is the candidates of a document with ids for their strings, the form in which a corpus keeps them.
type Numbered struct {
	*numbered        // nil while packed
	packed    string // the candidates as a record, if packed
}

type numbered struct {
	forms []numberedForm
	spans []Span
	words []numberedWord
	runs  []numberedRun
}

// numberedForm is a Form.
type numberedForm struct {
	text, key    id
	kind         entity.Kind
	proven       bool
	links        uint16
	strong, weak uint32
	determined   uint32
}

// numberedWord is a Word.
type numberedWord struct {
	key                     id
	count, sentences, nouns uint32
}

// numberedRun is a Run.
type numberedRun struct {
	text, key          id
	count, first, last uint32
}

// Own returns the candidates with ids that are indices in a list of their own strings, and that
// list. Adopt replaces the ids by those of a corpus.
func (c *Candidates) Own() (strings []string, n *Numbered) {
	strings = make([]string, 0, 2*len(c.Forms)+len(c.Words)+2*len(c.Runs))
	one := func(s string) id {
		strings = append(strings, s)
		return id(len(strings) - 1)
	}
	both := func(text, key string) (id, id) {
		n := one(text)
		if key == text {
			return n, n
		}
		return n, one(key)
	}
	out := &numbered{
		forms: make([]numberedForm, len(c.Forms)), spans: c.Spans,
		words: make([]numberedWord, len(c.Words)), runs: make([]numberedRun, len(c.Runs)),
	}
	for i := range c.Forms {
		f := &c.Forms[i]
		text, key := both(f.Text, f.Key)
		out.forms[i] = numberedForm{text, key, f.Kind, f.Proven, f.Links, f.Strong, f.Weak, f.Determined}
	}
	for i := range c.Words {
		w := &c.Words[i]
		out.words[i] = numberedWord{one(w.Key), w.Count, w.Sentences, w.Nouns}
	}
	for i := range c.Runs {
		r := &c.Runs[i]
		text, key := both(r.Text, r.Key)
		out.runs[i] = numberedRun{text, key, r.Count, r.First, r.Last}
	}
	return strings, &Numbered{numbered: out}
}

// Adopt replaces the ids of candidates from Own by those of the table. list is the list that Own returned.
func (s *Strings) Adopt(list []string, n *Numbered) {
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
}

// Number returns the candidates with ids of the table for their strings.
func (s *Strings) Number(c *Candidates) *Numbered {
	list, n := c.Own()
	s.Adopt(list, n)
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
