package darag

import "mycel/engine/method"

// Part is a part of DA-RAG that can be left out: its ablations.
type Part uint8

const (
	Whole              Part = iota // nothing is left out; the default
	WithoutSimilarity              // the similarity layer
	WithoutChunks                  // the chunk layer: all relations and similarities are searched
	WithoutCommunities             // community search: of each layer the best nodes and their neighbours
)

// Options holds the parameters of mode da. The zero value of a field means its default,
// which is the paper's where it has one. Reach was chosen on every other question of
// HotpotQA, 2WikiMultihopQA and SciFact: docs/darag.md.
type Options struct {
	Truss         int // k of all communities, 0..255, where 1 is 2; default 0, which tries several
	Candidates    int // values of k that are tried on a layer, 1..16; default 4
	ReportTokens  int // C_b, of the reports of all communities together; default 3200
	ContextTokens int // of rows about entities and relations; default 4800
	SourceTokens  int // of passages; default 4000
	MaxChecks     int // removals that one search tries; default 200,000
	Components    int // communities that one search may return, 1..16; default 4, the paper has 1
	Reach         int // chunks that are searched, those nearest to the query; default 200
	Without       Part
	Similarity    method.Similarity
}
