package ner

import (
	"slices"

	"mycel/builder/varint"
	"mycel/engine/entity"
)

// Record appends the candidates to a record. text is that which they were scanned
// from: most of what they say is written there.
func (c *Candidates) Record(w *varint.Writer, text string) {
	c = c.open(new(Candidates))
	at := 0
	w.Int(len(c.Forms))
	for i := range c.Forms {
		f := &c.Forms[i]
		at = w.Within(text, at, f.Text)
		recordKey(w, f.Text, f.Key)
		w.Int(int(f.Kind))
		w.Int(int(f.Links))
		w.Bool(f.Proven)
		w.Uint(uint64(f.Strong))
		w.Uint(uint64(f.Weak))
	}
	w.Int(len(c.Spans))
	last := uint32(0)
	for _, s := range c.Spans { // in text order, not overlapping
		w.Uint(uint64(s.Form))
		w.Uint(uint64(s.Start - last))
		w.Uint(uint64(s.End - s.Start))
		last = s.End
	}
	w.Int(len(c.Words))
	at = 0
	for i := range c.Words {
		x := &c.Words[i]
		at = w.Within(text, at, x.Key)
		w.Uint(uint64(x.Count))
		w.Uint(uint64(x.Sentences))
		w.Uint(uint64(x.Nouns))
	}
	w.Int(len(c.Runs))
	at = 0
	for i := range c.Runs {
		r := &c.Runs[i]
		at = w.Within(text, at, r.Text)
		recordKey(w, r.Text, r.Key)
		w.Uint(uint64(r.Count))
		w.Uint(uint64(r.First))
		w.Uint(uint64(r.Last - r.First))
	}
}

// ReadCandidates reads what Record has written for the same text. Strings share the
// memory of the text and of the record.
func ReadCandidates(r *varint.Reader, text string) *Candidates {
	c := &Candidates{}
	c.read(r, text)
	return c
}

// read is ReadCandidates into slices that are there.
func (c *Candidates) read(r *varint.Reader, text string) {
	c.Forms = resized(c.Forms, r.Count())
	for i := range c.Forms {
		f := &c.Forms[i]
		f.Text = r.Within(text)
		f.Key = readKey(r, f.Text)
		f.Kind, f.Links, f.Proven = entity.Kind(r.Int()), uint16(r.Int()), r.Bool()
		f.Strong, f.Weak = uint32(r.Uint()), uint32(r.Uint())
	}
	c.Spans = resized(c.Spans, r.Count())
	last := uint32(0)
	for i := range c.Spans {
		s := &c.Spans[i]
		s.Form = uint32(r.Uint())
		s.Start = last + uint32(r.Uint())
		s.End = s.Start + uint32(r.Uint())
		last = s.End
	}
	c.Words = resized(c.Words, r.Count())
	for i := range c.Words {
		c.Words[i] = Word{Key: r.Within(text), Count: uint32(r.Uint()), Sentences: uint32(r.Uint()), Nouns: uint32(r.Uint())}
	}
	c.Runs = resized(c.Runs, r.Count())
	for i := range c.Runs {
		x := &c.Runs[i]
		x.Text = r.Within(text)
		x.Key = readKey(r, x.Text)
		x.Count, x.First = uint32(r.Uint()), uint32(r.Uint())
		x.Last = x.First + uint32(r.Uint())
	}
}

// resized returns a slice of n elements, of which all are to be written.
func resized[T any](s []T, n int) []T {
	if s == nil {
		return make([]T, n)
	}
	return slices.Grow(s[:0], n)[:n]
}

// recordKey appends a key, which often is what is written.
func recordKey(w *varint.Writer, text, key string) {
	if key == text {
		w.Int(0)
		return
	}
	w.Int(len(key) + 1)
	w.Bytes = append(w.Bytes, key...)
}

func readKey(r *varint.Reader, text string) string {
	n := r.Int()
	if n == 0 {
		return text
	}
	return r.Take(n - 1)
}
