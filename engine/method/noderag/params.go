package noderag

import (
	"mycel/engine/param"
)

// Parameters of NodeRAG. Numbers are the paper's.
var (
	paramEntries   = &param.Param{Name: "nodeEntries", Least: 1, Most: 100, Default: 10, Meaning: param.Text("How many nodes, the most similar to the query, the walk starts from.")}
	paramAlpha     = &param.Param{Name: "nodeAlpha", Kind: param.Number, Least: 0.01, Most: 1, Default: 0.5, Meaning: param.Text("Chance, at each step of the walk, of returning to a node from which it started.")}
	paramSteps     = &param.Param{Name: "nodeSteps", Most: 10, Default: 2, Meaning: param.Text("How many steps the walk takes.")}
	paramTexts     = &param.Param{Name: "nodeTexts", Least: 1, Most: 1000, Default: 10, Meaning: param.Text("How many texts, units, attributes and elements the walk selects.")}
	paramNames     = &param.Param{Name: "nodeNames", Least: 1, Most: 1000, Default: 10, Meaning: param.Text("How many entities the walk selects, whose neighbours are then added.")}
	paramRelations = &param.Param{Name: "nodeRelations", Least: 1, Most: 1000, Default: 30, Meaning: param.Text("How many relations the walk selects.")}
	paramOverviews = &param.Param{Name: "nodeOverviews", Least: 1, Most: 1000, Default: 10, Meaning: param.Text("How many overviews the walk selects, whose elements are then added.")}
	paramFormat    = &param.Param{Name: "nodeFormat", Kind: param.Choice, Words: []string{"types", "flat"}, Meaning: param.Text("Write contexts with a heading for each type of node (types), or as one list (flat).")}
)

// Format is the layout of a context for a language model.
type Format uint8

const (
	FormatTypes Format = iota // a heading for each type of node; the default
	FormatFlat                // texts without headings
)
