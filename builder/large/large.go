// Package large says from what size on a corpus is large. Each size bounds work of another kind: a query's lists, a first query's
// tables, the memory of a build. Collections reach Chunks at about 20 MB of text, Parts at 50 MB. Tests have other sizes.
package large

var (
	// Chunks of a collection of passages from which on its lists have a reach, and large sets of entities lie apart: a query
	// for common words should cost the same in a collection of any size.
	Chunks = 1 << 15
	// Reach is how many postings of a term such a collection has beside the term, at most.
	Reach = 1 << 12
	// Set is how many chunks the row of an entity has there, at most: a query that names the entity needs their number alone.
	Set = 1 << 10

	// Parts above which texts and rows of chunks lie in slots: the table of all other parts is a byte or two of each, which a first
	// query fetches.
	Parts = 18000

	// Text is the size of the texts, in bytes, above which memory counts more than time: the stages of a build run one after the
	// other, and its pages are packed.
	Text int64 = 96 << 20
)
