package evaluation

import (
	"fmt"
	"maps"
	"slices"

	"mycel/builder"
	"mycel/engine/method"
)

// comparison is settings that differ in one thing, one row of a table each.
type comparison struct {
	title    string
	note     string // "" for none
	settings []setting
	first    int // only so many queries of each half; 0 for all
}

// setting is a mode with parameters, on a bundle built in some way.
type setting struct {
	name       string
	mode       string
	parameters Parameters
	build      string // a key of builds; "" is what every other row searches
}

// builds are ways of finding entities other than the default.
var builds = map[string]func(*builder.Config){
	"rules without titles": func(c *builder.Config) { c.NoTitles = true },
	"regex":                func(c *builder.Config) { c.NER, c.NoTitles = builder.NERRegex, true },
	"regex and titles":     func(c *builder.Config) { c.NER = builder.NERRegex },
}

// defaultBuild is what the build "" is called.
const defaultBuild = "rules and titles (default)"

func buildNames() []string { return slices.Sorted(maps.Keys(builds)) }

// with returns a row for each value of a parameter.
func with(mode, name string, values ...any) []setting {
	var rows []setting
	for _, v := range values {
		p := Parameters{name: v}
		rows = append(rows, setting{name: mode + ", " + p.String(), mode: mode, parameters: p})
	}
	return rows
}

func row(mode string, p Parameters) setting {
	name := mode
	if len(p) > 0 {
		name += ", " + p.String()
	}
	return setting{name: name, mode: mode, parameters: p}
}

func entitiesBy(mode, build string) setting {
	name := build
	if name == "" {
		name = defaultBuild
	}
	return setting{name: mode + ", " + name, mode: mode, build: build}
}

// plainBM25 is the collapsed tree without summaries, by words alone: BM25 and nothing else.
var plainBM25 = setting{name: "plain BM25", mode: "e2graph", parameters: Parameters{"denseOnly": true, "noTree": true, "similarity": "words"}}

// paper is graph_hybrid with the parameters of SPRIG's paper.
func paper(build string, seeds float64, seedPenalty string) setting {
	name := build
	if name == "" {
		name = defaultBuild
	}
	return setting{
		name: fmt.Sprintf("graph_hybrid, %v seeds, seedPenalty %s, %s", seeds, seedPenalty, name), mode: "graph_hybrid", build: build,
		parameters: Parameters{"solver": "power", "maxIter": 5., "seedPassages": seeds, "seedPenalty": seedPenalty},
	}
}

// ofPapers are methods with the parameters of their papers, on bundles built with the defaults.
var ofPapers = []setting{
	plainBM25,
	{name: "graph_hybrid, paper's", mode: "graph_hybrid", parameters: Parameters{"solver": "power", "maxIter": 5., "seedPassages": 10.}},
	{name: "e2graph, paper's", mode: "e2graph", parameters: Parameters{"similarity": "dense", "noFill": true}},
	{name: "ket, paper's", mode: "ket", parameters: Parameters{"ketChannels": "both", "similarity": "dense", "noFill": true}},
	nodeOfPaper,
	{name: "da, paper's", mode: "da", parameters: Parameters{"daComponents": 1., "similarity": "dense", "noFill": true}},
}

// nodeOfPaper is node with the parameters of NodeRAG's paper.
var nodeOfPaper = setting{name: "node, paper's", mode: "node", parameters: Parameters{
	"nodeEntryTypes": "elements", "nodeOrder": "found", "nodeEntryWeight": "equal", "nodeQuota": "perType", "similarity": "dense", "noFill": true,
}}

// ContextRow is a mode with parameters, a row of a comparison of contexts.
type ContextRow struct {
	Name, Mode string
	Options    method.Options
}

// ContextRows returns a row for each mode with some options, and then those of papers if asked
// for, without the options.
func ContextRows(modes []string, o method.Options, papers bool) (rows []ContextRow, err error) {
	for _, mode := range modes {
		rows = append(rows, ContextRow{mode, mode, o})
	}
	for _, s := range ofPapers {
		if papers && slices.Contains(modes, s.mode) {
			own, err := s.parameters.options()
			if err != nil {
				return nil, err
			}
			rows = append(rows, ContextRow{s.name, s.mode, own})
		}
	}
	return rows, nil
}

// all joins lists of rows.
func all(lists ...[]setting) (rows []setting) {
	for _, l := range lists {
		rows = append(rows, l...)
	}
	return rows
}

// thresholds are values of epsilon.
var thresholds = []any{1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5, 1e-6}

