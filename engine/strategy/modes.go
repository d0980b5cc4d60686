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
)

// A mode is one way of retrieving that requests can name.
type mode struct {
	name   string
	run    func(*Searcher, *Request) *Ranking
	params []*param.Param
	method *Method // nil for those of this package
}

// core are the modes of a page's search, the default first.
func core() []mode {
	return []mode{
		{name: ModeAuto, run: (*Searcher).Auto},
		{name: ModeBM25, run: (*Searcher).BM25},
		{name: ModeBridge, run: (*Searcher).Bridge},
	}
}

// withoutSystems are the modes that need no sections of their own, the default first.
func withoutSystems() []mode {
	return append(core(),
		mode{name: ModeE2Graph, run: (*Searcher).E2Graph, params: paramsE2Graph},
		mode{name: ModeGraph, run: (*Searcher).Graph, params: paramsGraph},
		mode{name: ModeGraphHybrid, run: (*Searcher).GraphHybrid},
		mode{name: ModeGraphDense, run: (*Searcher).GraphDense},
		mode{name: ModeGraphRRF, run: (*Searcher).GraphRRF},
		mode{name: ModeDense, run: (*Searcher).Dense},
	)
}

// all are all modes, the default first.
func all() []mode {
	return withRegistered(withoutSystems())
}

// withRegistered appends the modes of the methods that have been registered.
func withRegistered(modes []mode) []mode {
	for _, m := range registered {
		for _, name := range m.Modes {
			modes = append(modes, mode{name: name, params: m.Params, method: m})
		}
	}
	return modes
}

// Variables, not literals in the lists above: those would be code.
var (
	paramsE2Graph = []*param.Param{paramHops, paramMinWeight, paramHubCap, paramMaxDFRatio, SimilarityParam}
	paramsGraph   = []*param.Param{paramRestart, paramEpsilon, paramSeedPassages, paramHubTopPercent, paramMaxEdges, paramMinDF, paramMaxDFPercent}
)

// Modes lists the names of all modes, the default first.
func Modes() []string { return names(all()) }

// Modes lists the names of the modes that the searcher knows and the index can answer
// in, the default first.
func (s *Searcher) Modes() []string { return s.Index.able(s.modes) }

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
