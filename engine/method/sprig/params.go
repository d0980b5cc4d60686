package sprig

import (
	"math"

	"mycel/engine/method"
	"mycel/engine/param"
)

// Modes of SPRIG.
const (
	ModeGraph  = "graph"        // a walk from the entities of the query
	ModeHybrid = "graph_hybrid" // from these and the best passages by BM25
	ModeDense  = "graph_dense"  // from these and the best passages by vectors
	ModeRRF    = "graph_rrf"    // from these and the best passages by both, fused
)

// Method is SPRIG as a method.
var Method = &method.Method{
	Name: "sprig", Modes: []string{ModeGraph, ModeHybrid, ModeDense, ModeRRF}, WordModes: param.Text(ModeGraph + " " + ModeHybrid),
	Summary: param.Text("SPRIG: personalised PageRank over passages and the entities that they mention."), Source: param.Text("arXiv 2602.23372"),
	Params: []*param.Param{paramRestart, paramEpsilon, paramSeedPassages, paramHubTopPercent, paramMaxEdges, paramMinDF, paramMaxDFPercent},
	Open:   func(s *method.Searcher) method.Ranker { return newRanker(s).Rank },
}

// Parameters of SPRIG. The defaults are the paper's, except two that were chosen on every other question
// of HotpotQA and 2WikiMultihopQA: 3 seed passages, and an epsilon of 1e-3. A walk with 1e-3 is shorter
// than with 1e-4, finds at least as much among the first 5, and takes a fraction of the time.
var (
	paramRestart       = &param.Param{Name: "restart", Kind: param.Number, Least: 0.01, Most: 1, Default: 0.15, Meaning: param.Text("Chance, at each step of the walk, of returning to a passage or entity from which it started. With a higher chance the walk stays nearer to the query.")}
	paramEpsilon       = &param.Param{Name: "epsilon", Kind: param.Number, Least: 1e-7, Most: 1, Default: 1e-3, Meaning: param.Text("Precision of the walk: it ignores amounts below this. Smaller values take longer.")}
	paramSeedPassages  = &param.Param{Name: "seedPassages", Least: 1, Most: 100, Default: 3, Meaning: param.Text("How many of the best passages of keyword search the walk starts from.")}
	paramHubTopPercent = &param.Param{Name: "hubTopPercent", Kind: param.Number, Most: 100, Meaning: param.Text("Ignore this percentage of the entities: those that most passages mention.")}
	paramMaxEdges      = &param.Param{Name: "maxEdges", Most: math.MaxInt32, Meaning: param.Text("Follow at most this number of links from an entity, those to the passages that mention it most; 0 follows all.")}
	paramMinDF         = &param.Param{Name: "minDF", Least: 1, Most: math.MaxInt32, Default: 1, Meaning: param.Text("Ignore entities that fewer passages mention.")}
	paramMaxDFPercent  = &param.Param{Name: "maxDFPercent", Kind: param.Number, Least: 0.001, Most: 100, Default: 100, Meaning: param.Text("Ignore entities that more than this percentage of the passages mention.")}
)
