package noderag

import (
	"mycel/builder/method"
	"mycel/engine/param"
)

var (
	paramCore        = &param.Param{Name: "node-core", Kind: param.Choice, Words: []string{"degree", "peel"}, Meaning: "important entities have k₀ neighbours, or are in the k₀-core"}
	paramMinMentions = &param.Param{Name: "node-min-mentions", Least: 1, Most: 1e6, Default: 2, Meaning: "units that name an important entity, at least"}
	paramNeighbours  = &param.Param{Name: "node-neighbours", Least: 1, Most: MaxNeighbours, Default: 10, Meaning: "near texts to which each text is tied"}
	paramMutual      = &param.Param{Name: "node-mutual", Kind: param.Switch, Meaning: "tie two texts only if each is among the nearest of the other"}
	paramUnitEdges   = &param.Param{Name: "node-unit-edges", Kind: param.Switch, Meaning: "tie relations to the units that state them"}
)

// Kind is the method with the parameters of its build.
var Kind = method.Kind{
	Params: []*param.Param{paramCore, paramMinMentions, paramNeighbours, paramMutual, paramUnitEdges},
	New: func(s param.Settings) method.Method {
		return Method{Options{
			Core: Core(s.Int(paramCore)), MinMentions: s.Int(paramMinMentions), Neighbours: s.Int(paramNeighbours),
			Mutual: s.On(paramMutual), UnitEdges: s.On(paramUnitEdges),
		}}
	},
}
