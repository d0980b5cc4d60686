package strategy

import "mycel/engine/param"

// Modes of retrieval.
const (
	ModeAuto        = "auto"
	ModeBM25        = "bm25"
	ModeE2Graph     = "e2graph"
	ModeBridge      = "bridge"
	ModeGraph       = "graph"
	ModeGraphHybrid = "graph_hybrid"
	ModeGraphDense  = "graph_dense"
	ModeGraphRRF    = "graph_rrf"
	ModeDense       = "dense"
	ModeKET         = "ket"
	ModeNode        = "node"
)

// A mode is one way of retrieving that requests can name.
type mode struct {
	name   string
	run    func(*Searcher, *Request) *Ranking
	params []*param.Param
}

// core are the modes of a page's search, the default first.
func core() []mode {
	return []mode{
		{ModeAuto, (*Searcher).Auto, nil},
		{ModeBM25, (*Searcher).BM25, nil},
		{ModeBridge, (*Searcher).Bridge, nil},
	}
}

// withoutSystems are the modes that need no sections of their own, the default first.
func withoutSystems() []mode {
	return append(core(),
		mode{ModeE2Graph, (*Searcher).E2Graph, []*param.Param{paramHops, paramMinWeight, paramHubCap, paramMaxDFRatio, similarityParam}},
		mode{ModeGraph, (*Searcher).Graph, []*param.Param{paramRestart, paramEpsilon, paramSeedPassages, paramHubTopPercent, paramMaxEdges, paramMinDF, paramMaxDFPercent}},
		mode{ModeGraphHybrid, (*Searcher).GraphHybrid, nil},
		mode{ModeGraphDense, (*Searcher).GraphDense, nil},
		mode{ModeGraphRRF, (*Searcher).GraphRRF, nil},
		mode{ModeDense, (*Searcher).Dense, nil},
	)
}

// all are all modes, the default first.
func all() []mode {
	return append(withoutSystems(),
		mode{ModeKET, (*Searcher).KET, []*param.Param{paramKETTheta, paramKETEntities, paramKETKeywords, paramKETMaxDF, similarityParam}},
		mode{ModeNode, (*Searcher).Node, []*param.Param{
			paramNodeEntries, paramNodeAlpha, paramNodeSteps, paramNodeTexts, paramNodeNames, paramNodeRelations, paramNodeOverviews, paramNodeFormat, similarityParam,
		}},
		mode{ModeDA, (*Searcher).DA, []*param.Param{
			paramDATruss, paramDACandidates, paramDAReportTokens, paramDAContextTokens, paramDASourceTokens, paramDAMaxChecks, paramDAComponents, paramDAReach, similarityParam,
		}},
	)
}

// Modes lists the names of all modes, the default first.
func Modes() []string { return names(all()) }

// Modes lists the names of the modes that the searcher knows and the index can answer
// in, the default first.
func (s *Searcher) Modes() []string { return s.x.able(s.modes) }

// Param returns the parameter of that name of any mode that the searcher knows, nil if
// there is none.
func (s *Searcher) Param(name string) *param.Param {
	if p := param.Find(Common(), name); p != nil {
		return p
	}
	for i := range s.modes {
		if p := param.Find(s.modes[i].params, name); p != nil {
			return p
		}
	}
	return nil
}

func names(modes []mode) []string {
	list := make([]string, len(modes))
	for i, m := range modes {
		list[i] = m.name
	}
	return list
}
