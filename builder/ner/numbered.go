package ner

import (
	"slices"

	"mycel/builder/arena"
	"mycel/builder/varint"
	"mycel/engine/entity"
)

// Numbered is the candidates of a document with ids for their strings, the form in which a corpus
// keeps them.
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

// Adopt replaces the ids of candidates from Own by those of the table. list is the list that Own
// returned.
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

// Pack makes candidates a third of their size; each use then takes the time to decode them. Their
// content is the same. w is scratch space for a record, which to stores. Nothing else may use the
// candidates meanwhile.
func (c *Numbered) Pack(w *varint.Writer, to *arena.Strings) {
	c.Record(w)
	*c = Numbered{packed: to.Keep(string(w.Bytes))}
}

// open returns the unpacked candidates: those of c, or decoded into room, whose memory is reused.
func (c *Numbered) open(room *numbered) *numbered {
	if c.numbered != nil {
		return c.numbered
	}
	room.read(varint.NewReader(c.packed), int(^uint32(0)))
	return room
}

// Record appends the candidates, with the ids of their strings, to a record.
func (n *Numbered) Record(w *varint.Writer) {
	c := n.open(new(numbered))
	w.Int(len(c.forms))
	for i := range c.forms {
		f := &c.forms[i]
		recordBoth(w, f.text, f.key)
		w.Int(int(f.kind))
		w.Int(int(f.links))
		w.Bool(f.proven)
		w.Uint(uint64(f.strong))
		w.Uint(uint64(f.weak))
		w.Uint(uint64(f.determined))
	}
	w.Int(len(c.spans))
	last := uint32(0)
	for _, s := range c.spans { // in text order, not overlapping
		w.Uint(uint64(s.Form))
		w.Uint(uint64(s.Start - last))
		w.Uint(uint64(s.End - s.Start))
		last = s.End
	}
	w.Int(len(c.words))
	for i := range c.words {
		x := &c.words[i]
		w.Uint(uint64(x.key))
		w.Uint(uint64(x.count))
		w.Uint(uint64(x.sentences))
		w.Uint(uint64(x.nouns))
	}
	w.Int(len(c.runs))
	for i := range c.runs {
		r := &c.runs[i]
		recordBoth(w, r.text, r.key)
		w.Uint(uint64(r.count))
		w.Uint(uint64(r.first))
		w.Uint(uint64(r.last - r.first))
	}
}

// ReadNumbered reads candidates that Record has written; strings is the number of strings in the
// table.
func ReadNumbered(r *varint.Reader, strings int) *Numbered {
	c := &numbered{}
	c.read(r, strings)
	return &Numbered{numbered: c}
}

// read is ReadNumbered into existing slices.
func (c *numbered) read(r *varint.Reader, strings int) {
	number := func() id {
		n := r.Uint()
		if n >= uint64(strings) {
			r.Fail()
			return 0
		}
		return id(n)
	}
	both := func() (text, key id) {
		text = number()
		if key = id(r.Uint()); key == 0 {
			return text, text
		}
		if key--; uint64(key) >= uint64(strings) {
			r.Fail()
		}
		return text, key
	}
	c.forms = resized(c.forms, r.Count())
	for i := range c.forms {
		f := &c.forms[i]
		f.text, f.key = both()
		f.kind, f.links, f.proven = entity.Kind(r.Int()), uint16(r.Int()), r.Bool()
		f.strong, f.weak, f.determined = uint32(r.Uint()), uint32(r.Uint()), uint32(r.Uint())
		if f.kind > entity.Title {
			r.Fail()
		}
	}
	c.spans = resized(c.spans, r.Count())
	last := uint32(0)
	for i := range c.spans {
		s := &c.spans[i]
		s.Form = uint32(r.Uint())
		s.Start = last + uint32(r.Uint())
		s.End = s.Start + uint32(r.Uint())
		last = s.End
	}
	c.words = resized(c.words, r.Count())
	for i := range c.words {
		c.words[i] = numberedWord{number(), uint32(r.Uint()), uint32(r.Uint()), uint32(r.Uint())}
	}
	c.runs = resized(c.runs, r.Count())
	for i := range c.runs {
		x := &c.runs[i]
		x.text, x.key = both()
		x.count, x.first = uint32(r.Uint()), uint32(r.Uint())
		x.last = x.first + uint32(r.Uint())
	}
}

// resized returns a slice of n elements with undefined content, in the memory of s if it is large
// enough.
func resized[T any](s []T, n int) []T {
	if s == nil {
		return make([]T, n)
	}
	return slices.Grow(s[:0], n)[:n]
}

// recordBoth appends a surface and its key; 0 stands for a key that equals the surface.
func recordBoth(w *varint.Writer, text, key id) {
	w.Uint(uint64(text))
	if key == text {
		w.Uint(0)
	} else {
		w.Uint(uint64(key) + 1)
	}
}
