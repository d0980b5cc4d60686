// Package large says from what size on a corpus is large. Each size bounds work of another kind: a query's lists, a first query's
// tables, the memory of a build. Collections reach Chunks at about 20 MB of text, Parts at 50 MB.
package large

// Sizes are from what on something is large.
type Sizes struct {
	// Chunks of a collection of passages from which on its lists have a reach, and large sets of entities lie apart: a query
	// for common words should cost the same in a collection of any size.
	Chunks int
	// Reach is how many postings of a term such a collection has beside the term, at most.
	Reach int
	// Set is how many chunks the row of an entity has there, at most: a query that names the entity needs their number alone.
	Set int

	// Parts above which texts and rows of chunks lie in slots: the table of all other parts is a byte or two of each, which a first
	// query fetches.
	Parts int

	// Summaries is for how many postings over summaries there is a part, as far as there are few such parts: few modes read them, and
	// an edited sentence may change the choice of many others.
	Summaries int

	// Outline is how many bytes of the hierarchy of documents lie in the index file at most. A larger hierarchy is a pack, which comes
	// while the engine starts.
	Outline int

	// Text is the size of the texts, in bytes, above which memory counts more than time: the stages of a build run one after the
	// other, and its pages are packed.
	Text int64
}

// Usual returns the sizes of every build but those of tests.
func Usual() Sizes {
	return Sizes{Chunks: 1 << 15, Reach: 1 << 12, Set: 1 << 10, Parts: 18000, Summaries: 1 << 16, Outline: 32 << 10, Text: 96 << 20}
}
