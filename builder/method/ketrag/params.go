package ketrag

import (
	"mycel/builder/method"
	"mycel/engine/param"
)

var (
	paramCore       = &param.Param{Name: "ket-core", Kind: param.Number, Least: 0.001, Most: 1, Default: 0.8, Meaning: "share of the chunks from which the skeleton is drawn"}
	paramCoreBy     = &param.Param{Name: "ket-core-by", Kind: param.Choice, Words: []string{"pagerank", "none"}, Meaning: "choose these chunks by PageRank, or none of them (no skeleton)"}
	paramNeighbours = &param.Param{Name: "ket-neighbours", Least: 1, Most: 1000, Default: 2, Meaning: "nearest neighbours of a chunk in the graph, half of them by words"}
	paramHalvings   = &param.Param{Name: "ket-halvings", Most: MaxHalvings, Meaning: "how often chunks are halved to make pieces"}
)

// Kind is the method with the parameters of its build.
var Kind = method.Kind{
	Params: []*param.Param{paramCore, paramCoreBy, paramNeighbours, paramHalvings},
	New: func(s param.Settings) method.Method {
		return Method{Options{
			Core: s.Value(paramCore), CoreBy: CoreBy(s.Int(paramCoreBy)), Neighbours: s.Int(paramNeighbours), Halvings: s.Int(paramHalvings),
		}}
	},
}
