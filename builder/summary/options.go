package summary

import "fmt"

// Options of summaries. The zero value of a field means its default.
type Options struct {
	Group       int     // children of a summary node, at least 2; default 5
	MaxTokens   int     // longest summary, in tokens; default 1000
	Ratio       float64 // longest summary as a share of its input's tokens, up to 1; default 0.25
	Lambda      float64 // weight of relevance against novelty, up to 1; default 0.7
	MaxCosine   float64 // sentences more similar to a chosen one are skipped; default 0.85
	LeadBonus   float64 // added to the relevance, 0..1, of the first sentence of a child; default 0.1
	MinSentence int     // shortest sentence to choose, in tokens; default 5
	MaxSentence int     // longest sentence to choose, in tokens; default 80
}

func (o Options) withDefaults() Options {
	return Options{
		Group:       orDefault(o.Group, 5),
		MaxTokens:   orDefault(o.MaxTokens, 1000),
		Ratio:       orDefault(o.Ratio, 0.25),
		Lambda:      orDefault(o.Lambda, 0.7),
		MaxCosine:   orDefault(o.MaxCosine, 0.85),
		LeadBonus:   orDefault(o.LeadBonus, 0.1),
		MinSentence: orDefault(o.MinSentence, 5),
		MaxSentence: orDefault(o.MaxSentence, 80),
	}
}

func orDefault[T int | float64](x, byDefault T) T {
	if x == 0 {
		return byDefault
	}
	return x
}

// Validate returns an error that names an option out of its range, or nil.
func (o Options) Validate() error {
	o = o.withDefaults()
	for _, f := range []struct {
		name     string
		got      float64
		min, max float64
	}{
		{"group", float64(o.Group), 2, 1 << 20},
		{"summary tokens", float64(o.MaxTokens), 1, 1 << 20},
		{"summary ratio", o.Ratio, 0, 1},
		{"lambda", o.Lambda, 0, 1},
		{"cosine cap", o.MaxCosine, 0, 1},
		{"lead bonus", o.LeadBonus, 0, 1},
		{"shortest sentence", float64(o.MinSentence), 1, float64(o.MaxSentence)},
	} {
		if !(f.min <= f.got && f.got <= f.max) {
			return fmt.Errorf("summaries: %s: got %g, want %g to %g", f.name, f.got, f.min, f.max)
		}
	}
	return nil
}

// Budget returns the length of the longest summary of an input, both in tokens. It is at least 1
// if there is an input, so that no summary is empty.
func (o Options) Budget(tokens int) int {
	if tokens <= 0 {
		return 0
	}
	o = o.withDefaults()
	return max(1, min(o.MaxTokens, int(o.Ratio*float64(tokens))))
}
