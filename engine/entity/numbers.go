package entity

import (
	"math/bits"
	"slices"

	"mycel/engine/wire"
)

// numbers gives the words of a sorted table numbers of which a word more or less changes
// but a few: a hash of its letters says the bucket of a word, which has room for so many,
// and there it is behind those of its bucket that are before it in the table. So parts that
// name words stay as they are when the corpus gets another.
type numbers struct {
	words wire.Strings
	slot  []uint32 // by number: 1 + the word, 0 for none
}

// A bucket has room for roomForWords. Half of it is used at most, on average over the
// buckets, and a quarter at least: the few words that find no room have no number.
const roomForWords = 16

func newNumbers(words wire.Strings) numbers {
	buckets := 1
	for 2*words.Len() > buckets*roomForWords {
		buckets *= 2
	}
	n, used := numbers{words, make([]uint32, buckets*roomForWords)}, make([]uint8, buckets)
	for i := range words.Len() {
		word := words.At(i)
		b := hash(word) & uint32(buckets-1)
		if k := used[b]; k < roomForWords && len(word) <= maxWord {
			n.slot[b*roomForWords+uint32(k)] = uint32(i + 1)
			used[b]++
		}
	}
	return n
}

// hash is FNV-1a (Fowler, Noll & Vo), of which the upper bits are mixed into the lower.
func hash(word string) uint32 {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return h ^ h>>15
}

// numbered are numbers for writing.
type numbered struct {
	byWord []uint32 // 1 + the number, 0 for none
}

func newNumbered(words wire.Strings) numbered {
	n := numbered{make([]uint32, words.Len())}
	for at, word := range newNumbers(words).slot {
		if word > 0 {
			n.byWord[word-1] = uint32(at + 1)
		}
	}
	return n
}

// encode writes words that have numbers.
func (n *numbered) encode(w *wire.Writer, words []uint32) {
	at := make([]uint32, len(words))
	for i, word := range words {
		at[i] = n.byWord[word] - 1
	}
	slices.Sort(at)
	w.Uint(uint32(len(at)))
	w.Steps(at)
}

// read reads words that encode wrote, and returns them ascending.
func (n *numbers) read(r *wire.Reader) []uint32 {
	list := r.Steps(nil, int(r.Uint()), len(n.slot))
	// A wire.Choice would do, for 400 bytes more of the browser's engine.
	set := make([]uint64, n.words.Len()/64+1) // bits, of 1 + the word
	for _, at := range list {
		word := n.slot[at]
		set[word/64] |= 1 << (word % 64)
	}
	if set[0]&1 != 0 {
		r.Fail("no such word")
		return nil
	}
	list = list[:0]
	for i, set := range set {
		for ; set != 0; set &= set - 1 {
			list = append(list, uint32(64*i+bits.TrailingZeros64(set)-1))
		}
	}
	return list
}
