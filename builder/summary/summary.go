// Package summary builds the summary tree of a document without a language model. The summary of a group of chunks
// consists of their most central sentences that repeat each other least, so every statement can be cited.
//
// Results are the same on every machine: sums run over ascending ids, products are
// rounded before they are added, and ties go to the first sentence.
package summary

// A Sentence is the data of a sentence from which summaries are chosen.
type Sentence struct {
	Tokens int
	Terms  []TermCount // ascending term ids; stop words left out
	Lead   bool        // first sentence of a child of the node to summarise
	Poor   bool        // reads badly: chosen only if no other sentence is eligible
	Bonus  float64     // added to its relevance, a centrality of 0..1
}

// TermCount is the number of occurrences of a term in a sentence.
type TermCount struct {
	Term  uint32
	Count uint32
}
