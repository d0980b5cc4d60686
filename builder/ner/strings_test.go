package ner

import (
	"reflect"
	"testing"

	"mycel/builder/varint"
	"mycel/engine/entity"
)

// Candidates come back from a record as they were, with the strings of the table whatever
// their numbers are there.
func TestCandidatesRecord(t *testing.T) {
	const text = "Edvard Lund built the Float Gauge. The float gauges of NASA use HashMap, and a gauge uses Edvard Lund."
	list, own := Scan(text, []int{0, 35}, nil, Options{})
	var w varint.Writer
	CodeNumbered(varint.Coder{W: &w}, &own, 0)
	r := varint.NewReader(string(w.Bytes))
	var got *Numbered
	CodeNumbered(varint.Coder{R: r}, &got, len(list))
	if err := r.Close(); err != nil || !reflect.DeepEqual(got, own) || len(own.forms) == 0 || len(own.words) == 0 || len(own.runs) == 0 {
		t.Fatalf("got %+v, %v, want %+v", got.numbered, err, own.numbered)
	}
	s := NewStrings()
	s.number("another document was here first")
	s.Adopt(list, got)
	for i, f := range own.forms {
		if is := got.forms[i]; s.text(is.text) != list[f.text] || s.text(is.key) != list[f.key] {
			t.Errorf("form %d is %q (%q), want %q (%q)", i, s.text(is.text), s.text(is.key), list[f.text], list[f.key])
		}
	}
	for i, x := range own.runs {
		if is := got.runs[i]; s.text(is.text) != list[x.text] || s.text(is.key) != list[x.key] || s.text(got.words[0].key) != list[own.words[0].key] {
			t.Errorf("run %d is %q (%q), want %q (%q)", i, s.text(is.text), s.text(is.key), list[x.text], list[x.key])
		}
	}
	for name, change := range map[string]func(n *numbered){
		"a surface without a string":        func(n *numbered) { n.forms[0].text = id(len(list)) },
		"a key without a string":            func(n *numbered) { n.forms[0].key = id(len(list)) },
		"a word without a string":           func(n *numbered) { n.words[0].key = id(len(list)) },
		"a run whose key has no string":     func(n *numbered) { n.runs[0].key = id(len(list)) },
		"an entity of an unknown kind":      func(n *numbered) { n.forms[0].kind = entity.Title + 1 },
		"a run whose surface has no string": func(n *numbered) { n.runs[0].text = id(len(list)) },
	} {
		var bad *Numbered
		CodeNumbered(varint.Coder{R: varint.NewReader(string(w.Bytes))}, &bad, len(list))
		change(bad.numbered)
		var w varint.Writer
		CodeNumbered(varint.Coder{W: &w}, &bad, 0)
		r := varint.NewReader(string(w.Bytes))
		if CodeNumbered(varint.Coder{R: r}, &bad, len(list)); r.Close() == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
