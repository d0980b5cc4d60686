package ner

import (
	"slices"

	"mycel/builder/arena"
	"mycel/builder/varint"
	"mycel/engine/entity"
)

// Numbered is the candidates of a document with numbers for their strings: what a corpus
// keeps of them.
type Numbered struct {
	*numbered        // nil while they are packed
	packed    string // a record in its place
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

// Number returns candidates with numbers for their strings.
func (s *Strings) Number(c *Candidates) *Numbered {
	list := make([]string, 0, 2*len(c.Forms)+len(c.Words)+2*len(c.Runs))
	both := func(text, key string) {
		if list = append(list, text); key != text {
			list = append(list, key)
		}
	}
	for i := range c.Forms {
		both(c.Forms[i].Text, c.Forms[i].Key)
	}
	for i := range c.Words {
		list = append(list, c.Words[i].Key)
	}
	for i := range c.Runs {
		both(c.Runs[i].Text, c.Runs[i].Key)
	}
	return numberedBy(c, s.numbers(list))
}

// numberedBy returns candidates with the numbers of their strings, which come in order, and
// once where a surface and its key are one.
func numberedBy(c *Candidates, numbers []uint32) *Numbered {
	next := func() id {
		n := numbers[0]
		numbers = numbers[1:]
		return id(n)
	}
	both := func(text, key string) (id, id) {
		n := next()
		if key == text {
			return n, n
		}
		return n, next()
	}
	n := &numbered{
		forms: make([]numberedForm, len(c.Forms)), spans: c.Spans,
		words: make([]numberedWord, len(c.Words)), runs: make([]numberedRun, len(c.Runs)),
	}
	for i := range c.Forms {
		f := &c.Forms[i]
		text, key := both(f.Text, f.Key)
		n.forms[i] = numberedForm{text, key, f.Kind, f.Proven, f.Links, f.Strong, f.Weak}
	}
	for i := range c.Words {
		w := &c.Words[i]
		n.words[i] = numberedWord{next(), w.Count, w.Sentences, w.Nouns}
	}
	for i := range c.Runs {
		r := &c.Runs[i]
		text, key := both(r.Text, r.Key)
		n.runs[i] = numberedRun{text, key, r.Count, r.First, r.Last}
	}
	return &Numbered{numbered: n}
}

// Pack makes candidates small: a third of what they were, for the time that each use
// takes to read them again. What they are is the same. w is room for a record, which to
// keeps. Nothing else may use the candidates meanwhile.
func (c *Numbered) Pack(w *varint.Writer, to *arena.Strings) {
	c.Record(w, nil)
	*c = Numbered{packed: to.Keep(string(w.Bytes))}
}

// open returns candidates as they were before they were packed: what c has, or room,
// whose memory is used again.
func (c *Numbered) open(room *numbered) *numbered {
	if c.numbered != nil {
		return c.numbered
	}
	room.read(varint.NewReader(c.packed), int(^uint32(0)))
	return room
}

// Record appends the candidates to a record, with the numbers that Strings.Used gives
// their strings; nil for those that they have.
func (n *Numbered) Record(w *varint.Writer, numbers []uint32) {
	c := n.open(new(numbered))
	number := func(n id) id {
		if numbers == nil {
			return n
		}
		return id(numbers[n])
	}
	w.Int(len(c.forms))
	for i := range c.forms {
		f := &c.forms[i]
		recordBoth(w, number(f.text), number(f.key))
		w.Int(int(f.kind))
		w.Int(int(f.links))
		w.Bool(f.proven)
		w.Uint(uint64(f.strong))
		w.Uint(uint64(f.weak))
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
		w.Uint(uint64(number(x.key)))
		w.Uint(uint64(x.count))
		w.Uint(uint64(x.sentences))
		w.Uint(uint64(x.nouns))
	}
	w.Int(len(c.runs))
	for i := range c.runs {
		r := &c.runs[i]
		recordBoth(w, number(r.text), number(r.key))
		w.Uint(uint64(r.count))
		w.Uint(uint64(r.first))
		w.Uint(uint64(r.last - r.first))
	}
}

// ReadNumbered reads what Record has written, of a table of so many strings.
func ReadNumbered(r *varint.Reader, strings int) *Numbered {
	c := &numbered{}
	c.read(r, strings)
	return &Numbered{numbered: c}
}

// read is ReadNumbered into slices that are there.
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
		f.strong, f.weak = uint32(r.Uint()), uint32(r.Uint())
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

// resized returns a slice of n elements, of which all are to be written.
func resized[T any](s []T, n int) []T {
	if s == nil {
		return make([]T, n)
	}
	return slices.Grow(s[:0], n)[:n]
}

// recordBoth appends a surface and its key, 0 for one that is the surface.
func recordBoth(w *varint.Writer, text, key id) {
	w.Uint(uint64(text))
	if key == text {
		w.Uint(0)
	} else {
		w.Uint(uint64(key) + 1)
	}
}
