// Package large has the sizes from which a corpus counts as large. Each size bounds another kind of work: a query's
// lists, a first query's tables, the memory of a build. Collections reach Chunks at about 20 MB of text, Parts at 50
// MB.
package large

// Sizes are the limits from which something counts as large.
type Sizes struct {
	// Chunks is the number of chunks from which the lists of a collection of passages have a reach, and large sets of
	// entities lie apart. So a query for common words costs the same in a collection of any size.
	Chunks int
	// Reach is the most postings beside a term in such a collection.
	Reach int
	// Set is the most chunks in the row of an entity there. A query that names the entity needs only their number.
	Set int

	// Parts is the number of parts above which texts and rows of chunks lie in slots. All other parts take a byte or
	// two in a table that a first query fetches.
	Parts int

	// Summaries is the number of postings over summaries for each part. There are few such parts: few modes read them,
	// and an edited sentence may change the choice of many others.
	Summaries int

	// Outline is the most bytes of the hierarchy of documents in the index file. A larger hierarchy is a pack, which is
	// fetched while the engine starts.
	Outline int

	// Text is the size of the texts, in bytes, above which saving memory matters more than saving time: the stages of a
	// build run one after the other, and its pages are packed.
	Text int64
}

// Usual returns the sizes of all builds except tests.
func Usual() Sizes {
	return Sizes{Chunks: 1 << 15, Reach: 1 << 12, Set: 1 << 10, Parts: 18000, Summaries: 1 << 16, Outline: 32 << 10, Text: 96 << 20}
}
