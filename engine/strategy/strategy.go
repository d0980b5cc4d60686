// Package strategy holds the ways of retrieving, one file each, named after its
// paper. A strategy ranks nodes of the collapsed tree (chunks and summaries) and
// says why; the engine turns nodes into sections with excerpts.
package strategy

import (
	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/graph"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/parts"
	"mycel/engine/rank"
	"mycel/engine/tree"
	"mycel/engine/vector"
	"mycel/engine/wire"
)

// Index is everything a strategy reads. All of it is immutable.
type Index struct {
	Corpus          *corpus.Tables
	Dictionary      *lexical.Dictionary
	Postings        *lexical.Postings // over chunks
	SummaryPostings *lexical.Postings // over summaries
	Names           *lexical.Names    // of sections
	Fields          *lexical.Fields   // in which terms are; nil for an index that is no documentation
	Entities        *entity.Vocabulary
	EntityChunks    *entity.Index
	ChunkEntities   *entity.Index
	EntityPlaces    *wire.Places // parallel to ChunkEntities
	Titles          *entity.Titles
	Graph           *graph.CSR
	Tree            *tree.Tree
	Vectors         *vector.Table   // of chunks; nil for an index without
	Encoder         *vector.Encoder // of the vectors; nil for those trained on the corpus
	QueryVectors    *vector.Words   // nil for an index without
	Alike           *corpus.Alike   // chunks with nearly the same text; nil for an index without
	Boosts          []float32       // of chunks: factors of their final scores; nil where all are 1
	Sentences       int             // of all texts
	Edges           int             // of the graph, each once
	Costs           Costs           // nil for an index without token counts
	Systems         []string        // that it was built with: see SystemsOf
	Own             *Sections       // of the methods

	// Where the tables are that are one part each. What a table says before its part is
	// there is of no use, but does no harm. HubsAt has copies of rows of entities.
	HubsAt, GraphAt, TreeAt, SignsAt, QueryVectorsAt, CostsAt parts.Reader

	OwnAt []OwnPart // where the parts of methods are

	Want *parts.Want // of the one who asks
}

// Costs bounds the tokens of pieces of contexts, from above; *evidence.Tokens does.
type Costs interface {
	Sentence(model.SentenceID) int
	Label(model.SectionID) int // of the line that names a section
}

// For returns the same index for another reader, who is told what is missing.
func (x *Index) For(w *parts.Want) *Index {
	y := *x
	y.Corpus, y.Postings, y.SummaryPostings = x.Corpus.For(w), x.Postings.For(w), x.SummaryPostings.For(w)
	y.Entities, y.EntityChunks, y.ChunkEntities = x.Entities.For(w), x.EntityChunks.For(w), x.ChunkEntities.For(w)
	y.Fields = x.Fields.For(w)
	y.EntityPlaces, y.Titles = x.EntityPlaces.For(w), x.Titles.For(w)
	y.Want, y.HubsAt.Want, y.GraphAt.Want, y.TreeAt.Want, y.SignsAt.Want, y.QueryVectorsAt.Want = w, w, w, w, w, w
	y.CostsAt.Want = w
	y.OwnAt = append([]OwnPart(nil), x.OwnAt...)
	for i := range y.OwnAt {
		y.OwnAt[i].At.Want = w
	}
	out := new(Index) // what is on the stack is filled in less code
	*out = y
	return out
}

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
	Text    string   // that a language model wrote of it
	From    *Passage // that it leads from; nil for none
	Figures []Figure
}

