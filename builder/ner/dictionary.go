package ner

import "strings"

// dictionary finds entities in tokens: a trie over token keys.
type dictionary struct {
	words   map[string]word   // token key → its class, and its number if a path has it
	last    uint32            // the last number given
	edges   map[uint64]uint32 // node<<32 | word → node
	first   []uint32          // word → node after the root, 0 if none
	entries []entry           // by node; node 0 is the root
}

// entry is the end of a path in the trie.
type entry struct {
	entity uint32 // 1 + index; 0 if no path ends here
	breaks uint16 // bit i: token i may stand behind a comma or another hard gap
	rule   rule
	inner  bool // a longer path continues here
}

// rule tells which occurrences of the tokens count as the entity.
type rule uint8

const (
	// ruleCommon: also without a capital, and with the last word in the plural.
	ruleCommon rule = 1 << iota
	// ruleStrong: a single word counts only where its position does not require a capital.
	ruleStrong
	// ruleWhole: not inside a longer run of katakana.
	ruleWhole
)

// newDictionary returns an empty dictionary that knows the classes of a language, with room for n paths.
func newDictionary(l *language, n int) *dictionary {
	d := &dictionary{
		words: make(map[string]word, n), edges: make(map[uint64]uint32, n),
		first: make([]uint32, 1), entries: make([]entry, 1, 2*n+1),
	}
	for key, w := range l.words {
		d.words[key] = w
	}
	return d
}

// add adds a path to the dictionary.
func (d *dictionary) add(key string, e entry) {
	node := uint32(0)
	for key := range strings.SplitSeq(key, " ") {
		w := d.words[key]
		if w.id == 0 {
			d.last++
			w.id = d.last
			d.words[key] = w
			d.first = append(d.first, 0)
		}
		next, ok := d.step(node, w.id)
		if !ok {
			next = d.grow(node, w.id)
		}
		node = next
	}
	e.inner = d.entries[node].inner
	d.entries[node] = e
}

// grow adds a node after node.
func (d *dictionary) grow(node, word uint32) uint32 {
	next := uint32(len(d.entries))
	d.entries = append(d.entries, entry{})
	d.entries[node].inner = true
	if node == 0 {
		d.first[word] = next
	} else {
		d.edges[uint64(node)<<32|uint64(word)] = next
	}
	return next
}

// step returns the node after node by word.
func (d *dictionary) step(node, word uint32) (next uint32, ok bool) {
	switch {
	case word == 0 || !d.entries[node].inner:
		return 0, false
	case node == 0:
		return d.first[word], d.first[word] != 0
	}
	next, ok = d.edges[uint64(node)<<32|uint64(word)]
	return next, ok
}
