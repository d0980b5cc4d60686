package strategy

import (
	"math"

	"mycel/engine/lexical"
	"mycel/engine/param"
)

// Parameters of every method.
var (
	paramK          = &param.Param{Name: "k", Least: 1, Most: MaxK, Default: 10, Meaning: param.Text("hits wanted")}
	paramNoFill     = &param.Param{Name: "noFill", Kind: param.Switch, Meaning: param.Text("do not fill up with keyword search what a method leaves short")}
	paramNoCollapse = &param.Param{Name: "noCollapse", Kind: param.Switch, Meaning: param.Text("show every one of several passages with nearly the same text")}
	paramPrefix     = &param.Param{Name: "prefix", Kind: param.Choice, Words: []string{"unfinished", "always", "never"}, Meaning: param.Text("complete the last word: if it is unfinished (unknown or short), always or never")}
	paramNoTypos    = &param.Param{Name: "noTypos", Kind: param.Switch, Meaning: param.Text("do not read unknown words as misspellings of others")}
	paramTimings    = &param.Param{Name: "timings", Kind: param.Switch, Meaning: param.Text("measure where the time goes, shown in JSON")}
)

// Common lists the parameters of every method.
func Common() []*param.Param { return common[:len(common):len(common)] }

var common = []*param.Param{paramK, paramNoFill, paramNoCollapse, paramPrefix, paramNoTypos, paramTimings}

// Set sets a parameter: a common one in its field, any other in Params.
func (o *Options) Set(s param.Setting) {
	on := s.Value != 0
	switch s.Param {
	case paramK:
		o.K = int(s.Value)
	case paramNoFill:
		o.NoFill = on
	case paramNoCollapse:
		o.NoCollapse = on
	case paramPrefix:
		o.Read.Prefix = lexical.Completion(s.Value)
	case paramNoTypos:
		o.Read.NoTypos = on
	case paramTimings:
		o.Timings = on
	default:
		o.Params = append(o.Params, s)
	}
}

// Invalid returns the first parameter that is out of range, nil if all are fine.
func (o *Options) Invalid() *param.Param {
	if o.K != 0 && !paramK.To(float64(o.K)).Valid() {
		return paramK
	}
	for _, s := range o.Params {
		if !s.Valid() {
			return s.Param
		}
	}
	return nil
}

// Values returns all parameters that are set, by name: what a request asks for.
func (o *Options) Values() map[string]any {
	values := map[string]any{}
	set := func(p *param.Param, v float64) {
		if v != 0 {
			values[p.Name] = p.To(v).Any()
		}
	}
	number := func(on bool) float64 {
		if on {
			return 1
		}
		return 0
	}
	set(paramK, float64(o.K))
	set(paramNoFill, number(o.NoFill))
	set(paramNoCollapse, number(o.NoCollapse))
	set(paramPrefix, float64(o.Read.Prefix))
	set(paramNoTypos, number(o.Read.NoTypos))
	set(paramTimings, number(o.Timings))
	for _, s := range o.Params {
		values[s.Param.Name] = s.Any()
	}
	return values
}

// similarityParam is shared by the methods that compare texts with the query.
var SimilarityParam = &param.Param{Name: "similarity", Kind: param.Choice, Words: []string{"mixed", "words", "dense"}, Meaning: param.Text("compare with the query by words, by vectors, or both, as far as the index has vectors")}

func (o *Options) readSimilarity() {
	o.E2Graph.Similarity |= Similarity(o.Params.Word(SimilarityParam))
}

// Parameters of E2GraphRAG. Those from compat on take parts of the method away, to
// measure them.
var (
	paramHops          = &param.Param{Name: "hops", Least: 1, Most: MaxHops, Default: 4, Meaning: param.Text("edges between two entities that count as near")}
	paramMinWeight     = &param.Param{Name: "minWeight", Least: 1, Most: math.MaxUint16, Default: 1, Meaning: param.Text("lightest edge followed")}
	paramHubCap        = &param.Param{Name: "hubCap", Least: 1, Most: math.MaxInt32, Meaning: param.Text("walk through no entity with more neighbours (0: through all)")}
	paramMaxDFRatio    = &param.Param{Name: "maxDfRatio", Kind: param.Number, Least: 0.001, Most: 1, Default: 1, Meaning: param.Text("leave out entities of the query in more than this share of the passages")}
	paramCompat        = &param.Param{Name: "compat", Kind: param.Choice, Words: []string{"paper", "code"}, Meaning: param.Text("where they differ, follow the paper or its authors' code")}
	paramDenseOnly     = &param.Param{Name: "denseOnly", Kind: param.Switch, Meaning: param.Text("rank by similarity alone")}
	paramNoGraphFilter = &param.Param{Name: "noGraphFilter", Kind: param.Switch, Meaning: param.Text("take all pairs of entities for near")}
	paramNoEntityRank  = &param.Param{Name: "noEntityRank", Kind: param.Switch, Meaning: param.Text("rank too many local candidates by similarity alone")}
	paramNoDense       = &param.Param{Name: "noDense", Kind: param.Switch, Meaning: param.Text("global answers from the passages that mention an entity")}
	paramNoOccurrence  = &param.Param{Name: "noOccurrence", Kind: param.Switch, Meaning: param.Text("do not order global answers by occurrences")}
	paramNoTree        = &param.Param{Name: "noTree", Kind: param.Switch, Meaning: param.Text("leave out the summaries")}
)

