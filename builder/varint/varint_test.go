package varint

import (
	"math"
	"testing"

	"mycel/internal/must"
)

// Records that no writer has written are refused, and numbers outside of their range, too.
func TestRefusedNumbers(t *testing.T) {
	record := func(write func(w *Writer)) string {
		var w Writer
		write(&w)
		return string(w.Bytes)
	}
	number := record(func(w *Writer) { w.Uint(math.MaxInt32 + 1) })
	two := make([]uint32, 2)
	for name, c := range map[string]struct {
		record string
		read   func(r *Reader)
	}{
		"something left":                {"\x01\x02", func(r *Reader) { r.Uint() }},
		"nothing":                       {"", func(r *Reader) { r.Uint() }},
		"a number that does not end":    {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00", func(r *Reader) { r.Uint() }},
		"a large Int":                   {number, func(r *Reader) { r.Int() }},
		"a count above the rest":        {"\x02a", func(r *Reader) { r.Count(); r.Uint() }},
		"a string that is cut":          {"\x02a", func(r *Reader) { _ = r.String(); r.rest = "" }},
		"more bytes than there are":     {"a", func(r *Reader) { r.Take(2) }},
		"a list that ends early":        {"\x01", func(r *Reader) { Fill(r, two, 10) }},
		"a list with a number too many": {"\x01\x02\x03", func(r *Reader) { Fill(r, two, 10) }},
		"a list with a large number":    {"\x01\x0a", func(r *Reader) { Fill(r, two, 10) }},
		"a list with a long number":     {"\x01\x80\x80\x80\x80\x80\x00", func(r *Reader) { Fill(r, two, 10) }},
	} {
		r := NewReader(c.record)
		if c.read(r); r.Close() == nil {
			t.Errorf("%s is read", name)
		}
	}
	r := NewReader(record(func(w *Writer) { w.Int(math.MaxInt32); w.String("ä"); w.Bool(true) }))
	must.Be(t, r.Int() == math.MaxInt32 && r.String() == "ä" && r.Bool() && r.Close() == nil, "a record does not come back")
}
