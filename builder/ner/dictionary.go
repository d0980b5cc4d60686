package ner

// dictionary finds entities in tokens: a trie over token keys.
type dictionary struct {
	words   map[string]uint32 // token key → number from 1
	edges   map[uint64]uint32 // node<<32 | word → node
	entries []entry           // by node; node 0 is the root
}

// entry is where a trie path ends.
type entry struct {
	entity uint32 // 1 + index; 0 if no path ends here
	breaks uint16 // bit i: token i may stand behind a comma or another hard gap
	rule   rule
}

// rule says which occurrences of the tokens count.
type rule uint8

const (
	// ruleCommon: also without a capital, and with the last word in the plural.
	ruleCommon rule = 1 << iota
	// ruleStrong: not where only the position asks for the capital.
	ruleStrong
	// ruleTyped: a single word that matches only where a span was found.
	ruleSpan
)

func newDictionary() *dictionary {
	return &dictionary{words: make(map[string]uint32), edges: make(map[uint64]uint32), entries: make([]entry, 1)}
}

// at returns the entry for key, made if it does not exist; valid until the next
// call.
func (d *dictionary) at(key string) *entry {
	node := uint32(0)
	for rest := key; rest != ""; {
		word := rest
		if i := indexSpace(rest); i >= 0 {
			word, rest = rest[:i], rest[i+1:]
		} else {
			rest = ""
		}
		id, ok := d.words[word]
		if !ok {
			id = uint32(len(d.words) + 1)
			d.words[word] = id
		}
		edge := uint64(node)<<32 | uint64(id)
		next, ok := d.edges[edge]
		if !ok {
			next = uint32(len(d.entries))
			d.edges[edge] = next
			d.entries = append(d.entries, entry{})
		}
		node = next
	}
	return &d.entries[node]
}
