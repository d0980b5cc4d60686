package noderag

import (
	"mycel/engine/method"
	"mycel/engine/param"
)

// Parameters of NodeRAG. Those from nodeEntryTypes on are for comparisons.
var (
	paramEntries     = &param.Param{Name: "nodeEntries", Least: 1, Most: 100, Default: 10, Meaning: param.Text("How many nodes, the most similar to the query, the walk starts from.")}
	paramAlpha       = &param.Param{Name: "nodeAlpha", Kind: param.Number, Least: 0.01, Most: 1, Default: 0.5, Meaning: param.Text("Chance, at each step of the walk, of returning to a node from which it started.")}
	paramSteps       = &param.Param{Name: "nodeSteps", Most: 10, Default: 2, Meaning: param.Text("How many steps the walk takes.")}
	paramTexts       = &param.Param{Name: "nodeTexts", Least: 1, Most: 1000, Default: 10, Meaning: param.Text("How many texts, units, attributes and elements the walk selects.")}
	paramNames       = &param.Param{Name: "nodeNames", Least: 1, Most: 1000, Default: 10, Meaning: param.Text("How many entities the walk selects, whose neighbours are then added.")}
	paramRelations   = &param.Param{Name: "nodeRelations", Least: 1, Most: 1000, Default: 30, Meaning: param.Text("How many relations the walk selects.")}
	paramOverviews   = &param.Param{Name: "nodeOverviews", Least: 1, Most: 1000, Default: 10, Meaning: param.Text("How many overviews the walk selects, whose elements are then added.")}
	paramFormat      = &param.Param{Name: "nodeFormat", Kind: param.Choice, Words: []string{"types", "flat"}, Meaning: param.Text("Write contexts with a heading for each type of node (types), or as one list (flat).")}
	paramEntryTypes  = &param.Param{Name: "nodeEntryTypes", Kind: param.Choice, Words: []string{"all", "elements"}, Meaning: param.Text("compare texts, units, attributes and elements with the query, or all but texts, as in the paper")}
	paramEntryWeight = &param.Param{Name: "nodeEntryWeight", Kind: param.Choice, Words: []string{"shared", "equal"}, Meaning: param.Text("nodes with the same words of the query share the weight of one entry, or count each as much")}
	paramWalk        = &param.Param{Name: "nodeWalk", Kind: param.Choice, Words: []string{"restart", "lazy"}, Meaning: param.Text("a walk that restarts, as in the paper, or a lazy one, as in its authors' code")}
	paramQuota       = &param.Param{Name: "nodeQuota", Kind: param.Choice, Words: []string{"shared", "perType"}, Meaning: param.Text("nodeTexts counts texts, units, attributes and elements together, or each by themselves")}
	paramOrder       = &param.Param{Name: "nodeOrder", Kind: param.Choice, Words: []string{"walk", "found"}, Meaning: param.Text("rank passages by the walk's mass on them, or as the nodes were found that they belong to")}
	paramWithout     = &param.Param{Name: "nodeWithout", Kind: param.Choice, Words: []string{"nothing", "dual", "cross", "correction"}, Meaning: param.Text("leave out entries by name (dual), what the walk selects (cross), or the correction of weights")}
)

// readOptions returns what the settings of a request ask for.
func readOptions(s param.Settings) Options {
	return Options{
		Entries:     s.Int(paramEntries),
		Alpha:       s.Float(paramAlpha),
		Steps:       s.Int(paramSteps),
		Texts:       s.Int(paramTexts),
		Names:       s.Int(paramNames),
		Relations:   s.Int(paramRelations),
		Overviews:   s.Int(paramOverviews),
		Format:      Format(s.Word(paramFormat)),
		EntryTypes:  EntryTypes(s.Word(paramEntryTypes)),
		EntryWeight: EntryWeight(s.Word(paramEntryWeight)),
		Walk:        Walk(s.Word(paramWalk)),
		Quota:       Quota(s.Word(paramQuota)),
		Order:       Order(s.Word(paramOrder)),
		Without:     Part(s.Word(paramWithout)),
		Similarity:  method.Similarity(s.Word(method.SimilarityParam)),
	}
}
