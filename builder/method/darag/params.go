package darag

import (
	"mycel/builder/method"
	"mycel/engine/param"
)

var paramNeighbours = &param.Param{Name: "da-neighbours", Least: 1, Most: MaxNeighbours, Default: DefaultNeighbours, Meaning: "similar entities to which each entity is tied"}

// Kind is the method with the parameters of its build.
var Kind = method.Kind{
	Params: []*param.Param{paramNeighbours},
	New:    func(s param.Settings) method.Method { return Method{Options{Neighbours: s.Int(paramNeighbours)}} },
}
