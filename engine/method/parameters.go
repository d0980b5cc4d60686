package method

import (
	"mycel/engine/lexical"
	"mycel/engine/param"
)

// Parameters of every method.
var (
	paramK          = &param.Param{Name: "k", Least: 1, Most: MaxK, Default: 10, Meaning: param.Text("hits wanted")}
	paramNoFill     = &param.Param{Name: "noFill", Kind: param.Switch, Meaning: param.Text("leave out what keyword search adds before and behind what a method found")}
	paramNoCollapse = &param.Param{Name: "noCollapse", Kind: param.Switch, Meaning: param.Text("show every one of several passages with nearly the same text")}
	paramPrefix     = &param.Param{Name: "prefix", Kind: param.Choice, Words: []string{"unfinished", "always", "never"}, Meaning: param.Text("complete the last word: if it is unfinished (unknown or short), always or never")}
	paramNoTypos    = &param.Param{Name: "noTypos", Kind: param.Switch, Meaning: param.Text("do not read unknown words as misspellings of others")}
	paramTimings    = &param.Param{Name: "timings", Kind: param.Switch, Meaning: param.Text("measure where the time goes, shown in JSON")}
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
		o.Read.Prefix = lexical.Completion(s.Value)
	case paramNoTypos:
		o.Read.NoTypos = on
	case paramTimings:
		o.Timings = on
	default:
		o.Params = append(o.Params, s)
	}
}

// Invalid returns the first parameter that is out of range, nil if all are fine.
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

// Values returns all parameters that are set, by name: what a request asks for.
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
