package entity

import (
	"slices"
	"strings"

	"mycel/engine/wire"
)

// Keys consist of words of the corpus. A part lists these words once, by their word ids (see
// numbers), and writes a key as positions in that list: half the bytes of its letters.

// maxWord is the longest word with a word id, in bytes; longer words are spelled out. It bounds
// the size to which the bytes of a table can unfold.
const maxWord = 127

// meanWord is a guess at the mean length of a word with the space after it, in bytes.
const meanWord = 8

// encodeKeys writes keys. keys[i] has, for each word of key i, 1 + the word's position among the
// forms, or 0 for a word that is spelled out; text(i) is the key itself. It writes:
//
//   - the list of forms that the keys use, ascending by word id;
//   - the spelled-out words, in the order of the keys;
//   - for each key, its number of words minus 1;
//   - for each key, its first word, as a zigzag step from the first word of the key before;
//   - all other words.
//
// A word is written as 1 + its position in the list, or 0 for the next spelled-out word.
func encodeKeys(w *wire.Writer, forms *numbered, keys [][]uint32, text func(i int) string) {
	// With 0 among them, the place of a word counts from 1.
	named := wire.NewChoice(len(forms.byWord)+1, slices.Concat(keys, [][]uint32{{0}})...)
	more, firsts := make([]uint32, len(keys)), make([]uint32, len(keys))
	var rest []uint32
	var others []string
	last := 0
	for i, words := range keys {
		for k, f := range words {
			if f == 0 {
				others = append(others, strings.Split(text(i), " ")[k])
			}
		}
		first := int(named.At(words[0]))
		more[i], firsts[i], last = uint32(len(words)-1), wire.Zigzag(first-last), first
		for _, f := range words[1:] {
			rest = append(rest, named.At(f))
		}
	}
	here := named.List()[1:]
	for i := range here {
		here[i]--
	}
	forms.encode(w, here)
	w.Strings(others)
	w.Uint32s(more)
	w.Uint32s(firsts)
	w.Uint32s(rest)
}

// readKeys reads n keys that encodeKeys wrote; nil after an error.
func readKeys(r *wire.Reader, forms *numbers, n int) []string {
	here := forms.read(r)
	others := pile{Strings: r.Strings(-1)}
	more := r.IDs(n, 1<<32-1)
	firsts := r.IDs(n, 1<<32-1)
	rest := r.Uint32s()
	if !r.OK() {
		return nil
	}
	all := make([]byte, 0, meanWord*(n+len(rest)))
	ends := make([]int, n)
	first := 0
	for i := range ends {
		first += wire.Unzigzag(firsts[i])
		for word := first; ; more[i]-- {
			var text string
			switch {
			case word == 0:
				text = others.next()
			case uint(word) <= uint(len(here)):
				text = forms.words.At(int(here[word-1]))
			default:
				r.Fail("word out of range")
				return nil
			}
			all = append(all, text...)
			if more[i] == 0 {
				break
			}
			if len(rest) == 0 {
				r.Fail("a word is missing")
				return nil
			}
			all = append(all, ' ')
			word, rest = int(rest[0]), rest[1:]
		}
		ends[i] = len(all)
	}
	if len(rest) > 0 || others.used != others.Len() {
		r.Fail("other words than the keys have")
		return nil
	}
	text, keys, at := string(all), make([]string, n), 0
	for i, end := range ends {
		keys[i] = text[at:end]
		at = end
	}
	return keys
}

// pile is a list of strings that are taken in order.
type pile struct {
	wire.Strings
	used int // strings taken; greater than Len if too many were taken
}

//go:noinline
func (p *pile) next() string {
	p.used++
	if p.used > p.Len() {
		return ""
	}
	return p.At(p.used - 1)
}
