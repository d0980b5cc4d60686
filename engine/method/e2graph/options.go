package e2graph

import "mycel/engine/method"

// Compat says whom to follow where the authors' code does not do what their paper
// says.
type Compat uint8

const (
	CompatPaper Compat = iota // the default
	// CompatCode counts nodes on a path where the paper counts edges, so that the
	// limit is one edge less, and drops global results without an occurrence as long
	// as others have one.
	CompatCode
)

// Options holds the parameters of E2GraphRAG. The zero value of each field means its
// default. The switches take parts of the method away, as the paper's ablations do.
type Options struct {
	Hops       int // h: farthest pair of entities, in edges, 1..8; default 4
	MinWeight  int // l: lightest edge followed; default 1, which is all
	HubCap     int // entities with more neighbours are not walked through; default 0, which is off
	Similarity method.Similarity
	Compat     Compat
	MaxDFRatio float32 // query entities in more than this share of the chunks are left out, 0.001..1; default 1

	DenseOnly     bool // always answer by similarity alone (GLOBAL-A)
	NoGraphFilter bool // all pairs count as near, and the graph is not looked at
	NoEntityRank  bool // too many local candidates are ranked by similarity alone
	NoDense       bool // global candidates are the chunks that mention an entity, not the most similar nodes
	NoOccurrence  bool // global answers are not ordered by occurrences
	NoTree        bool // summaries are left out
	NoSummaries   bool // contexts have the chunks below a summary in its place
}
