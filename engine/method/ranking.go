package method

import (
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Source names what found a passage.
type Source string

const (
	Words   Source = "words"   // BM25 over chunks
	Graph   Source = "graph"   // a pair of connected entities, a walk over entities, or a community
	Summary Source = "summary" // a summary node above the chunk
	Vector  Source = "vector"  // sign vectors alone
	Filled  Source = "filled"  // BM25, behind what the method itself found
)

// Reason is something that led to a passage, or a finding on the way to a ranking. Kind
// says which of the other fields it has.
type Reason struct {
	Kind    string
	Label   string           // a word for it
	Path    []model.EntityID // entities that it leads over, or is about
	Weight  float32
	Text    string   // a language model's text about it
	From    *Passage // the passage where it begins; nil for none
	Figures []Figure
}

// Kinds of reasons that several methods give.
const (
	ByEntities = "entities" // over Path, the strongest first
	BySummary  = "summary"  // the summary above a chunk: its title as Label, its Text
	ByPair     = "pair"     // two entities of the query, with a shortest path; Weight: chunks that mention both
)

// Over is the reason of entities that a way leads over; none without any.
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
	Covers   uint32 // terms of the query that the target has and the way so far has not, as bits
}

// Figure is a number with a name.
type Figure struct {
	Name  string
	Value float32
}

// Nested is a section of a page besides its best one.
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
	Nested  []Nested  // further sections of the page that match, best first; of Pages
	Reasons []Reason  // in the order in which they lead to it
	Group   []int     // positions in Request.Entities, ascending: those by which a context groups it; nil for none

	First, End model.SentenceID // range of sentences of a chunk; the whole chunk if End is 0
	Channel    int32            // of Ranking.Context, from 1

	// Summary is the summary above the chunk that a context shows in the chunk's place, with a
	// reason of kind BySummary first; 0 for none.
	Summary model.NodeID
}

// List is a ranking that went into another.
type List struct {
	Name  string
	Items []rank.Item
}

// Ranking is the answer of a method.
type Ranking struct {
	Mode   string
	Reason string   // why this mode, in one sentence
	Items  []Item   // chunks of distinct sections, best first
	Notes  []Reason // findings on the way
	Lists  []List   // the first K of each that was fused or walked from, if Request.Chunks asks for it
	Stats  Stats

	Has func() []uint32 // by chunk: which of the query's terms it has (lexical.Accumulator.Mask), until the next request

	Brief   bool // a context has the first item, then excerpts of the others, then the rest of these
	Boosted bool // the scores have been multiplied by Index.Boosts

	Best    float32     // of the scores by words, for a bundle of a set
	Bundles []rank.Item // in the place of Items, of a root: bundles with the greatest score that a passage may have there

	Context *Context // of a method that fills contexts itself, if Request.Chunks asks for it
	Timings *Timings // nil if not asked for
}

// Timings is where the time of a query went. Modes that walk nowhere spend all of it on seeding.
type Timings struct {
	Seeding int64 // nanoseconds until the best passages to start from were known
	Walking int64 // nanoseconds from there to the ranking
}

// Stats counts the work of a query.
type Stats struct {
	Postings int // postings read
	Edges    int // graph edges looked at
	Chunks   int // chunks scored
}
