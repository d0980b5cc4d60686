package all_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mycel/engine/internal/testindex"
	"mycel/engine/method"
	_ "mycel/engine/method/all" // registers the methods
	"mycel/engine/method/bm25"
	"mycel/engine/method/dense"
	"mycel/engine/method/sprig"
	"mycel/engine/param"
	"mycel/internal/must"
)

// Parameters have names of their own, ranges with the default in them, and a meaning; what
// one is set to is what its value says.
func TestParameters(t *testing.T) {
	if got := (&method.Options{}).Values(); len(got) != 0 {
		t.Errorf("values of the defaults: %v", got)
	}
	list := method.Common()
	for _, m := range method.Registered() {
		list = append(list, m.Params...)
	}
	known := map[string]*param.Param{}
	for _, p := range list {
		if other := known[p.Name]; other != nil && other != p {
			t.Errorf("%s is declared twice", p.Name)
		}
		known[p.Name] = p
		described := p.Meaning != "" || runtime.GOOS == "js" // engines for browsers do without: see param.Text
		if !described || (p.Kind == param.Whole || p.Kind == param.Number) && !p.Parse(p.Initial()).Valid() || p.Kind == param.Choice && len(p.Words) < 2 || method.FindParameter(p.Name) != p {
			t.Errorf("%s: %+v", p.Name, p)
		}
		set := p.To(p.Most)
		switch p.Kind {
		case param.Choice:
			set = p.Word(p.Words[1])
		case param.Switch:
			set = p.On()
		}
		var o method.Options
		o.Set(set)
		got := o.Values()
		if len(got) != 1 || got[p.Name] != set.Any() || o.Invalid() != nil {
			t.Errorf("%s: set to %v, got %v, invalid %v", p.Name, set.Any(), got, o.Invalid())
		}
	}
	for _, o := range []method.Options{{K: 101}, {K: -1}, {Params: param.Settings{method.FindParameter("restart").To(1.5)}}, {Params: param.Settings{method.FindParameter("similarity").To(9)}}} {
		must.Be(t, o.Invalid() != nil, "%+v is not refused", o)
	}
}

// Time is measured where it is asked for and there is a clock, and split where the
// walk begins.
func TestTimings(t *testing.T) {
	x, _ := testindex.WithVectors(t, testindex.Random(t, rand.New(rand.NewPCG(1, 2)), 30))
	s := method.NewSearcher(x)
	asked := method.Options{Timings: true}
	if out, _ := s.Run(sprig.ModeGraph, testindex.Request(x, "a b", asked)); out.Timings != nil {
		t.Error("timings without a clock")
	}
	now := int64(0)
	s.Clock = func() int64 { now++; return now }
	for _, mode := range append(slices.Clone(sprig.Method.Modes), bm25.Mode, dense.Mode) {
		plain, _ := s.Run(mode, testindex.Request(x, "a b c d", method.Options{}))
		timed, _ := s.Run(mode, testindex.Request(x, "a b c d", asked))
		if plain.Timings != nil || testindex.Nodes(plain) != testindex.Nodes(timed) {
			t.Errorf("%s: %+v %s, timed %s", mode, plain.Timings, testindex.Nodes(plain), testindex.Nodes(timed))
		}
		walks := strings.HasPrefix(mode, "graph")
		if got := timed.Timings; got == nil || got.Seeding < 1 || (got.Walking > 0) != walks {
			t.Errorf("%s: got %+v", mode, timed.Timings)
		}
	}
}
