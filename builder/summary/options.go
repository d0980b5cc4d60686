package summary

import (
	"cmp"
	"fmt"
)

// Options of summaries. The zero value of a field means its default.
type Options struct {
	Group     int     // children of a summary node, at least 2; default 5
	MaxTokens int     // longest summary, in tokens; default 1000
	Lambda    float64 // weight of relevance against novelty, up to 1; default 0.7
	LeadBonus float64 // added to the relevance, 0..1, of the first sentence of a child; default 0.1
}

const (
	ratio       = 0.25 // longest summary as a share of its input's tokens
	maxCosine   = 0.85 // sentences more similar to a chosen one are skipped
	minSentence = 5    // shortest sentence to choose, in tokens
	maxSentence = 80   // longest sentence to choose, in tokens
)

func (o Options) withDefaults() Options {
	return Options{cmp.Or(o.Group, 5), cmp.Or(o.MaxTokens, 1000), cmp.Or(o.Lambda, 0.7), cmp.Or(o.LeadBonus, 0.1)}
}

// Validate returns an error that names an option out of its range, or nil.
func (o Options) Validate() error {
	o = o.withDefaults()
	for _, f := range []struct {
		name          string
		got, min, max float64
	}{
		{"group", float64(o.Group), 2, 1 << 20},
		{"summary tokens", float64(o.MaxTokens), 1, 1 << 20},
		{"lambda", o.Lambda, 0, 1},
		{"lead bonus", o.LeadBonus, 0, 1},
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
	return max(1, min(o.withDefaults().MaxTokens, int(ratio*float64(tokens))))
}
