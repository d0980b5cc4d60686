package e2graph

import (
	"math"

	"mycel/engine/method"
	"mycel/engine/param"
)

// Method is E2GraphRAG as a method.
var Method = &method.Method{
	Name: "e2graph", Modes: []string{Mode}, Label: param.Text("entities"),
	Summary: param.Text("E2GraphRAG: passages that join near entities, else the summary tree."), Source: param.Text("arXiv 2505.24226"),
	Params: []*param.Param{paramHops, paramMinWeight, paramHubCap, paramMaxDFRatio, method.SimilarityParam},
	Whole:  true,
	Open:   func(s *method.Searcher) method.Ranker { return newRanker(s).Rank },
}

// Parameters of E2GraphRAG.
var (
	paramHops       = &param.Param{Name: "hops", Least: 1, Most: 8, Default: 4, Meaning: param.Text("Two entities of the query are near if a path of at most this number of edges connects them.")}
	paramMinWeight  = &param.Param{Name: "minWeight", Least: 1, Most: math.MaxUint16, Default: 1, Meaning: param.Text("Ignore edges between entities that share fewer sentences than this.")}
	paramHubCap     = &param.Param{Name: "hubCap", Most: math.MaxInt32, Meaning: param.Text("Follow no path through an entity with more neighbours than this; 0 is no limit.")}
	paramMaxDFRatio = &param.Param{Name: "maxDfRatio", Kind: param.Number, Least: 0.001, Most: 1, Default: 1, Meaning: param.Text("Ignore entities of the query that more than this share of all passages mention.")}
)
