package method

import (
	"mycel/engine/param"
	"mycel/engine/query"
)

// Parameters of every method.
var (
	paramK          = &param.Param{Name: "k", Least: 1, Most: MaxK, Default: 10, Meaning: param.Text("How many hits the list has.")}
	paramNoFill     = &param.Param{Name: "noFill", Kind: param.Switch, Meaning: param.Text("Show only the hits that the method itself finds, without those of keyword search before and behind them.")}
	paramNoCollapse = &param.Param{Name: "noCollapse", Kind: param.Switch, Meaning: param.Text("Show all passages that have nearly the same text, not just one of them.")}
	paramPrefix     = &param.Param{Name: "prefix", Kind: param.Choice, Words: []string{"unfinished", "always", "never"}, Meaning: param.Text("Complete the last word of the query: if it is unknown or short, always, or never.")}
	paramNoTypos    = &param.Param{Name: "noTypos", Kind: param.Switch, Meaning: param.Text("Search for unknown words as they are, and not for words with a similar spelling.")}
	paramTimings    = &param.Param{Name: "timings", Kind: param.Switch, Meaning: param.Text("Add the times of each step to the JSON of a result.")}
)

// Common lists the parameters of every method.
func Common() []*param.Param { return common[:len(common):len(common)] }

var common = []*param.Param{paramK, paramNoFill, paramNoCollapse, paramPrefix, paramNoTypos, paramTimings}

// Set sets a parameter: a common one in its field, any other in Params.
func (o *Options) Set(s param.Setting) {
	on := s.Value != 0
	switch s.Param {
	case paramK:
		o.K = int(s.Value)
	case paramNoFill:
		o.NoFill = on
	case paramNoCollapse:
		o.NoCollapse = on
	case paramPrefix:
		o.Read.Prefix = query.Completion(s.Value)
	case paramNoTypos:
		o.Read.NoTypos = on
	case paramTimings:
		o.Timings = on
	default:
		o.Params = append(o.Params, s)
	}
}

// Invalid returns the first parameter that is out of range; nil if all are in
// range.
func (o *Options) Invalid() *param.Param {
	if o.K != 0 && !paramK.To(float64(o.K)).Valid() {
		return paramK
	}
	for _, s := range o.Params {
		if !s.Valid() {
			return s.Param
		}
	}
	return nil
}

// Values returns all parameters that are set, by name, with their values.
func (o *Options) Values() map[string]any {
	values := map[string]any{}
	set := func(p *param.Param, v float64) {
		if v != 0 {
			values[p.Name] = p.To(v).Any()
		}
	}
	number := func(on bool) float64 {
		if on {
			return 1
		}
		return 0
	}
	set(paramK, float64(o.K))
	set(paramNoFill, number(o.NoFill))
	set(paramNoCollapse, number(o.NoCollapse))
	set(paramPrefix, float64(o.Read.Prefix))
	set(paramNoTypos, number(o.Read.NoTypos))
	set(paramTimings, number(o.Timings))
	for _, s := range o.Params {
		values[s.Param.Name] = s.Any()
	}
	return values
}
