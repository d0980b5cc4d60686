package darag

import (
	"math"

	"mycel/engine/param"
)

// Parameters of DA-RAG. The defaults are the paper's where the paper has one. Reach was chosen on
// every other question of HotpotQA, 2WikiMultihopQA and SciFact: docs/darag.md.
var (
	paramTruss         = &param.Param{Name: "daTruss", Most: 255, Meaning: param.Text("How densely communities are connected: each relation is in at least two triangles fewer than this; 0 tries several values.")}
	paramCandidates    = &param.Param{Name: "daCandidates", Least: 1, Most: 16, Default: 4, Meaning: param.Text("How many values of daTruss are tried on each layer, if daTruss is 0.")}
	paramReportTokens  = &param.Param{Name: "daReportTokens", Least: 1, Most: math.MaxInt32, Default: 3200, Meaning: param.Text("Share of a context's budget for reports on communities, in relation to daContextTokens and daSourceTokens.")}
	paramContextTokens = &param.Param{Name: "daContextTokens", Least: 1, Most: math.MaxInt32, Default: 4800, Meaning: param.Text("Share of a context's budget for tables of entities and relations.")}
	paramSourceTokens  = &param.Param{Name: "daSourceTokens", Least: 1, Most: math.MaxInt32, Default: 4000, Meaning: param.Text("Share of a context's budget for passages.")}
	paramMaxChecks     = &param.Param{Name: "daMaxChecks", Least: 1, Most: math.MaxInt32, Default: 200000, Meaning: param.Text("How many removals of a node the search for a community tries at most. It ends then with the best community so far.")}
	paramComponents    = &param.Param{Name: "daComponents", Least: 1, Most: 16, Default: 4, Meaning: param.Text("How many communities a layer may have for each value of daTruss.")}
	paramReach         = &param.Param{Name: "daReach", Least: 1, Most: math.MaxInt32, Default: 200, Meaning: param.Text("How many passages, the most similar to the query, are searched for communities.")}
)
