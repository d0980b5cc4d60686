package entity

import (
	"math/bits"
	"slices"

	"mycel/engine/wire"
)

// numbers gives each word of a sorted table a word id that changes little when the table does. The
// hash of a word chooses a bucket, which has room for roomForWords words; its words follow each
// other in the order of the table. So a new word changes the ids of its bucket only, and parts
// that use other words stay the same.
type numbers struct {
	words wire.Strings
	slot  []uint32 // by word id: 1 + the position of the word in the table, 0 for an unused id
}

// roomForWords is the size of a bucket. On average between a quarter and a half of a bucket is
// used. A word that finds its bucket full has no id.
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

// hash is FNV-1a (Fowler, Noll & Vo) with the upper bits mixed into the lower.
func hash(word string) uint32 {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return h ^ h>>15
}

// numbered is numbers by position in the table, for writing.
type numbered struct {
	byWord []uint32 // by position in the table: 1 + the word id, 0 for a word without id
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

// encode writes a set of words that have ids. words are positions in the table.
func (n *numbered) encode(w *wire.Writer, words []uint32) {
	at := make([]uint32, len(words))
	for i, word := range words {
		at[i] = n.byWord[word] - 1
	}
	slices.Sort(at)
	w.Uint(uint32(len(at)))
	w.Steps(at)
}

// read reads a set of words that encode wrote, and returns their positions in the table,
// ascending.
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
