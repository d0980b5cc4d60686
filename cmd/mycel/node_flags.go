package main

import (
	"github.com/spf13/pflag"

	"mycel/builder/method"
	"mycel/builder/method/noderag"
)

// nodeFlags shape NodeRAG's graph, of bundles that are built with it.
type nodeFlags struct {
	noderag.Options
	core, without choice
}

// nodeParts are the words for what can be left out of the graph.
var nodeParts = map[string]noderag.Part{
	"nothing": noderag.NoPart, "attributes": noderag.PartAttributes, "elements": noderag.PartElements, "relations": noderag.PartRelations,
	"semantic": noderag.PartSemanticEdges, "subjects": noderag.PartSubjects, "titles": noderag.PartTitles,
}

func newNodeFlags() nodeFlags {
	return nodeFlags{
		core:    newChoice("degree", "peel"),
		without: newChoice("nothing", "attributes", "elements", "relations", "semantic", "subjects", "titles"),
	}
}

func (n *nodeFlags) register(f *pflag.FlagSet) {
	f.Var(n.core, "node-core", "node: important entities have k₀ neighbours, or are in the k₀-core")
	f.Var(number{&n.MinMentions, 1, 1e6}, "node-min-mentions", "node: units that an important entity is named in, at least (default 2)")
	f.Var(number{&n.Neighbours, 1, noderag.MaxNeighbours}, "node-neighbours", "node: near texts that each is tied to (default 10)")
	f.BoolVar(&n.Mutual, "node-mutual", false, "node: tie texts only where each is among the nearest of the other")
	f.BoolVar(&n.UnitEdges, "node-unit-edges", false, "node: tie relations to the units that state them")
	f.Var(n.without, "node-part-without", "node: leave a part out of the graph, to see what it is worth")
}

func (n *nodeFlags) method() method.Method {
	o := n.Options
	if n.core.String() == "peel" {
		o.Core = noderag.CorePeel
	}
	o.Without = nodeParts[n.without.String()]
	return noderag.Method{Options: o}
}
