package entity

import (
	"slices"
	"strings"

	"mycel/engine/wire"
)

// Keys are made of words that the corpus has, so a part has each of these words once, as
// numbers has them, and the keys as numbers of such words. That takes half of
// what the letters would.

// maxWord is the longest word that is not written out. It bounds what the bytes of a
// table can unfold to.
const maxWord = 127

// meanWord is about how long words are, with the space behind them.
const meanWord = 8

// encodeKeys writes keys, as places of their words among the forms, from 1, or 0 for those
// that are written out: the forms; words that are none of these; how many words each key
// has besides the first; the first words, as zigzag steps from the one before; then all
// the other words. Words count from 1 in the forms that are written; 0 is the next of
// those that are written out.
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

// pile is strings that are taken one after the other.
type pile struct {
	wire.Strings
	used int // more than there are if too many were taken
}

//go:noinline
func (p *pile) next() string {
	p.used++
	if p.used > p.Len() {
		return ""
	}
	return p.At(p.used - 1)
}
