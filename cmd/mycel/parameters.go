package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"mycel/engine/strategy"
)

// meaning says what each parameter of the strategies does, with its default.
var meaning = map[string]string{
	"k":               "hits wanted (default 10)",
	"noFill":          "do not fill up with keyword search what a mode leaves short",
	"noCollapse":      "show every one of several passages with nearly the same text",
	"prefix":          "complete the last word: if it is unfinished (unknown or short), always or never",
	"noTypos":         "do not read unknown words as misspellings of others",
	"hops":            "e2graph: edges between two entities that count as near (default 4)",
	"minWeight":       "e2graph: lightest edge followed (default 1)",
	"hubCap":          "e2graph: walk through no entity with more neighbours (default: through all)",
	"maxDfRatio":      "e2graph: leave out entities of the query in more than this share of the passages (default 1)",
	"similarity":      "e2graph, ket, node, da: compare with the query by words, by vectors, or both, as far as the index has vectors",
	"compat":          "e2graph: where they differ, follow the paper or its authors' code",
	"denseOnly":       "e2graph: rank by similarity alone",
	"noGraphFilter":   "e2graph: take all pairs of entities for near",
	"noEntityRank":    "e2graph: rank too many local candidates by similarity alone",
	"noDense":         "e2graph: global answers from the passages that mention an entity",
	"noOccurrence":    "e2graph: do not order global answers by occurrences",
	"noTree":          "e2graph: leave out the summaries",
	"without":         "bridge: leave a part of the walk out, to see what it is worth",
	"restart":         "graph: chance of going back to the seeds (default 0.15)",
	"solver":          "graph: forward push or power iteration",
	"epsilon":         "graph, push: residual per edge not worth a visit (default 0.001)",
	"maxIter":         "graph, power: rounds (default 5)",
	"seedPassages":    "graph: passages to start from (default 3)",
	"weighting":       "graph: what a seed passage counts, by rank or by score",
	"seedPenalty":     "graph: weigh the query's entities by df^-½, 1 or 1/df",
	"mix":             "graph: seed mass by weights, by numbers, or fixed",
	"entityShare":     "graph, mix fixed: the entities' part of the seed mass (default 0.5)",
	"fallback":        "graph without entity in the query: start at the best passage, nowhere, or everywhere",
	"hubPenalty":      "graph: weigh entities on the way from a passage by df^-½, 1 or 1/df",
	"hubTopPercent":   "graph: leave out so many percent of the entities, the most frequent (default none)",
	"maxEdges":        "graph: passages kept per entity, the heaviest (default: all)",
	"fusion":          "graph: fuse the walk's ranking with that of its seeds",
	"nodes":           "graph: what stands between passages, entities or terms",
	"minDF":           "graph: leave out entities in fewer passages (default 1; terms: 3)",
	"maxDFPercent":    "graph: leave out entities in more percent of the passages (default 100; terms: 10)",
	"expandBy":        "rm3: add to the query terms, or the names of entities (BM25 in two steps)",
	"expandPassages":  "rm3: passages that the additions are taken from (default 10)",
	"expandTerms":     "rm3: terms or entities added (default 10)",
	"queryWeight":     "rm3: the query's part of all weights (default 0.5)",
	"ketChannels":     "ket: what contexts are made of (keywords, skeleton, text, neighbours and hybrid are its baselines)",
	"ketTheta":        "ket: share of the budget for the skeleton (default 0.5)",
	"ketEntities":     "ket: entities that the skeleton is entered by (default 10)",
	"ketKeywords":     "ket: keywords followed at most (default 1000)",
	"ketMaxDf":        "ket: pass over keywords in more than this share of the pieces (default 1)",
	"ketKeepChannel":  "ket: do not give the skeleton what the keywords leave of their share",
	"nodeEntries":     "node: nodes most similar to the query that the walk starts from (default 10)",
	"nodeEntryTypes":  "node: compare texts, units, attributes and elements with the query, or all but texts, as in the paper",
	"nodeEntryWeight": "node: nodes with the same words of the query share the weight of one entry, or count each as much",
	"nodeWalk":        "node: a walk that restarts, as in the paper, or a lazy one, as in its authors' code",
	"nodeAlpha":       "node: chance of a restart, or of a step of the lazy walk (default 0.5)",
	"nodeSteps":       "node: steps of the walk (default 2)",
	"nodeQuota":       "node: nodeTexts counts texts, units, attributes and elements together, or each by themselves",
	"nodeTexts":       "node: texts, units, attributes and elements that the walk selects (default 10)",
	"nodeNames":       "node: entities that it selects, to be expanded (default 10)",
	"nodeRelations":   "node: relations that it selects (default 30)",
	"nodeOverviews":   "node: overviews that it selects, to be expanded (default 10)",
	"nodeOrder":       "node: rank passages by the walk's mass on them, or as the nodes were found that they belong to",
	"nodeFormat":      "node: contexts with a heading for each type of node, or flat",
	"nodeWithout":     "node: leave out entries by name (dual), what the walk selects (cross), or the correction of weights",
	"daTruss":         "da: k of the communities (default: several are tried)",
	"daCandidates":    "da: values of k tried on a layer (default 4)",
	"daReportTokens":  "da: tokens of all reports, in proportion to a context's budget (default 3200)",
	"daContextTokens": "da: tokens of entities and relations, likewise (default 4800)",
	"daSourceTokens":  "da: tokens of passages, likewise (default 4000)",
	"daMaxChecks":     "da: removals that one search tries (default 200000)",
	"daComponents":    "da: communities that one search may return (default 1)",
	"daReach":         "da: passages that are searched, the nearest to the query (default 200)",
	"daWithout":       "da: leave a part out, to see what it is worth",
	"daTriangles":     "da: which triangles hold entities together, any or those across sentences",
	"daCascade":       "da: remove with a node what does not hold without it",
	"daByCost":        "da: choose reports by score for each token",
	"daByRelevance":   "da: choose reports by relevance, whatever words they cover",
	"timings":         "measure where the time goes, with --json",
}