// Kinds of reasons that several methods give.
const (
	ByEntities = "entities" // over Path, the strongest first
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

// Options are the parameters of retrieval. The zero value of each field means
// its default.
type Options struct {
	K int // results wanted, 1..100; default 10
	// NoCollapse shows every one of several passages with nearly the same text.
	NoCollapse bool
	NoFill     bool // leave out what plain search adds before and behind what a mode found
	Read       lexical.Tolerance
	BM25       lexical.BM25
	Params     param.Settings // of the methods
	Timings    bool           // measure Ranking.Timings, where the searcher has a clock
}

// MaxK is the largest Options.K.
const MaxK = 100

// SetDefaults fills in zero fields.
func (o *Options) SetDefaults() {
	if o.K == 0 {
		o.K = 10
	}
	if o.BM25 == (lexical.BM25{}) {
		o.BM25 = lexical.DefaultBM25
	}
}

// Request is an analysed query.
type Request struct {
	Mode     string // that is asked for
	Query    *lexical.Query
	Entities []entity.Link // in order of appearance
	Options  Options
	Chunks   bool      // rank chunks, of which a section may have several, and keep the lists that were fused
	Budget   int       // tokens of the context that the chunks are for; 0 if they are for none
	Vector   []float32 // of the query by Index.Encoder, if the caller has it
	Only     []bool    // by chunk: those that may be found; nil for all
	ByPage   bool      // a list has one section of a page
	Depth    int       // how many items a ranking is to have, Options.K or more; 0 for Options.K

	// Contains tells whether a chunk's text, or its title or headings, have a phrase.
	// As long as the text is missing the answer is yes. Nil takes all passages that
	// have the words in one sentence.
	Contains func(*lexical.Phrase, model.ChunkID) bool

	wanted    []bool   // what Only was before the request was collapsed
	collapsed bool     // Only has one of several chunks with nearly the same text
	hidden    []uint32 // those of the others that have words of the query

	operated *operated // nil until it is needed
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
	Exact   Exactness // what of the passage is the very query
	Nested  []Nested  // further sections of the page that match, best first; of Pages
	Reasons []Reason  // in the order in which they lead to it
	Group   []int     // positions in Request.Entities, ascending: those by which a context groups it; nil for none

	First, End model.SentenceID // what of a chunk is meant; all of it if End is 0
	Channel    int              // of Ranking.Context, from 1
}

// List is a ranking that went into another.
type List struct {
	Name  string
	Items []rank.Item
}

// Ranking is the answer of a strategy.
type Ranking struct {
	Mode   string
	Reason string   // why this mode, in one sentence
	Items  []Item   // chunks of distinct sections, best first
	Notes  []Reason // findings on the way
	Lists  []List   // the first K of each that was fused or walked from, if Request.Chunks asks for it
	Stats  Stats

	Boosted bool // the scores have been multiplied by Index.Boosts

	Context *Context // of a method that fills contexts itself, if Request.Chunks asks for it
	Timings *Timings // nil if not asked for
}

// Timings is where the time of a query went. Modes that walk nowhere spend all of it
// on seeding.
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

// Searcher runs strategies over an index. It owns scratch space, so it is cheap
// to use again, and not safe for concurrent use.
type Searcher struct {
	Index  *Index
	Scores *lexical.Accumulator // by NodeID: chunks, then summaries
	sums   *lexical.Accumulator // by summary
	top    []rank.Item
	block  lexical.Block

	Best float32 // of the scores of chunks; Similarity is measured by it

	Clock  func() int64 // monotonic, in nanoseconds; nil for none
	seeded int64        // when the seeds of the last query were known

	scored *Request // whose chunks, and nothing else, the nodes hold; nil for none

	opened []opened // of registered methods

	Near    *nearness                                             // nil for an index without vectors
	Cosines func(r *Request, chunks []uint32, dst []float32) bool // is QueryCosines, where there is Near
}

// NewSearcher makes room for searches over x by the methods that are registered. It allocates
// about 20 bytes a chunk; each method more when it is first asked.
func NewSearcher(x *Index) *Searcher {
	s := NewCoreSearcher(x)
	if s.Near = newNearness(x); s.Near != nil {
		s.Cosines = s.QueryCosines
	}
	return s
}

// NewCoreSearcher is NewSearcher for an index without vectors. Programs that call no other
// constructor do not link what compares vectors.
func NewCoreSearcher(x *Index) *Searcher {
	return &Searcher{
		Index:  x,
		Scores: lexical.NewAccumulator(x.Corpus.NumChunks() + x.Tree.Len()),
		sums:   lexical.NewAccumulator(x.Tree.Len()),
	}
}

// ScoreChunks computes BM25 over the chunks alone, once a request.
func (s *Searcher) ScoreChunks(r *Request) {
	if s.scored != r {
		s.Rescore(r, func() { s.Scores.Add(s.Index.Postings, r.Query, s.Index.Dictionary, r.Options.BM25) })
	}
}

// Rescore replaces the scores of the last request by those that add gives to the chunks.
// Chunks that the filters leave out have none.
func (s *Searcher) Rescore(r *Request, add func()) {
	s.scored = r
	s.Scores.Reset()
	add()
	s.leaveOut(r)
}

// ScoreSummaries adds the summaries to the scored nodes, so that they hold the
// collapsed tree, until the chunks are scored again.
func (s *Searcher) ScoreSummaries(r *Request) {
	s.scored = nil
	s.sums.Reset()
	s.sums.Add(s.Index.SummaryPostings, r.Query, s.Index.Dictionary, r.Options.BM25)
	s.Scores.Read += s.sums.Read
	for _, i := range s.sums.Touched {
		n := s.Index.Tree.Node(int(i))
		s.Scores.Score[n], s.Scores.Mask[n] = s.sums.Score[i], s.sums.Mask[i]
		s.Scores.Touched = append(s.Scores.Touched, uint32(n))
		s.Best = max(s.Best, s.sums.Score[i])
	}
}

// Similarity stands where a paper has the cosine of dense vectors: BM25 of the
// node over the best node's, in 0..1.
func (s *Searcher) Similarity(n uint32) float32 {
	if s.Best == 0 {
		return 0
	}
	return s.Scores.Score[n] / s.Best
}

// TopNodes returns the k best scored nodes. It is kept out of line for the size of the
// browser's engine.
//
//go:noinline
func (s *Searcher) TopNodes(k int) []rank.Item {
	s.top = rank.Top(s.top, s.Scores.Touched, s.Scores.Score, k)
	return s.top
}

// Forget says that the scores are no more those of BM25, so that the next method computes
// them again.
func (s *Searcher) Forget() { s.scored = nil }

// Stats counts the postings and chunks of the last query.
func (s *Searcher) Stats() Stats {
	return Stats{Postings: s.Scores.Read, Chunks: len(s.Scores.Touched)}
}

// SeedsKnown notes for Ranking.Timings that a walk begins.
func (s *Searcher) SeedsKnown() {
	if s.Clock != nil {
		s.seeded = s.Clock()
	}
}

// fill keeps the first chunk of every section and appends the best chunks by
// words of further sections, up to k, unless NoFill. So a result list never shows a section
// twice, and a strategy that finds little never hides what plain search would
// have shown. source marks what is appended. Of a request for chunks it keeps all
// chunks, each once.
func (s *Searcher) Fill(items []Item, r *Request, source Source) []Item {
	k := r.Length()
	have := make(map[uint32]bool, k)
	out := make([]Item, 0, k)
	add := func(it Item) {
		if unit := s.Unit(r, uint32(it.Node)); len(out) < k && !have[unit] && s.Admits(r, uint32(it.Node)) {
			have[unit] = true
			out = append(out, it)
		}
	}
	for _, it := range items {
		add(it)
	}
	if len(out) == k || r.Options.NoFill && source == Filled {
		return out
	}
	s.ScoreChunks(r)
	for want := 2 * k; ; want *= 2 {
		top := s.TopNodes(want)
		for _, it := range top {
			add(Item{Node: model.NodeID(it.ID), Score: s.Similarity(it.ID), Source: source})
		}
		if len(out) == k || len(top) < want {
			return out
		}
	}
}

// Unit returns what a list has one chunk of: the chunk's section, its page, or the chunk
// itself, as the request wants.
//
//go:noinline
func (s *Searcher) Unit(r *Request, chunk uint32) uint32 {
	switch {
	case r.Chunks:
		return chunk
	case r.ByPage:
		return uint32(s.Document(chunk))
	}
	return uint32(s.Index.Corpus.ChunkSection(model.ChunkID(chunk)))
}
