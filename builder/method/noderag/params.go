package noderag

import (
	"mycel/builder/method"
	"mycel/engine/param"
)

var (
	paramMinMentions = &param.Param{Name: "node-min-mentions", Least: 1, Most: 1e6, Default: 2, Meaning: "units that name an important entity, at least"}
	paramNeighbours  = &param.Param{Name: "node-neighbours", Least: 1, Most: MaxNeighbours, Default: 10, Meaning: "near texts to which each text is tied"}
	paramMutual      = &param.Param{Name: "node-mutual", Kind: param.Switch, Meaning: "tie two texts only if each is among the nearest of the other"}
)

// Kind is the method with the parameters of its build.
var Kind = method.Kind{
	Params: []*param.Param{paramMinMentions, paramNeighbours, paramMutual},
	New: func(s param.Settings) method.Method {
		return Method{Options{MinMentions: s.Int(paramMinMentions), Neighbours: s.Int(paramNeighbours), Mutual: s.On(paramMutual)}}
	},
}
