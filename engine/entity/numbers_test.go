package entity

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"mycel/engine/wire"
)

// manyWords returns ascending words, all but those of which leave says so.
func manyWords(n int, leave func(i int) bool) wire.Strings {
	var words []string
	for i := range n {
		if !leave(i) {
			words = append(words, fmt.Sprintf("word%06d", i))
		}
	}
	return formTable(words...)
}

// Another word changes the numbers of few others, wherever it stands.
func TestNumbersLast(t *testing.T) {
	const n = 10_000
	words := manyWords(n, func(int) bool { return false })
	all := newNumbered(words)
	for _, new := range []int{0, 1, 77, n / 2, n - 2, n - 1} {
		fewer := manyWords(n, func(i int) bool { return i == new })
		before := newNumbered(fewer)
		changed := 0
		for i := range n - 1 {
			now, _ := words.Find(fewer.At(i))
			if before.byWord[i] != all.byWord[now] {
				changed++
			}
		}
		if changed >= roomForWords {
			t.Errorf("word %d: %d words get other numbers", new, changed)
		}
	}
}

// Nearly all words have a number, no two the same.
func TestNumbersDiffer(t *testing.T) {
	for _, n := range []int{0, 1, 8, 9, 8192, 8193, 16_384} {
		have, seen := 0, map[uint32]bool{}
		for _, number := range newNumbered(manyWords(n, func(int) bool { return false })).byWord {
			if number == 0 {
				continue
			}
			have++
			if seen[number] {
				t.Errorf("%d words: two have number %d", n, number-1)
			}
			seen[number] = true
		}
		if have > n || n-have > n/100 {
			t.Errorf("of %d words %d have a number", n, have)
		}
	}
}

// Words come back ascending, whatever the order of their numbers, and a number that no word
// has is refused.
func TestNumbersRead(t *testing.T) {
	words := manyWords(500, func(int) bool { return false })
	numbers, writing := newNumbers(words), newNumbered(words)
	for _, want := range [][]uint32{{}, {0}, {499}, {0, 63, 64, 65, 127, 128, 300, 499}} {
		var w wire.Writer
		writing.encode(&w, want)
		r := wire.NewReader(w.Bytes())
		if got := numbers.read(r); r.Close() != nil || !slices.Equal(got, want) {
			t.Errorf("got %d, want %d, error %v", got, want, r.Close())
		}
	}
	for name, number := range map[string]int{"none": slices.Index(numbers.slot, 0), "beyond": len(numbers.slot)} {
		var w wire.Writer
		w.Uint(1)
		w.Steps([]uint32{uint32(number)})
		r := wire.NewReader(w.Bytes())
		if numbers.read(r); !errors.Is(r.Close(), wire.ErrCorrupt) {
			t.Errorf("%s: error %v", name, r.Close())
		}
	}
}
