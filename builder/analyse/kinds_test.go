package analyse

import (
	"slices"
	"testing"

	"mycel/builder/varint"
)

// Kinds are read as they were written; unknown kinds, and more or fewer than there are words, are refused.
func TestKindsOfWords(t *testing.T) {
	read := func(words int, numbers ...int) ([]WordKind, error) {
		var w varint.Writer
		for _, n := range numbers {
			w.Int(n)
		}
		p := &Analysis{Words: make(WordList, words)}
		r := varint.NewReader(string(w.Bytes))
		p.codeKinds(varint.Coder{R: r})
		return p.Kinds, r.Close()
	}
	if kinds, err := read(3, 2, 1, 2, 0, 1); err != nil || !slices.Equal(kinds, []WordKind{1, 1, 0}) {
		t.Errorf("got %v, %v", kinds, err)
	}
	for name, numbers := range map[string][]int{
		"an unknown kind": {1, int(numWordKinds), 3}, "more than the words": {1, 0, 4}, "fewer": {1, 0, 2}, "none": {0}, "half a run": {1, 0},
	} {
		if kinds, err := read(3, numbers...); err == nil {
			t.Errorf("%s: got %v", name, kinds)
		}
	}
	for n, good := range map[int]bool{4: true, 5: false} {
		var w varint.Writer
		w.Int(n)
		r := varint.NewReader(string(w.Bytes))
		var got Form
		if varint.Below(varint.Coder{R: r}, &got, 5); (r.Close() == nil) != good || good && int(got) != n {
			t.Errorf("form %d of 5: got %d, %v", n, got, r.Close())
		}
	}
}