func (o *Options) readE2Graph(s param.Settings) {
	OrInt(&o.Hops, s.Int(paramHops))
	OrInt(&o.MinWeight, s.Int(paramMinWeight))
	OrInt(&o.HubCap, s.Int(paramHubCap))
	e := &o.E2Graph
	OrFloat(&e.MaxDFRatio, s.Float(paramMaxDFRatio))
	o.readSimilarity()
	e.Compat |= Compat(s.Word(paramCompat))
	e.DenseOnly = e.DenseOnly || s.On(paramDenseOnly)
	e.NoGraphFilter = e.NoGraphFilter || s.On(paramNoGraphFilter)
	e.NoEntityRank = e.NoEntityRank || s.On(paramNoEntityRank)
	e.NoDense = e.NoDense || s.On(paramNoDense)
	e.NoOccurrence = e.NoOccurrence || s.On(paramNoOccurrence)
	e.NoTree = e.NoTree || s.On(paramNoTree)
}

// paramWithout takes a part of the bridge walk away, to measure it.
var paramWithout = &param.Param{Name: "without", Kind: param.Choice, Words: []string{"nothing", "links", "title", "mention", "dense", "forward", "reverse", "shared", "sentence", "residual", "known", "rarity", "second", "learned"}, Meaning: param.Text("leave a part of the walk out")}

// Parameters of SPRIG. Those from solver on are for comparisons.
var (
	paramRestart       = &param.Param{Name: "restart", Kind: param.Number, Least: 0.01, Most: 1, Default: 0.15, Meaning: param.Text("chance of going back to the seeds")}
	paramEpsilon       = &param.Param{Name: "epsilon", Kind: param.Number, Least: 1e-7, Most: 1, Default: 1e-3, Meaning: param.Text("residual per edge not worth a visit")}
	paramSeedPassages  = &param.Param{Name: "seedPassages", Least: 1, Most: 100, Default: 3, Meaning: param.Text("passages to start from")}
	paramHubTopPercent = &param.Param{Name: "hubTopPercent", Kind: param.Number, Least: 0.001, Most: 100, Meaning: param.Text("leave out so many percent of the entities, the most frequent (0: none)")}
	paramMaxEdges      = &param.Param{Name: "maxEdges", Least: 1, Most: math.MaxInt32, Meaning: param.Text("passages kept per entity, the heaviest (0: all)")}
	paramMinDF         = &param.Param{Name: "minDF", Least: 1, Most: math.MaxInt32, Default: 1, Meaning: param.Text("leave out entities in fewer passages")}
	paramMaxDFPercent  = &param.Param{Name: "maxDFPercent", Kind: param.Number, Least: 0.001, Most: 100, Default: 100, Meaning: param.Text("leave out entities in more percent of the passages")}
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

func (o *SPRIG) read(s param.Settings) {
	OrFloat(&o.Restart, s.Float(paramRestart))
	OrFloat(&o.Epsilon, s.Float(paramEpsilon))
	OrInt(&o.SeedPassages, s.Int(paramSeedPassages))
	OrFloat(&o.HubTopPercent, s.Float(paramHubTopPercent))
	OrInt(&o.MaxEdges, s.Int(paramMaxEdges))
	o.Solver |= Solver(s.Word(paramSolver))
	OrInt(&o.MaxIter, s.Int(paramMaxIter))
	o.Weighting |= Weighting(s.Word(paramWeighting))
	o.SeedPenalty |= Penalty(s.Word(paramSeedPenalty))
	o.Mix |= Mix(s.Word(paramMix))
	OrFloat(&o.EntityShare, s.Float(paramEntityShare))
	o.Fallback |= Fallback(s.Word(paramFallback))
	o.HubPenalty |= Penalty(s.Word(paramHubPenalty))
	o.Fusion |= Fusion(s.Word(paramFusion))
	o.Nodes |= Nodes(s.Word(paramNodes))
	if o.Nodes == NodesTerms {
		OrInt(&o.MinDF, 3)
		OrFloat(&o.MaxDFPercent, 100/maxTermShare)
	}
	OrInt(&o.MinDF, s.Int(paramMinDF))
	OrFloat(&o.MaxDFPercent, s.Float(paramMaxDFPercent))
}
