package entity

import (
	"slices"
	"strings"

	"mycel/engine/wire"
)

// Keys are made of words that the corpus has, so a part has each of these words once, as
// its place in the dictionary, and the keys as numbers of such words. That takes half of
// what the letters would.

// maxWord is the longest word that is not written out. It bounds what the bytes of a
// table can unfold to.
const maxWord = 127

// encodeKeys writes keys: which of the forms they are made of; words that are none of
// these; how many words each key has besides the first; the first words, as zigzag
// steps from the one before; then all the other words. Words count from 1; 0 is the next
// of those that are written out.
func encodeKeys(w *wire.Writer, forms wire.Strings, keys []string) {
	var here, all []uint32 // forms, the latter one more than those of all words, or 0
	var others []string
	more := make([]uint32, len(keys))
	for i, key := range keys {
		words := strings.Split(key, " ")
		more[i] = uint32(len(words) - 1)
		for _, word := range words {
			if f, ok := forms.Find(word); ok && len(word) <= maxWord {
				here, all = append(here, uint32(f)), append(all, uint32(f)+1)
			} else {
				others, all = append(others, word), append(all, 0)
			}
		}
	}
	slices.Sort(here)
	here = slices.Compact(here)
	firsts := make([]uint32, len(keys))
	var rest []uint32
	last := 0
	for i := range keys {
		for j := range more[i] + 1 {
			n := 0
			if all[j] > 0 {
				n, _ = slices.BinarySearch(here, all[j]-1)
				n++
			}
			if j > 0 {
				rest = append(rest, uint32(n))
			} else {
				firsts[i], last = wire.Zigzag(n-last), n
			}
		}
		all = all[more[i]+1:]
	}
	w.Uint(uint32(len(here)))
	w.Steps(here)
	w.Strings(others)
	w.Uint32s(more)
	w.Uint32s(firsts)
	w.Uint32s(rest)
}

// readKeys reads n keys that encodeKeys wrote; nil after an error.
func readKeys(r *wire.Reader, forms wire.Strings, n int) []string {
	here := r.Steps(nil, int(r.Uint()), forms.Len())
	others := pile{Strings: r.Strings(-1)}
	more := r.IDs(n, 1<<32-1)
	firsts := r.IDs(n, 1<<32-1)
	rest := r.Uint32s()
	if !r.OK() {
		return nil
	}
	words := make([]string, 1, len(here)+1)
	for _, f := range here {
		words = append(words, forms.At(int(f)))
	}
	var all []byte
	ends := make([]int, n)
	first := 0
	for i := range ends {
		first += wire.Unzigzag(firsts[i])
		for word := first; ; more[i]-- {
			if uint(word) >= uint(len(words)) || len(words[word]) > maxWord {
				r.Fail("word out of range")
				return nil
			}
			text := words[word]
			if word == 0 {
				text = others.next()
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
