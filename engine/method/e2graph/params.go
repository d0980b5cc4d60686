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
	Params:   []*param.Param{paramHops, paramMinWeight, paramHubCap, paramMaxDFRatio, method.SimilarityParam},
	Switches: []*param.Param{paramCompat, paramDenseOnly, paramNoGraphFilter, paramNoEntityRank, paramNoDense, paramNoOccurrence, paramNoTree, paramNoSummaries},
	Open:     func(s *method.Searcher) method.Ranker { return newRanker(s).Rank },
}

// Parameters of E2GraphRAG. Those from compat on take parts of the method away, to
// measure them.
var (
	paramHops          = &param.Param{Name: "hops", Least: 1, Most: 8, Default: 4, Meaning: param.Text("Two entities of the query are near if a path of at most this number of edges connects them.")}
	paramMinWeight     = &param.Param{Name: "minWeight", Least: 1, Most: math.MaxUint16, Default: 1, Meaning: param.Text("Ignore edges between entities that share fewer sentences than this.")}
	paramHubCap        = &param.Param{Name: "hubCap", Most: math.MaxInt32, Meaning: param.Text("Follow no path through an entity with more neighbours than this; 0 is no limit.")}
	paramMaxDFRatio    = &param.Param{Name: "maxDfRatio", Kind: param.Number, Least: 0.001, Most: 1, Default: 1, Meaning: param.Text("Ignore entities of the query that more than this share of all passages mention.")}
	paramCompat        = &param.Param{Name: "compat", Kind: param.Choice, Words: []string{"paper", "code"}, Meaning: param.Text("where they differ, follow the paper or its authors' code")}
	paramDenseOnly     = &param.Param{Name: "denseOnly", Kind: param.Switch, Meaning: param.Text("rank by similarity alone")}
	paramNoGraphFilter = &param.Param{Name: "noGraphFilter", Kind: param.Switch, Meaning: param.Text("take all pairs of entities for near")}
	paramNoEntityRank  = &param.Param{Name: "noEntityRank", Kind: param.Switch, Meaning: param.Text("rank too many local candidates by similarity alone")}
	paramNoDense       = &param.Param{Name: "noDense", Kind: param.Switch, Meaning: param.Text("global answers from the passages that mention an entity")}
	paramNoOccurrence  = &param.Param{Name: "noOccurrence", Kind: param.Switch, Meaning: param.Text("do not order global answers by occurrences")}
	paramNoTree        = &param.Param{Name: "noTree", Kind: param.Switch, Meaning: param.Text("leave out the summaries")}
	paramNoSummaries   = &param.Param{Name: "noSummaries", Kind: param.Switch, Meaning: param.Text("contexts with the passages below a summary in its place")}
)

// readOptions returns what the settings of a request ask for.
func readOptions(s param.Settings) Options {
	return Options{
		Hops:          s.Int(paramHops),
		MinWeight:     s.Int(paramMinWeight),
		HubCap:        s.Int(paramHubCap),
		MaxDFRatio:    s.Float(paramMaxDFRatio),
		Similarity:    method.Similarity(s.Word(method.SimilarityParam)),
		Compat:        Compat(s.Word(paramCompat)),
		DenseOnly:     s.On(paramDenseOnly),
		NoGraphFilter: s.On(paramNoGraphFilter),
		NoEntityRank:  s.On(paramNoEntityRank),
		NoDense:       s.On(paramNoDense),
		NoOccurrence:  s.On(paramNoOccurrence),
		NoTree:        s.On(paramNoTree),
		NoSummaries:   s.On(paramNoSummaries),
	}
}
