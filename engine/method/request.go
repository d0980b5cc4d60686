package method

import (
	"mycel/engine/entity"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/query"
)

// Options are the parameters of retrieval. The zero value of each field means its default.
type Options struct {
	K int // number of results, 1..100; default 10
	// NoCollapse shows all of several passages with nearly the same text.
	NoCollapse bool
	NoFill     bool // leave out the hits of keyword search before and behind the hits of the mode
	Read       query.Tolerance
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
}

// Request is an analysed query.
type Request struct {
	Mode     string // mode that the request names
	Query    *query.Query
	Entities []entity.Link // in order of appearance
	Options  Options
	Chunks   bool      // rank chunks, several of a section too, and keep the lists that were fused
	Budget   int       // tokens of the context for the chunks; 0 if there is no context
	Vector   []float32 // of the query, by Index.Encoder, if the caller has it
	Only     []bool    // by chunk: those that may be found; nil for all
	ByPage   bool      // a list has one section of a page
	Depth    int       // number of items of a ranking, Options.K or more; 0 for Options.K
	Sorted   bool      // a sort key orders the items in the end

	// Contains tells whether a chunk's text, title or headings have a phrase. While the text is missing it returns
	// true. nil accepts all passages that have the words in one sentence.
	Contains func(*query.Phrase, model.ChunkID) bool

	wanted    []bool   // Only, before collapse changed it
	collapsed bool     // Only has one of several chunks with nearly the same text
	hidden    []uint32 // the other chunks that have words of the query

	operators *operators // nil until they are needed
}
