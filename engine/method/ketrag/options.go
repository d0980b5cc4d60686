package ketrag

import "mycel/engine/method"

// Options holds the parameters of KET-RAG. The zero value of each field means its default.
type Options struct {
	Channels   Channels // the channels of a context
	Theta      float32  // share of the budget that the skeleton gets, 0..1; default 0.5. 0 and 1 are Channels
	Entities   int      // entities that the skeleton is entered by; default 10
	Keywords   int      // keywords followed at most; default 1,000
	MaxWordDF  float32  // share of the pieces above which a keyword is passed over; default 1, which is none
	Similarity method.Similarity
}

// flat reports whether a context is of passages that are near, whatever led to them.
func (o *Options) flat() bool {
	return o.Channels == ChannelsNeighbours || o.Channels == ChannelsText
}

// Channels are the paper's configurations of a context.
type Channels uint8

const (
	ChannelsAuto       Channels = iota // ChannelsNeighbours, or ChannelsBoth where a language model wrote the skeleton; the default
	ChannelsNeighbours                 // KNNG-RAG: the nearest pieces, each followed by its neighbours in the graph
	ChannelsBoth                       // KET-RAG: skeleton and keywords, the paper's default
	ChannelsKeywords                   // Keyword-RAG: theta 0
	ChannelsSkeleton                   // Skeleton-RAG: theta 1
	ChannelsText                       // Text-RAG: the nearest pieces
	ChannelsHybrid                     // Hybrid: skeleton and the nearest pieces
)
