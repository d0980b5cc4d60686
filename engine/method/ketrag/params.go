package ketrag

import (
	"math"

	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/param"
)

// Parameters of KET-RAG.
var (
	paramTheta    = &param.Param{Name: "ketTheta", Kind: param.Number, Least: 0.001, Most: 1, Default: 0.5, Meaning: param.Text("Share of a context's budget for entities and relations; keywords get the rest.")}
	paramEntities = &param.Param{Name: "ketEntities", Least: 1, Most: 1000, Default: 10, Meaning: param.Text("How many entities, the nearest to the query, the search in the skeleton starts from.")}
	paramKeywords = &param.Param{Name: "ketKeywords", Least: 1, Most: math.MaxInt32, Default: 1000, Meaning: param.Text("How many keywords, the nearest to the query, are followed to passages.")}
	paramMaxDF    = &param.Param{Name: "ketMaxDf", Kind: param.Number, Least: 0.0001, Most: 1, Default: 1, Meaning: param.Text("Ignore keywords that occur in more than this share of the pieces.")}
	paramChannels = &param.Param{Name: "ketChannels", Kind: param.Choice, Words: []string{"auto", "neighbours", "both", "keywords", "skeleton", "text", "hybrid"}, Meaning: param.Text("Which channels a context has. auto takes skeleton and keywords (both) if a language model wrote the skeleton, of documents with sections the nearest passages (text), else these and their neighbours.")}
)

// Channels are the paper's configurations of a context.
type Channels uint8

const (
	ChannelsAuto       Channels = iota // the index decides, see setChannels; the default
	ChannelsNeighbours                 // KNNG-RAG: the nearest pieces, each followed by its neighbours in the graph
	ChannelsBoth                       // KET-RAG: skeleton and keywords, the paper's default
	ChannelsKeywords                   // Keyword-RAG: theta 0
	ChannelsSkeleton                   // Skeleton-RAG: theta 1
	ChannelsText                       // Text-RAG: the nearest pieces
	ChannelsHybrid                     // Hybrid: skeleton and the nearest pieces
)

// setChannels sets the channels of a request, and the share of the skeleton. By default it leaves out neighbours for
// documents with sections: on long documents the nearest passages hold more at every budget (docs/ketrag.md).
func (k *search) setChannels(r *method.Request) {
	s := r.Options.Params
	k.o, k.theta = s, s.Float(paramTheta)
	if k.channels = Channels(s.Word(paramChannels)); k.channels == ChannelsAuto {
		switch k.channels = ChannelsNeighbours; {
		case k.own.Written():
			k.channels = ChannelsBoth
		case k.x.Content == lexical.Documentation:
			k.channels = ChannelsText
		}
	}
	switch k.channels {
	case ChannelsKeywords, ChannelsText, ChannelsNeighbours:
		k.theta = 0
	case ChannelsSkeleton:
		k.theta = 1
	}
}

// flat reports whether a context is a list of near passages alone.
func (k *search) flat() bool { return k.channels == ChannelsNeighbours || k.channels == ChannelsText }
