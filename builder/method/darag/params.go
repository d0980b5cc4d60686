package darag

import (
	"mycel/builder/method"
	"mycel/engine/param"
)

var (
	paramNeighbours     = &param.Param{Name: "da-neighbours", Least: 1, Most: MaxNeighbours, Default: DefaultNeighbours, Meaning: "similar entities to which each entity is tied"}
	paramAllLinks       = &param.Param{Name: "da-all-links", Kind: param.Switch, Meaning: "tie chunks by all relations, also those of frequent entities, as in the paper"}
	paramDescribeChunks = &param.Param{Name: "da-describe-chunks", Kind: param.Switch, Meaning: "compare chunks also by a title and a description, as in the paper"}
)

// Kind is the method with the parameters of its build.
var Kind = method.Kind{
	Params: []*param.Param{paramNeighbours, paramAllLinks, paramDescribeChunks},
	New: func(s param.Settings) method.Method {
		return Method{Options{Neighbours: s.Int(paramNeighbours), FaithfulLC: s.On(paramAllLinks), DescribeChunks: s.On(paramDescribeChunks)}}
	},
}