// shorthand has the parameters that are short enough for one dash.
var shorthand = map[string]string{"k": "k"}

// flagName is the name of a parameter on the command line: hubCap is --hub-cap, minDF is
// --min-df.
func flagName(parameter string) string {
	var b strings.Builder
	isCapital := func(i int) bool { return i >= 0 && i < len(parameter) && parameter[i] >= 'A' && parameter[i] <= 'Z' }
	for i := range len(parameter) {
		if isCapital(i) && (!isCapital(i-1) || i+1 < len(parameter) && !isCapital(i+1)) {
			b.WriteByte('-')
		}
		b.WriteByte(parameter[i])
	}
	return strings.ToLower(b.String())
}

// addParameters adds a flag for every parameter but those named.
func addParameters(f *pflag.FlagSet, o *strategy.Options, except ...string) {
	for i := range strategy.Parameters() {
		p := &strategy.Parameters()[i]
		if slices.Contains(except, p.Name) {
			continue
		}
		flag := f.VarPF(&parameterValue{p: p, o: o}, flagName(p.Name), shorthand[p.Name], meaning[p.Name])
		if p.Kind == strategy.Switch {
			flag.NoOptDefVal = "true"
		}
	}
}

// parameterValue is the value of a parameter's flag.
type parameterValue struct {
	p    *strategy.Parameter
	o    *strategy.Options
	text string
}

func (v *parameterValue) String() string { return v.text }

func (v *parameterValue) Set(s string) error {
	if !setParameter(v.p, v.o, s) {
		return fmt.Errorf("want %s", v.p.Want())
	}
	v.text = s
	return nil
}

func (v *parameterValue) Type() string {
	switch v.p.Kind {
	case strategy.Choice:
		return strings.Join(v.p.Words, "|")
	case strategy.Switch:
		return "bool" // which has help show no value
	}
	return "number"
}

// setParameter sets a parameter to a value in text.
func setParameter(p *strategy.Parameter, o *strategy.Options, s string) bool {
	switch p.Kind {
	case strategy.Choice:
		return p.SetWord(o, s)
	case strategy.Switch:
		on, err := strconv.ParseBool(s)
		return err == nil && p.SetSwitch(o, on)
	}
	v, err := strconv.ParseFloat(s, 64)
	return err == nil && p.SetNumber(o, v)
}
