// Package summary builds the summary tree of a document without a language model:
// the summary of a group of chunks is the choice of their most central sentences
// that repeat each other least, so everything it says can be cited.
//
// Results are the same on every machine: sums run over ascending ids, products
// are rounded before they are added, and ties go to the sentence that comes first.
package summary

// A Sentence is what a summary needs to know of one.
type Sentence struct {
	Tokens int
	Terms  []TermCount // ascending term ids; stop words left out
	Lead   bool        // first sentence of a child of the node to summarise
	Bonus  float64     // added to its relevance, whose centralities are 0..1
}

// TermCount is how often a term occurs in a sentence.
type TermCount struct {
	Term  uint32
	Count uint32
}
