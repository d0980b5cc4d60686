package method

import (
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Source is the finder of a passage.
type Source string

const (
	Words   Source = "words"   // BM25 over chunks
	Graph   Source = "graph"   // a pair of connected entities, a walk over entities, or a community
	Summary Source = "summary" // a summary node above the chunk
	Vector  Source = "vector"  // BM25, behind the items of the method itself
	Filled  Source = "filled"  // BM25, behind what the method itself found
)

// Reason is a step that led to a passage, or a finding on the way to a ranking. Kind says which
// other fields are set.
type Reason struct {
	Kind    string
	Label   string           // a word for it
	Path    []model.EntityID // entities that the step leads over, or is about
	Weight  float32
	Text    string   // a language model's text about it
	From    *Passage // the passage where it begins; nil for no passage
	Figures []Figure
}

// Kinds of reasons that several methods give.
const (
	ByEntities = "entities" // over Path, the strongest first
	BySummary  = "summary"  // the summary above a chunk: its title as Label, its Text
	ByPair     = "pair"     // two entities of the query, with a shortest path; Weight: chunks that mention both
)

// Over returns the reason of a way over entities; nil without entities.
func Over(entities []model.EntityID) []Reason {
	if len(entities) == 0 {
		return nil
	}
	return []Reason{{Kind: ByEntities, Path: entities}}
}

// Passage is a sentence of a chunk that a reason leads from.
type Passage struct {
	Chunk    model.ChunkID
	Sentence int    // counted from one; 0 is its title or heading
	Covers   uint32 // bits of the query's terms that the target has and the way before it lacks
}

// Figure is a number with a name.
type Figure struct {
	Name  string
	Value float32
}

// Nested is a section of a page beside its best section.
type Nested struct {
	Chunk model.ChunkID
	Score float32
}

// Item is one ranked node with its reasons.
type Item struct {
	Node    model.NodeID
	Score   float32 // similarity to the query in 0..1: BM25 over the best BM25, the cosine of vectors, or a mean of both
	Source  Source
	Exact   Exactness // the part of the passage that equals the query
	Nested  []Nested  // for Pages: further sections of the page that match, best first
	Reasons []Reason  // in the order of their steps
	Group   []int     // positions in Request.Entities, ascending, by which a context groups it; nil for no group

	First, End model.SentenceID // range of sentences of a chunk; the whole chunk if End is 0
	Channel    int32            // of Ranking.Context, from 1

	// Summary is the summary above the chunk that a context shows instead of the chunk; 0 for no
	// summary. Its first reason is of kind BySummary.
	Summary model.NodeID
}

// List is a ranking from which another was made.
type List struct {
	Name  string
	Items []rank.Item
}

// Ranking is the output of a method.
type Ranking struct {
	Mode   string
	Reason string   // one sentence that says why this mode ranked
	Items  []Item   // chunks of distinct sections, best first
	Notes  []Reason // findings on the way
	Lists  []List   // the first K of each list that was fused or walked from, if Request.Chunks is set
	Stats  Stats

	Has func() []uint32 // by chunk: bits of the query's terms that it has (lexical.Accumulator.Mask); valid until the next request

	Brief   bool // a context has the first item whole, then excerpts of the others, then their whole texts
	Boosted bool // the scores have been multiplied by Index.Boosts

	Best    float32     // for a bundle of a set: the best score by words
	Bundles []rank.Item // for a root, instead of Items: bundles with the greatest score that a passage may have there

	Context *Context // of a method that fills contexts itself, if Request.Chunks is set
	Timings *Timings // nil if the request did not ask for them
}

// Timings divides the time of a query. Modes without a walk spend all of it on seeding.
type Timings struct {
	Seeding int64 // nanoseconds until the passages to start from were known
	Walking int64 // nanoseconds from there to the ranking
}

// Stats counts the work of a query.
type Stats struct {
	Postings int // postings read
	Edges    int // graph edges looked at
	Chunks   int // chunks scored
}
