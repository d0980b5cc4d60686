package strategy

import (
	"math"
	"strconv"
	"strings"
)

// Kind is the type of a parameter's values.
type Kind uint8

const (
	Whole  Kind = iota // a whole number
	Number             // any number
	Choice             // one of a few words
	Switch             // on or off; off is the default
)

// Parameter is a field of Options as it is named in requests, by the client for
// browsers and, with hyphens, on the command line. This table is the only list of
// them: what checks, reads or sets parameters goes through it.
type Parameter struct {
	Name        string
	Kind        Kind
	Words       []string           // of a Choice, the default first
	Least, Most float64            // of a number, besides 0, which asks for the default
	field       func(*Options) any // *int of a Whole, *float32, *uint8 (the position in Words) or *bool
}

// All rows are constants to the compiler: helpers that made them would be run, and
// be in the browser's engine, with a closure more for every row.
var parameters = []Parameter{
	{Name: "k", Least: 1, Most: MaxK, field: func(o *Options) any { return &o.K }},
	{Name: "noFill", Kind: Switch, field: func(o *Options) any { return &o.NoFill }},
	{Name: "noCollapse", Kind: Switch, field: func(o *Options) any { return &o.NoCollapse }},
	{Name: "prefix", Kind: Choice, Words: []string{"unfinished", "always", "never"}, field: func(o *Options) any { return (*uint8)(&o.Read.Prefix) }},
	{Name: "noTypos", Kind: Switch, field: func(o *Options) any { return &o.Read.NoTypos }},

	{Name: "hops", Least: 1, Most: MaxHops, field: func(o *Options) any { return &o.Hops }},
	{Name: "minWeight", Least: 1, Most: math.MaxUint16, field: func(o *Options) any { return &o.MinWeight }},
	{Name: "hubCap", Least: 1, Most: math.MaxInt32, field: func(o *Options) any { return &o.HubCap }},
	{Name: "maxDfRatio", Kind: Number, Least: 0.001, Most: 1, field: func(o *Options) any { return &o.E2Graph.MaxDFRatio }},
	{Name: "similarity", Kind: Choice, Words: []string{"mixed", "words", "dense"}, field: func(o *Options) any { return (*uint8)(&o.E2Graph.Similarity) }},
	{Name: "compat", Kind: Choice, Words: []string{"paper", "code"}, field: func(o *Options) any { return (*uint8)(&o.E2Graph.Compat) }},
	{Name: "denseOnly", Kind: Switch, field: func(o *Options) any { return &o.E2Graph.DenseOnly }},
	{Name: "noGraphFilter", Kind: Switch, field: func(o *Options) any { return &o.E2Graph.NoGraphFilter }},
	{Name: "noEntityRank", Kind: Switch, field: func(o *Options) any { return &o.E2Graph.NoEntityRank }},
	{Name: "noDense", Kind: Switch, field: func(o *Options) any { return &o.E2Graph.NoDense }},
	{Name: "noOccurrence", Kind: Switch, field: func(o *Options) any { return &o.E2Graph.NoOccurrence }},
	{Name: "noTree", Kind: Switch, field: func(o *Options) any { return &o.E2Graph.NoTree }},

	{Name: "without", Kind: Choice, Words: []string{"nothing", "links", "title", "mention", "dense", "forward", "reverse", "shared", "sentence", "residual", "known", "rarity", "second", "learned"}, field: func(o *Options) any { return (*uint8)(&o.Without) }},

	{Name: "restart", Kind: Number, Least: 0.01, Most: 1, field: func(o *Options) any { return &o.SPRIG.Restart }},
	{Name: "solver", Kind: Choice, Words: []string{"push", "power"}, field: func(o *Options) any { return (*uint8)(&o.SPRIG.Solver) }},
	{Name: "epsilon", Kind: Number, Least: 1e-7, Most: 1, field: func(o *Options) any { return &o.SPRIG.Epsilon }},
	{Name: "maxIter", Least: 1, Most: 1000, field: func(o *Options) any { return &o.SPRIG.MaxIter }},
	{Name: "seedPassages", Least: 1, Most: 100, field: func(o *Options) any { return &o.SPRIG.SeedPassages }},
	{Name: "weighting", Kind: Choice, Words: []string{"rank", "raw", "softmax"}, field: func(o *Options) any { return (*uint8)(&o.SPRIG.Weighting) }},
	{Name: "seedPenalty", Kind: Choice, Words: []string{"root", "none", "full"}, field: func(o *Options) any { return (*uint8)(&o.SPRIG.SeedPenalty) }},
	{Name: "mix", Kind: Choice, Words: []string{"mass", "adaptive", "fixed"}, field: func(o *Options) any { return (*uint8)(&o.SPRIG.Mix) }},
	{Name: "entityShare", Kind: Number, Least: 0.01, Most: 1, field: func(o *Options) any { return &o.SPRIG.EntityShare }},
	{Name: "fallback", Kind: Choice, Words: []string{"top", "none", "uniform"}, field: func(o *Options) any { return (*uint8)(&o.SPRIG.Fallback) }},
	{Name: "hubPenalty", Kind: Choice, Words: []string{"root", "none", "full"}, field: func(o *Options) any { return (*uint8)(&o.SPRIG.HubPenalty) }},
	{Name: "hubTopPercent", Kind: Number, Least: 0.001, Most: 100, field: func(o *Options) any { return &o.SPRIG.HubTopPercent }},
	{Name: "maxEdges", Least: 1, Most: math.MaxInt32, field: func(o *Options) any { return &o.SPRIG.MaxEdges }},
	{Name: "fusion", Kind: Choice, Words: []string{"none", "rrf", "minRank"}, field: func(o *Options) any { return (*uint8)(&o.SPRIG.Fusion) }},
	{Name: "nodes", Kind: Choice, Words: []string{"entities", "terms"}, field: func(o *Options) any { return (*uint8)(&o.SPRIG.Nodes) }},
	{Name: "minDF", Least: 1, Most: math.MaxInt32, field: func(o *Options) any { return &o.SPRIG.MinDF }},
	{Name: "maxDFPercent", Kind: Number, Least: 0.001, Most: 100, field: func(o *Options) any { return &o.SPRIG.MaxDFPercent }},
	{Name: "expandBy", Kind: Choice, Words: []string{"terms", "entities"}, field: func(o *Options) any { return (*uint8)(&o.Expansion.By) }},
	{Name: "expandPassages", Least: 1, Most: 100, field: func(o *Options) any { return &o.Expansion.Passages }},
	{Name: "expandTerms", Least: 1, Most: 100, field: func(o *Options) any { return &o.Expansion.Terms }},
	{Name: "queryWeight", Kind: Number, Least: 0.01, Most: 1, field: func(o *Options) any { return &o.Expansion.Query }},

	{Name: "ketChannels", Kind: Choice, Words: []string{"both", "keywords", "skeleton", "text", "neighbours", "hybrid"}, field: func(o *Options) any { return (*uint8)(&o.KET.Channels) }},
	{Name: "ketTheta", Kind: Number, Least: 0.001, Most: 1, field: func(o *Options) any { return &o.KET.Theta }},
	{Name: "ketEntities", Least: 1, Most: 1000, field: func(o *Options) any { return &o.KET.Entities }},
	{Name: "ketKeywords", Least: 1, Most: math.MaxInt32, field: func(o *Options) any { return &o.KET.Keywords }},
	{Name: "ketMaxDf", Kind: Number, Least: 0.0001, Most: 1, field: func(o *Options) any { return &o.KET.MaxWordDF }},
	{Name: "ketKeepChannel", Kind: Switch, field: func(o *Options) any { return &o.KET.KeepChannel }},

	{Name: "nodeEntries", Least: 1, Most: 100, field: func(o *Options) any { return &o.Node.Entries }},
	{Name: "nodeEntryTypes", Kind: Choice, Words: []string{"all", "elements"}, field: func(o *Options) any { return (*uint8)(&o.Node.EntryTypes) }},
	{Name: "nodeEntryWeight", Kind: Choice, Words: []string{"shared", "equal"}, field: func(o *Options) any { return (*uint8)(&o.Node.EntryWeight) }},
	{Name: "nodeWalk", Kind: Choice, Words: []string{"restart", "lazy"}, field: func(o *Options) any { return (*uint8)(&o.Node.Walk) }},
	{Name: "nodeAlpha", Kind: Number, Least: 0.01, Most: 1, field: func(o *Options) any { return &o.Node.Alpha }},
	{Name: "nodeSteps", Least: 1, Most: 10, field: func(o *Options) any { return &o.Node.Steps }},
	{Name: "nodeQuota", Kind: Choice, Words: []string{"shared", "perType"}, field: func(o *Options) any { return (*uint8)(&o.Node.Quota) }},
	{Name: "nodeTexts", Least: 1, Most: 1000, field: func(o *Options) any { return &o.Node.Texts }},
	{Name: "nodeNames", Least: 1, Most: 1000, field: func(o *Options) any { return &o.Node.Names }},
	{Name: "nodeRelations", Least: 1, Most: 1000, field: func(o *Options) any { return &o.Node.Relations }},
	{Name: "nodeOverviews", Least: 1, Most: 1000, field: func(o *Options) any { return &o.Node.Overviews }},
	{Name: "nodeOrder", Kind: Choice, Words: []string{"walk", "found"}, field: func(o *Options) any { return (*uint8)(&o.Node.Order) }},
	{Name: "nodeFormat", Kind: Choice, Words: []string{"types", "flat"}, field: func(o *Options) any { return (*uint8)(&o.Node.Format) }},
	{Name: "nodeWithout", Kind: Choice, Words: []string{"nothing", "dual", "cross", "correction"}, field: func(o *Options) any { return (*uint8)(&o.Node.Without) }},
	{Name: "daTruss", Least: 2, Most: 255, field: func(o *Options) any { return &o.DARAG.Truss }},
	{Name: "daCandidates", Least: 1, Most: 16, field: func(o *Options) any { return &o.DARAG.Candidates }},
	{Name: "daReportTokens", Least: 1, Most: math.MaxInt32, field: func(o *Options) any { return &o.DARAG.ReportTokens }},
	{Name: "daContextTokens", Least: 1, Most: math.MaxInt32, field: func(o *Options) any { return &o.DARAG.ContextTokens }},
	{Name: "daSourceTokens", Least: 1, Most: math.MaxInt32, field: func(o *Options) any { return &o.DARAG.SourceTokens }},
	{Name: "daMaxChecks", Least: 1, Most: math.MaxInt32, field: func(o *Options) any { return &o.DARAG.MaxChecks }},
	{Name: "daComponents", Least: 1, Most: 16, field: func(o *Options) any { return &o.DARAG.Components }},
	{Name: "daReach", Least: 1, Most: math.MaxInt32, field: func(o *Options) any { return &o.DARAG.Reach }},
	{Name: "daWithout", Kind: Choice, Words: []string{"nothing", "similarity", "chunks", "community"}, field: func(o *Options) any { return (*uint8)(&o.DARAG.Without) }},
	{Name: "daTriangles", Kind: Choice, Words: []string{"any", "cross"}, field: func(o *Options) any { return (*uint8)(&o.DARAG.Triangles) }},
	{Name: "daCascade", Kind: Switch, field: func(o *Options) any { return &o.DARAG.Cascade }},
	{Name: "daByCost", Kind: Switch, field: func(o *Options) any { return &o.DARAG.ByCost }},
	{Name: "daByRelevance", Kind: Switch, field: func(o *Options) any { return &o.DARAG.ByRelevance }},
	{Name: "timings", Kind: Switch, field: func(o *Options) any { return &o.Timings }},
}

