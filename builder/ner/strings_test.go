package ner

import (
	"slices"
	"testing"
)

// A table that is read again knows the same singulars, and a list that is none is refused.
func TestStringsOf(t *testing.T) {
	s := NewStrings()
	gauges, lund := s.number("gauges"), s.number("lund")
	gauge := s.singular(gauges)
	s.singular(lund)
	all, singulars := slices.Clone(s.All()), make([]uint32, len(s.All()))
	for i := range all {
		singulars[i] = s.Singular(i)
	}
	if want := []uint32{uint32(gauge) + 1, uint32(lund) + 1, 0}; !slices.Equal(singulars, want) || s.text(gauge) != "gauge" {
		t.Fatalf("%q have the singulars %d, want %d", all, singulars, want)
	}
	again, ok := StringsOf(slices.Clone(all), singulars)
	if !ok || again.singular(gauges) != gauge || again.singular(lund) != lund || again.singular(gauge) != gauge || len(again.All()) != len(all) {
		t.Errorf("read again: %v, %q", ok, again.All())
	}
	if _, ok := StringsOf([]string{"a", "a"}, make([]uint32, 2)); ok {
		t.Error("a string is there twice")
	}
	if _, ok := StringsOf([]string{"a"}, []uint32{2}); ok {
		t.Error("there is no such singular")
	}
}

// Of a table some strings are kept, and those singulars that are among them.
func TestUsed(t *testing.T) {
	s := NewStrings()
	s.number("gone")
	weirs, weir := s.number("weirs"), s.number("weir")
	gauges := s.number("gauges")
	s.singular(weirs)
	s.singular(gauges)
	doc := &Numbered{numbered: &numbered{words: []numberedWord{{key: gauges}, {key: weir}, {key: weirs}}}}
	numbers, used := s.Used([]*Numbered{doc})
	if got, want := used.All(), []string{"gauges", "weir", "weirs"}; !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	if numbers[weirs] != 2 || numbers[weir] != 1 || used.Singular(0) != 0 || used.Singular(2) != 2 {
		t.Errorf("got numbers %d and singulars %d, %d", numbers, used.Singular(0), used.Singular(2))
	}
}
