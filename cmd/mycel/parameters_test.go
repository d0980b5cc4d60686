package main

import (
	"strings"
	"testing"

	"mycel/engine/strategy"
)

// TestParameters checks that every parameter of the strategies is a flag that says
// what it does, and that nothing else is described.
func TestParameters(t *testing.T) {
	help := mycelRun(t, "query", "--help")
	for _, p := range strategy.Parameters() {
		if meaning[p.Name] == "" || !strings.Contains(help.out, " --"+flagName(p.Name)+" ") {
			t.Errorf("%s: not in the help of query, or without meaning", p.Name)
		}
	}
	if got, want := len(meaning), len(strategy.Parameters()); got != want {
		t.Errorf("got the meanings of %d parameters, want %d", got, want)
	}
	for name, want := range map[string]string{"k": "k", "hubCap": "hub-cap", "hubTopPercent": "hub-top-percent", "minDF": "min-df", "maxDFPercent": "max-df-percent", "maxDfRatio": "max-df-ratio"} {
		if got := flagName(name); got != want {
			t.Errorf("flag of %s: got %s, want %s", name, got, want)
		}
	}
}

// TestParameterValues checks what the flags accept.
func TestParameterValues(t *testing.T) {
	bundle := gardenBundle(t)
	for _, test := range []struct {
		flag, value string
		want        string // in the error; "" if the value is fine
	}{
		{"--restart", "0.3", ""},
		{"--restart", "0", "want a number from 0.01 to 1"},
		{"--restart", "much", "want a number"},
		{"--hops", "2.5", "want a whole number from 1 to 8"},
		{"--solver", "power", ""},
		{"--solver", "guess", "want one of push, power"},
	} {
		got := mycelRun(t, "query", "--bundle", bundle, "--mode", "graph", test.flag, test.value, "compost")
		if test.want == "" {
			got.want(t, exitDone)
		} else if got.want(t, exitUsage); !strings.Contains(got.err, test.want) {
			t.Errorf("%s %s: got %q, want %q", test.flag, test.value, got.err, test.want)
		}
	}
}