// Parameters lists all parameters.
func Parameters() []Parameter { return parameters }

// FindParameter returns the parameter of that name, nil if there is none.
func FindParameter(name string) *Parameter {
	for i := range parameters {
		if parameters[i].Name == name {
			return &parameters[i]
		}
	}
	return nil
}

// Want says what values the parameter takes.
func (p *Parameter) Want() string {
	switch p.Kind {
	case Switch:
		return "true or false"
	case Choice:
		return "one of " + strings.Join(p.Words, ", ")
	case Whole:
		return "a whole number from " + short(p.Least) + " to " + short(p.Most)
	}
	return "a number from " + short(p.Least) + " to " + short(p.Most)
}

func short(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// SetNumber sets a Whole or a Number; ok is false if the value is out of range or
// the parameter of another kind. An explicit 0 is out of range: it would silently
// mean the default.
func (p *Parameter) SetNumber(o *Options, v float64) (ok bool) {
	if !(v >= p.Least && v <= p.Most) {
		return false
	}
	switch f := p.field(o).(type) {
	case *int:
		*f = int(v)
		return float64(*f) == v
	case *float32:
		*f = float32(v)
		return true
	}
	return false
}

// SetWord sets a Choice.
func (p *Parameter) SetWord(o *Options, word string) (ok bool) {
	for i, w := range p.Words {
		if w == word {
			*p.field(o).(*uint8) = uint8(i)
			return true
		}
	}
	return false
}

// SetSwitch sets a Switch.
func (p *Parameter) SetSwitch(o *Options, on bool) (ok bool) {
	f, ok := p.field(o).(*bool)
	if ok {
		*f = on
	}
	return ok
}

// Value returns what the parameter is set to, as SetNumber (float64), SetWord or
// SetSwitch takes it; nil for the default.
func (p *Parameter) Value(o *Options) any {
	switch f := p.field(o).(type) {
	case *int:
		if *f != 0 {
			return float64(*f)
		}
	case *float32:
		if *f != 0 {
			return float64(*f)
		}
	case *uint8:
		if *f != 0 {
			return p.Words[*f]
		}
	case *bool:
		if *f {
			return true
		}
	}
	return nil
}

// Values returns all parameters that are set, by name: what a request asks for.
func (o *Options) Values() map[string]any {
	values := map[string]any{}
	for i := range parameters {
		if v := parameters[i].Value(o); v != nil {
			values[parameters[i].Name] = v
		}
	}
	return values
}

// valid tells whether the field holds the default or a value in range.
func (p *Parameter) valid(o *Options) bool {
	v := 0.0
	switch f := p.field(o).(type) {
	case *int:
		v = float64(*f)
	case *float32:
		v = float64(*f)
	case *uint8:
		return int(*f) < len(p.Words)
	}
	return v == 0 || v >= p.Least && v <= p.Most
}

// Invalid returns the first parameter that is out of range, nil if all are fine.
func (o *Options) Invalid() *Parameter {
	for i := range parameters {
		if !parameters[i].valid(o) {
			return &parameters[i]
		}
	}
	return nil
}
