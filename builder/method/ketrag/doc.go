// Package ketrag builds what KET-RAG retrieves from (Huang et al. 2025, "KET-RAG: A Cost-Efficient Multi-Granular
// Indexing Framework for Graph-RAG", arXiv 2502.09304): a graph of nearest neighbours over the chunks, the core chunks
// that PageRank finds in it, a skeleton of entities and relations drawn from these, and the pieces of chunks that
// keywords lead to.
//
// The paper has a language model draw the skeleton. Here descriptions are sentences of the corpus (describe.go), and
// relations are entities that share sentences (relate.go); docs/ketrag.md says what that changes.
package ketrag

import (
	"errors"
	"fmt"
)

// Options of the build; a zero field means its default.
type Options struct {
	Neighbours int     // K: of each chunk in the graph, half of them by words; default 2
	Core       float64 // beta: share of the chunks that the skeleton is drawn from, up to 1; default 0.8
	CoreBy     CoreBy  // how these are chosen
	Halvings   int     // tau: how often chunks are halved to make pieces, 0 to MaxHalvings; default 0
}

// MaxHalvings bounds Options.Halvings: 64 pieces a chunk.
const MaxHalvings = 6

// CoreBy is a way to choose the core chunks.
type CoreBy uint8

const (
	PageRank CoreBy = iota // KET-RAG-P, the default
	None                   // no chunk, so no skeleton: Keyword-RAG
)

// ErrOptions is wrapped by errors about options.
var ErrOptions = errors.New("KET-RAG")

// SetDefaults fills in zero fields and returns an error for a field out of range.
func (o *Options) SetDefaults() error {
	if o.Neighbours == 0 {
		o.Neighbours = 2
	}
	if o.Core == 0 {
		o.Core = 0.8
	}
	switch {
	case o.Neighbours < 0:
		return fmt.Errorf("%w: %d neighbours, want at least 1", ErrOptions, o.Neighbours)
	case !(o.Core > 0 && o.Core <= 1):
		return fmt.Errorf("%w: a core of %g of the chunks, want more than 0, at most 1", ErrOptions, o.Core)
	case o.Halvings < 0 || o.Halvings > MaxHalvings:
		return fmt.Errorf("%w: chunks halved %d times, want 0 to %d", ErrOptions, o.Halvings, MaxHalvings)
	}
	return nil
}
