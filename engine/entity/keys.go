package entity

import (
	"slices"
	"strings"

	"mycel/engine/wire"
)

// A part lists the words of its keys once, and writes a key as positions in that list: half the bytes of its letters.

// maxWord is the length of the longest word of the list, in bytes; longer words are spelled out.
// It bounds the size to which the bytes of a part can unfold.
const maxWord = 127

// meanWord is a guess at the mean length of a word with the space after it, in bytes.
const meanWord = 8

// encodeKeys writes keys, which are words with single spaces between them. keys[i] has the words of
// key i: by their position in table, which ascends, or behind it in others. It writes:
//
//   - the list of the words, ascending, without those that are spelled out;
//   - the words that are spelled out, in the order of the keys;
//   - for each key, its number of words minus 1;
//   - for each key, its first word, as a zigzag step from the first word of the key before;
//   - all other words.
//
// A word is written as 1 + its position in the list, or 0 for the next word that is spelled out.
func encodeKeys(w *wire.Writer, table, others []string, keys [][]uint32) {
	used := wire.NewChoice(len(table)+len(others), keys...)
	word := func(at uint32) string {
		if int(at) < len(table) {
			return table[at]
		}
		return others[int(at)-len(table)]
	}
	list := used.List() // of the table, then the others
	here := make([]string, len(list))
	for i, at := range list {
		here[i] = word(at)
	}
	place := make([]uint32, len(list)) // 1 + position in the list, by position in used
	order := order(here, int(used.Before(uint32(len(table)))))
	var listed []string
	for _, i := range order {
		if len(here[i]) <= maxWord {
			listed = append(listed, here[i])
			place[i] = uint32(len(listed))
		}
	}
	more, firsts := make([]uint32, len(keys)), make([]uint32, len(keys))
	var rest []uint32
	var spelt []string
	last := 0
	for i, words := range keys {
		for k, at := range words {
			n := place[used.At(at)]
			if n == 0 {
				spelt = append(spelt, word(at))
			}
			if k > 0 {
				rest = append(rest, n)
				continue
			}
			more[i], firsts[i], last = uint32(len(words)-1), wire.Zigzag(int(n)-last), int(n)
		}
	}
	w.Sorted(listed)
	w.Strings(spelt)
	w.Uint32s(more)
	w.Uint32s(firsts)
	w.Uint32s(rest)
}

// order returns the positions of words in ascending order of the words; the first n ascend already.
func order(words []string, n int) []int {
	all, behind := make([]int, 0, len(words)), make([]int, len(words)-n)
	for i := range behind {
		behind[i] = n + i
	}
	slices.SortFunc(behind, func(a, b int) int { return strings.Compare(words[a], words[b]) })
	for i := range n {
		for len(behind) > 0 && words[behind[0]] < words[i] {
			all, behind = append(all, behind[0]), behind[1:]
		}
		all = append(all, i)
	}
	return append(all, behind...)
}

// readKeys reads n keys that encodeKeys wrote; nil after an error.
func readKeys(r *wire.Reader, n int) []string {
	here := r.Sorted(-1)
	others := pile{Strings: r.Strings(-1)}
	more := r.IDs(n, 1<<32-1)
	firsts := r.IDs(n, 1<<32-1)
	rest := r.Uint32s()
	for i := range here.Len() {
		if len(here.At(i)) > maxWord {
			r.Fail("word too long")
		}
	}
	if !r.OK() {
		return nil
	}
	var all strings.Builder
	all.Grow(meanWord * (n + len(rest)))
	ends := make([]int, n)
	first := 0
	for i := range ends {
		first += wire.Unzigzag(firsts[i])
		for word := first; ; more[i]-- {
			var text string
			switch {
			case word == 0:
				text = others.next()
			case uint(word) <= uint(here.Len()):
				text = here.At(word - 1)
			default:
				r.Fail("word out of range")
				return nil
			}
			all.WriteString(text)
			if more[i] == 0 {
				break
			}
			if len(rest) == 0 {
				r.Fail("a word is missing")
				return nil
			}
			all.WriteByte(' ')
			word, rest = int(rest[0]), rest[1:]
		}
		ends[i] = all.Len()
	}
	if len(rest) > 0 || others.used != others.Len() {
		r.Fail("other words than the keys have")
		return nil
	}
	text, keys, at := all.String(), make([]string, n), 0
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
