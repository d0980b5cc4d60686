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
	Words       []string // of a Choice, the default first
	Least, Most float64  // of a number, besides 0, which asks for the default
	field       func(*Options) any
}

func whole(name string, least, most int, field func(*Options) *int) Parameter {
	return Parameter{Name: name, Kind: Whole, Least: float64(least), Most: float64(most), field: func(o *Options) any { return field(o) }}
}

func number(name string, least, most float64, field func(*Options) *float32) Parameter {
	return Parameter{Name: name, Kind: Number, Least: least, Most: most, field: func(o *Options) any { return field(o) }}
}

// choice is a parameter whose values are the positions of the words.
func choice(name string, field func(*Options) *uint8, words ...string) Parameter {
	return Parameter{Name: name, Kind: Choice, Words: words, Most: float64(len(words) - 1), field: func(o *Options) any { return field(o) }}
}

func toggle(name string, field func(*Options) *bool) Parameter {
	return Parameter{Name: name, Kind: Switch, field: func(o *Options) any { return field(o) }}
}

var parameters = []Parameter{
	whole("k", 1, MaxK, func(o *Options) *int { return &o.K }),
	toggle("noFill", func(o *Options) *bool { return &o.NoFill }),

	whole("hops", 1, MaxHops, func(o *Options) *int { return &o.Hops }),
	whole("minWeight", 1, math.MaxUint16, func(o *Options) *int { return &o.MinWeight }),
	whole("hubCap", 1, math.MaxInt32, func(o *Options) *int { return &o.HubCap }),
	number("maxDfRatio", 0.001, 1, func(o *Options) *float32 { return &o.E2Graph.MaxDFRatio }),
	choice("similarity", func(o *Options) *uint8 { return (*uint8)(&o.E2Graph.Similarity) }, "mixed", "words", "dense"),
	choice("compat", func(o *Options) *uint8 { return (*uint8)(&o.E2Graph.Compat) }, "paper", "code"),
	toggle("denseOnly", func(o *Options) *bool { return &o.E2Graph.DenseOnly }),
	toggle("noGraphFilter", func(o *Options) *bool { return &o.E2Graph.NoGraphFilter }),
	toggle("noEntityRank", func(o *Options) *bool { return &o.E2Graph.NoEntityRank }),
	toggle("noDense", func(o *Options) *bool { return &o.E2Graph.NoDense }),
	toggle("noOccurrence", func(o *Options) *bool { return &o.E2Graph.NoOccurrence }),
	toggle("noTree", func(o *Options) *bool { return &o.E2Graph.NoTree }),

	number("restart", 0.01, 1, func(o *Options) *float32 { return &o.SPRIG.Restart }),
	choice("solver", func(o *Options) *uint8 { return (*uint8)(&o.SPRIG.Solver) }, "push", "power"),
	number("epsilon", 1e-7, 1, func(o *Options) *float32 { return &o.SPRIG.Epsilon }),
	whole("maxIter", 1, 1000, func(o *Options) *int { return &o.SPRIG.MaxIter }),
	whole("seedPassages", 1, 100, func(o *Options) *int { return &o.SPRIG.SeedPassages }),
	choice("weighting", func(o *Options) *uint8 { return (*uint8)(&o.SPRIG.Weighting) }, "rank", "raw", "softmax"),
	choice("seedPenalty", func(o *Options) *uint8 { return (*uint8)(&o.SPRIG.SeedPenalty) }, "root", "none", "full"),
	choice("mix", func(o *Options) *uint8 { return (*uint8)(&o.SPRIG.Mix) }, "mass", "adaptive", "fixed"),
	number("entityShare", 0.01, 1, func(o *Options) *float32 { return &o.SPRIG.EntityShare }),
	choice("fallback", func(o *Options) *uint8 { return (*uint8)(&o.SPRIG.Fallback) }, "top", "none", "uniform"),
	choice("hubPenalty", func(o *Options) *uint8 { return (*uint8)(&o.SPRIG.HubPenalty) }, "root", "none", "full"),
	number("hubTopPercent", 0.001, 100, func(o *Options) *float32 { return &o.SPRIG.HubTopPercent }),
	whole("maxEdges", 1, math.MaxInt32, func(o *Options) *int { return &o.SPRIG.MaxEdges }),
	choice("fusion", func(o *Options) *uint8 { return (*uint8)(&o.SPRIG.Fusion) }, "none", "rrf", "minRank"),
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
		v = float64(*f)
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
