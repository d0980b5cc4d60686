package method

import (
	"mycel/engine/entity"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/query"
)

// Options are the parameters of retrieval. The zero value of each field means its default.
type Options struct {
	K int // results wanted, 1..100; default 10
	// NoCollapse shows every one of several passages with nearly the same text.
	NoCollapse bool
	NoFill     bool // leave out what plain search adds before and behind what a mode found
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
	Chunks   bool      // rank chunks, of which a section may have several, and keep the lists that were fused
	Budget   int       // tokens of the context that the chunks are for; 0 if they are for none
	Vector   []float32 // of the query by Index.Encoder, if the caller has it
	Only     []bool    // by chunk: those that may be found; nil for all
	ByPage   bool      // a list has one section of a page
	Depth    int       // how many items a ranking is to have, Options.K or more; 0 for Options.K
	Sorted   bool      // items are ordered by a sort key in the end

	// Contains tells whether a chunk's text, or its title or headings, have a phrase. As long as the text is missing
	// the answer is yes. Nil takes all passages that have the words in one sentence.
	Contains func(*query.Phrase, model.ChunkID) bool

	wanted    []bool   // Only, before the request was collapsed
	collapsed bool     // Only has one of several chunks with nearly the same text
	hidden    []uint32 // the other chunks, as far as they have words of the query

	operators *operators // nil until they are needed
}
