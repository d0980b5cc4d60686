package entity

import "strings"

// Words finds the entities whose keys contain given words. It hashes words into about as many buckets as there are
// words, and stores no word: a bucket may have entities of other words, so a search compares their keys.
type Words struct {
	of    *Vocabulary
	begin []uint32 // buckets+1 offsets into list
	list  []uint32 // entities, ascending in each bucket
}

// NewWords lists the words of all keys, which single spaces separate. All entities must be loaded.
// O(bytes of all keys), and at most 16 bytes a word.
func NewWords(v *Vocabulary) *Words {
	words := v.Len()
	for e := range v.Len() {
		words += strings.Count(v.key(uint32(e)), " ")
	}
	buckets := 1
	for buckets < words {
		buckets *= 2
	}
	w := &Words{of: v, begin: make([]uint32, buckets+1), list: make([]uint32, words)}
	w.each(func(_, bucket uint32) { w.begin[bucket]++ })
	sum := uint32(0)
	for i, n := range w.begin {
		sum += n
		w.begin[i] = sum
	}
	// Entities come in descending order, so each bucket is filled from its end.
	w.each(func(e, bucket uint32) {
		w.begin[bucket]--
		w.list[w.begin[bucket]] = e
	})
	return w
}

// each calls f for the words of all keys, the last entity first.
func (w *Words) each(f func(e, bucket uint32)) {
	for e := w.of.Len() - 1; e >= 0; e-- {
		for rest, more := w.of.key(uint32(e)), true; more; {
			var word string
			word, rest, more = strings.Cut(rest, " ")
			f(uint32(e), w.bucket(word))
		}
	}
}

func (w *Words) bucket(word string) uint32 { return hash(word) & uint32(len(w.begin)-2) }

// Holding appends to dst the entities whose keys contain a phrase as whole words, ascending; no
// entities for an empty phrase. O(entities with the rarest of its words).
func (w *Words) Holding(dst []uint32, phrase string) []uint32 {
	if phrase == "" {
		return dst
	}
	candidates := w.list
	for rest, more := phrase, true; more; {
		var word string
		word, rest, more = strings.Cut(rest, " ")
		b := w.bucket(word)
		if own := w.list[w.begin[b]:w.begin[b+1]]; len(own) < len(candidates) {
			candidates = own
		}
	}
	for i, e := range candidates {
		if (i == 0 || candidates[i-1] != e) && holds(w.of.key(e), phrase) {
			dst = append(dst, e)
		}
	}
	return dst
}

func holds(key, phrase string) bool {
	for at := 0; ; at++ {
		i := strings.Index(key[at:], phrase)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(phrase)
		if (at == 0 || key[at-1] == ' ') && (end == len(key) || key[end] == ' ') {
			return true
		}
	}
}

// hash is FNV-1a (Fowler, Noll & Vo) with the upper bits mixed into the lower.
func hash(word string) uint32 {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return h ^ h>>15
}