// comparisons are the ablations: those of the SPRIG paper, then our own. To add one,
// name the parameters as method.Registered does; the values are float64, string or
// bool.
var comparisons = []comparison{
	{title: "Ways of ranking", note: "Defaults. Mode bm25 also prefers passages that have all words, and titles; plain BM25 is the formula alone.", settings: all(
		[]setting{plainBM25, row("bm25", nil), row("dense", nil)},
		[]setting{row("graph", nil), row("graph_hybrid", nil), row("graph_dense", nil), row("graph_rrf", nil)},
	)},
	{title: "Fusion", note: "The walk's list fused with that of its seeds by reciprocal rank (rrf), or the seeds' with that of a walk from entities alone by the better rank (minRank).", settings: all(
		with("graph_hybrid", "fusion", "rrf", "minRank"), with("graph_rrf", "fusion", "rrf", "minRank"),
	)},
	{title: "Entities", note: "Words with a capital by the paper's expression (regex), or the rules; with titles as names of entities (the paper's EL), or without.", settings: []setting{
		entitiesBy("graph", ""), entitiesBy("graph", "rules without titles"), entitiesBy("graph", "regex"), entitiesBy("graph", "regex and titles"),
		entitiesBy("graph_hybrid", ""), entitiesBy("graph_hybrid", "rules without titles"), entitiesBy("graph_hybrid", "regex"), entitiesBy("graph_hybrid", "regex and titles"),
	}},
	{title: "Graph of terms", note: "Terms in at least 3 passages and at most a tenth of them, instead of entities.", settings: all(
		with("graph", "nodes", "terms"), with("graph_hybrid", "nodes", "terms"),
	)},
	{title: "Seed passages", settings: all(
		with("graph_hybrid", "seedPassages", 2., 3., 5., 10., 20.), with("graph_dense", "seedPassages", 3., 5., 10., 20.), with("graph_rrf", "seedPassages", 3., 5., 10., 20.),
	)},
	{title: "Weights of seed passages", settings: with("graph_hybrid", "weighting", "rank", "raw", "softmax")},
	{title: "Mix of entities and passages", settings: all(
		with("graph_hybrid", "mix", "mass", "adaptive"), []setting{row("graph_hybrid", Parameters{"mix": "fixed", "entityShare": 0.5})},
	)},
	{title: "Penalty of hubs (p)", settings: with("graph_hybrid", "hubPenalty", "none", "root", "full")},
	{title: "Penalty of frequent entities of the query (q)", settings: with("graph_hybrid", "seedPenalty", "none", "root", "full")},
	{title: "Restart (α)", settings: with("graph_hybrid", "restart", 0.10, 0.15, 0.20)},
	{title: "Threshold of push (epsilon)", note: "At 1e-6 the walk has converged: the first ten are those of power iteration until nothing changes, which takes seconds.", settings: all(
		with("graph_hybrid", "epsilon", thresholds...), with("graph", "epsilon", thresholds...),
	)},
	{title: "The paper's parameters", note: "Five rounds of power iteration and square roots as penalties, with the seeds that the paper has for HotpotQA (10) and for 2WikiMultihopQA (5, with the full penalty of frequent entities), by our entities and by the paper's regular expression. Over the first 100 queries of each half.", first: 100, settings: []setting{
		paper("", 10, "root"), paper("regex and titles", 10, "root"), paper("", 5, "full"), paper("regex and titles", 5, "full"),
	}},
	{title: "Solver", note: "Over the first 100 queries of each half: twenty rounds of power iteration read the whole graph twenty times.", first: 100, settings: []setting{
		row("graph_hybrid", Parameters{"solver": "power", "maxIter": 5.}), row("graph_hybrid", Parameters{"solver": "power", "maxIter": 10.}),
		row("graph_hybrid", Parameters{"solver": "power", "maxIter": 20.}), row("graph_hybrid", Parameters{"solver": "push"}),
	}},
	{title: "Queries without an entity", settings: with("graph", "fallback", "none", "uniform", "top")},
	{title: "Pruning", note: "The last row is the paper's +ALL: titles, pruning of the hubs, adaptive mix.", settings: all(
		with("graph_hybrid", "hubTopPercent", 1.), with("graph_hybrid", "maxEdges", 20.), with("graph_hybrid", "minDF", 2.), with("graph_hybrid", "maxDFPercent", 1.),
		[]setting{row("graph_hybrid", Parameters{"hubTopPercent": 1., "mix": "adaptive"})},
	)},
	{title: "E2GraphRAG: similarity", note: "Of nodes with the query: by words (BM25), by vectors, or 0.7 of vectors and 0.3 of words.", settings: with("e2graph", "similarity", "words", "dense", "mixed")},
	{title: "E2GraphRAG: parts", note: "The method, and without one of its parts each; compat code is a reading of the authors' code.", settings: all(
		[]setting{row("e2graph", nil)},
		with("e2graph", "denseOnly", true), with("e2graph", "noGraphFilter", true), with("e2graph", "noEntityRank", true), with("e2graph", "noOccurrence", true),
		with("e2graph", "noDense", true), []setting{row("e2graph", Parameters{"noDense": true, "noOccurrence": true})},
		with("e2graph", "compat", "code"), with("e2graph", "noFill", true),
	)},
	{title: "Bridge walk", note: "The walk, and without one of its parts each.", settings: all(
		[]setting{row("bridge", nil)}, with("bridge", "without", partsOfBridge()...),
	)},
}

// partsOfBridge lists what can be left out of the bridge walk.
func partsOfBridge() (parts []any) {
	for _, word := range method.FindSwitch("without").Words[1:] {
		parts = append(parts, word)
	}
	return parts
}
