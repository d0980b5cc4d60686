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
	Params:   []*param.Param{paramRestart, paramEpsilon, paramSeedPassages, paramHubTopPercent, paramMaxEdges, paramMinDF, paramMaxDFPercent},
	Switches: []*param.Param{paramSolver, paramMaxIter, paramWeighting, paramSeedPenalty, paramMix, paramEntityShare, paramFallback, paramHubPenalty, paramFusion, paramNodes},
	Open:     func(s *method.Searcher) method.Ranker { return newRanker(s).Rank },
}

// Parameters of SPRIG. Those from solver on are for comparisons.
var (
	paramRestart       = &param.Param{Name: "restart", Kind: param.Number, Least: 0.01, Most: 1, Default: 0.15, Meaning: param.Text("Chance, at each step of the walk, of returning to a passage or entity from which it started. With a higher chance the walk stays nearer to the query.")}
	paramEpsilon       = &param.Param{Name: "epsilon", Kind: param.Number, Least: 1e-7, Most: 1, Default: 1e-3, Meaning: param.Text("Precision of the walk: it ignores amounts below this. Smaller values take longer.")}
	paramSeedPassages  = &param.Param{Name: "seedPassages", Least: 1, Most: 100, Default: 3, Meaning: param.Text("How many of the best passages of keyword search the walk starts from.")}
	paramHubTopPercent = &param.Param{Name: "hubTopPercent", Kind: param.Number, Most: 100, Meaning: param.Text("Ignore this percentage of the entities: those that most passages mention.")}
	paramMaxEdges      = &param.Param{Name: "maxEdges", Most: math.MaxInt32, Meaning: param.Text("Follow at most this number of links from an entity, those to the passages that mention it most; 0 follows all.")}
	paramMinDF         = &param.Param{Name: "minDF", Least: 1, Most: math.MaxInt32, Default: 1, Meaning: param.Text("Ignore entities that fewer passages mention.")}
	paramMaxDFPercent  = &param.Param{Name: "maxDFPercent", Kind: param.Number, Least: 0.001, Most: 100, Default: 100, Meaning: param.Text("Ignore entities that more than this percentage of the passages mention.")}
	paramSolver        = &param.Param{Name: "solver", Kind: param.Choice, Words: []string{"push", "power"}, Meaning: param.Text("forward push or power iteration")}
	paramMaxIter       = &param.Param{Name: "maxIter", Least: 1, Most: 1000, Default: 5, Meaning: param.Text("rounds of power iteration")}
	paramWeighting     = &param.Param{Name: "weighting", Kind: param.Choice, Words: []string{"rank", "raw", "softmax"}, Meaning: param.Text("weight of a seed passage, by rank or by score")}
	paramSeedPenalty   = &param.Param{Name: "seedPenalty", Kind: param.Choice, Words: []string{"root", "none", "full"}, Meaning: param.Text("weigh the query's entities by df^-½, 1 or 1/df")}
	paramMix           = &param.Param{Name: "mix", Kind: param.Choice, Words: []string{"mass", "adaptive", "fixed"}, Meaning: param.Text("seed mass by weights, by numbers, or fixed")}
	paramEntityShare   = &param.Param{Name: "entityShare", Kind: param.Number, Least: 0.01, Most: 1, Default: 0.5, Meaning: param.Text("the entities' part of a fixed seed mass")}
	paramFallback      = &param.Param{Name: "fallback", Kind: param.Choice, Words: []string{"top", "none", "uniform"}, Meaning: param.Text("without entity in the query: start at the best passage, nowhere, or everywhere")}
	paramHubPenalty    = &param.Param{Name: "hubPenalty", Kind: param.Choice, Words: []string{"root", "none", "full"}, Meaning: param.Text("weigh entities on the way from a passage by df^-½, 1 or 1/df")}
	paramFusion        = &param.Param{Name: "fusion", Kind: param.Choice, Words: []string{"none", "rrf", "minRank"}, Meaning: param.Text("fuse the walk's ranking with that of its seeds")}
	paramNodes         = &param.Param{Name: "nodes", Kind: param.Choice, Words: []string{"entities", "terms"}, Meaning: param.Text("link passages by entities, or by terms (minDF 3, maxDFPercent 10)")}
)

// readOptions returns what the settings of a request ask for.
func readOptions(s param.Settings) Options {
	o := Options{
		Restart:       s.Float(paramRestart),
		Epsilon:       s.Float(paramEpsilon),
		SeedPassages:  s.Int(paramSeedPassages),
		HubTopPercent: s.Float(paramHubTopPercent),
		MaxEdges:      s.Int(paramMaxEdges),
		Solver:        Solver(s.Word(paramSolver)),
		MaxIter:       s.Int(paramMaxIter),
		Weighting:     Weighting(s.Word(paramWeighting)),
		SeedPenalty:   Penalty(s.Word(paramSeedPenalty)),
		Mix:           Mix(s.Word(paramMix)),
		EntityShare:   s.Float(paramEntityShare),
		Fallback:      Fallback(s.Word(paramFallback)),
		HubPenalty:    Penalty(s.Word(paramHubPenalty)),
		Fusion:        Fusion(s.Word(paramFusion)),
		Nodes:         Nodes(s.Word(paramNodes)),
		MinDF:         s.Int(paramMinDF),
		MaxDFPercent:  s.Float(paramMaxDFPercent),
	}
	if o.Nodes == NodesTerms {
		if !s.Has(paramMinDF) {
			o.MinDF = 3
		}
		if !s.Has(paramMaxDFPercent) {
			o.MaxDFPercent = 100 / maxTermShare
		}
	}
	return o
}
