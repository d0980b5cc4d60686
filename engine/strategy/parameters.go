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
	field       func(*Options) any // where it is kept: *int, *float32, *bool, or *uint8, the position in Words
}

// Literals, not calls of constructors: the compiler lays these out, and the code that
// would fill the table is not downloaded.
var parameters = []Parameter{
	{"k", Whole, nil, 1, MaxK, func(o *Options) any { return &o.K }},

	{"hops", Whole, nil, 1, MaxHops, func(o *Options) any { return &o.Hops }},
	{"minWeight", Whole, nil, 1, math.MaxUint16, func(o *Options) any { return &o.MinWeight }},
	{"hubCap", Whole, nil, 1, math.MaxInt32, func(o *Options) any { return &o.HubCap }},

	{"restart", Number, nil, 0.01, 1, func(o *Options) any { return &o.SPRIG.Restart }},
	{"solver", Choice, []string{"push", "power"}, 0, 0, func(o *Options) any { return (*uint8)(&o.SPRIG.Solver) }},
	{"epsilon", Number, nil, 1e-7, 1, func(o *Options) any { return &o.SPRIG.Epsilon }},
	{"maxIter", Whole, nil, 1, 1000, func(o *Options) any { return &o.SPRIG.MaxIter }},
	{"seedPassages", Whole, nil, 1, 100, func(o *Options) any { return &o.SPRIG.SeedPassages }},
	{"weighting", Choice, []string{"rank", "raw", "softmax"}, 0, 0, func(o *Options) any { return (*uint8)(&o.SPRIG.Weighting) }},
	{"seedPenalty", Choice, []string{"root", "none", "full"}, 0, 0, func(o *Options) any { return (*uint8)(&o.SPRIG.SeedPenalty) }},
	{"mix", Choice, []string{"mass", "adaptive", "fixed"}, 0, 0, func(o *Options) any { return (*uint8)(&o.SPRIG.Mix) }},
	{"entityShare", Number, nil, 0.01, 1, func(o *Options) any { return &o.SPRIG.EntityShare }},
	{"fallback", Choice, []string{"top", "none", "uniform"}, 0, 0, func(o *Options) any { return (*uint8)(&o.SPRIG.Fallback) }},
	{"hubPenalty", Choice, []string{"root", "none", "full"}, 0, 0, func(o *Options) any { return (*uint8)(&o.SPRIG.HubPenalty) }},
	{"hubTopPercent", Number, nil, 0.001, 100, func(o *Options) any { return &o.SPRIG.HubTopPercent }},
	{"maxEdges", Whole, nil, 1, math.MaxInt32, func(o *Options) any { return &o.SPRIG.MaxEdges }},
	{"nodes", Choice, []string{"entities", "terms"}, 0, 0, func(o *Options) any { return (*uint8)(&o.SPRIG.Nodes) }},
	{"minDF", Whole, nil, 1, math.MaxInt32, func(o *Options) any { return &o.SPRIG.MinDF }},
	{"maxDFPercent", Number, nil, 0.001, 100, func(o *Options) any { return &o.SPRIG.MaxDFPercent }},
	{"fusion", Choice, []string{"none", "rrf", "minRank"}, 0, 0, func(o *Options) any { return (*uint8)(&o.SPRIG.Fusion) }},
	{"expandBy", Choice, []string{"terms", "entities"}, 0, 0, func(o *Options) any { return (*uint8)(&o.Expansion.By) }},
	{"expandPassages", Whole, nil, 1, 100, func(o *Options) any { return &o.Expansion.Passages }},
	{"expandTerms", Whole, nil, 1, 100, func(o *Options) any { return &o.Expansion.Terms }},
	{"queryWeight", Number, nil, 0.01, 1, func(o *Options) any { return &o.Expansion.Query }},
	{"timings", Switch, nil, 0, 0, func(o *Options) any { return &o.Timings }},
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
