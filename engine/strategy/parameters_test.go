package strategy

import (
	"fmt"
	"runtime"
	"testing"

	"mycel/engine/param"
)

// Parameters have names of their own, ranges with the default in them, and a meaning; what
// one is set to is what its value says.
func TestParameters(t *testing.T) {
	if got := (&Options{}).Values(); len(got) != 0 {
		t.Errorf("values of the defaults: %v", got)
	}
	list := Common()
	for _, m := range Methods() {
		list = append(list, m.Params...)
		list = append(list, m.Switches...)
	}
	known := map[string]*param.Param{}
	for _, p := range list {
		if other := known[p.Name]; other != nil && other != p {
			t.Errorf("%s is declared twice", p.Name)
		}
		known[p.Name] = p
		described := p.Meaning != "" || runtime.GOOS == "js" // engines for browsers do without: see param.Text
		if !described || p.Default != 0 && !p.To(p.Default).Valid() || p.Kind == param.Choice && len(p.Words) < 2 || FindSwitch(p.Name) != p {
			t.Errorf("%s: %+v", p.Name, p)
		}
		set := p.To(p.Most)
		switch p.Kind {
		case param.Choice:
			set = p.Word(p.Words[1])
		case param.Switch:
			set = p.On()
		}
		var o Options
		o.Set(set)
		got := o.Values()
		if len(got) != 1 || got[p.Name] != set.Any() || o.Invalid() != nil {
			t.Errorf("%s: set to %v, got %v, invalid %v", p.Name, set.Any(), got, o.Invalid())
		}
	}
	for _, o := range []Options{{K: 101}, {K: -1}, {Params: param.Settings{paramRestart.To(1.5)}}, {Params: param.Settings{paramSolver.To(9)}}} {
		if o.Invalid() == nil {
			t.Errorf("%+v is not refused", o)
		}
	}
}

// Every parameter reaches the field that it is for: no two leave the options alike.
func TestParametersAreRead(t *testing.T) {
	read := func(s ...param.Setting) Options {
		o := Options{Params: s}
		o.readE2Graph(o.Params)
		o.SPRIG.read(o.Params)
		o.Params = nil
		return o
	}
	defaults := read()
	for _, m := range Methods() {
		for _, p := range append(m.Params, m.Switches...) {
			set := p.To(p.Least)
			switch {
			case p.Kind == param.Choice:
				set = p.Word(p.Words[1])
			case p.Kind == param.Switch:
				set = p.On()
			case p.Least == p.Default:
				set = p.To(p.Most)
			}
			if got := read(set); p != paramWithout && optionsText(got) == optionsText(defaults) {
				t.Errorf("%s = %v changes nothing", p.Name, set.Any())
			}
		}
	}
}

func optionsText(o Options) string { return fmt.Sprintf("%+v", o) }
