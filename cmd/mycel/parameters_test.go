package main

import (
	"strings"
	"testing"

	"mycel/engine/method"
	"mycel/internal/must"
)

// TestMethods checks that every parameter of a method is told of, and that a wrong name
// gets the right one.
func TestMethods(t *testing.T) {
	all := mycelRun(t, "methods").want(t, exitDone)
	for _, m := range method.Registered() {
		must.Be(t, strings.Contains(all.out, m.Name+" "), "%s is not listed", m.Name)
		for _, name := range append([]string{m.Name}, m.Modes...) {
			got := mycelRun(t, "methods", name).want(t, exitDone)
			for _, p := range append(method.Common(), m.Params...) {
				if text := strings.Join(strings.Fields(got.out), " "); !strings.Contains(got.out, "  "+p.Name+": ") || !strings.Contains(text, p.Meaning) {
					t.Errorf("%s: %s is not described", name, p.Name)
				}
			}
		}
	}
	got := mycelRun(t, "methods", "bridg")
	if got.want(t, exitUsage); !strings.Contains(got.err, "bridge") {
		t.Errorf("got %q", got.err)
	}
}

// TestParameterValues checks what --param accepts.
func TestParameterValues(t *testing.T) {
	bundle := gardenBundle(t)
	for _, test := range []struct {
		set  string
		want string // in the error; "" if the value is fine
	}{
		{"restart=0.3", ""},
		{"restart=0", "want a number from 0.01 to 1"},
		{"hubCap=0", ""},
		{"restart=much", "want a number"},
		{"restart", "want NAME=VALUE"},
		{"hops=2.5", "want a whole number from 1 to 8"},
		{"similarity=words", ""},
		{"similarity=guess", "want one of mixed, words, dense"},
		{"noTypos=true", ""},
		{"noTypo=true", "noTypos"},
		{"solver=power", "there is no parameter"},
	} {
		got := mycelRun(t, "query", "--bundle", bundle, "--mode", "graph", "--param", test.set, "compost")
		if test.want == "" {
			got.want(t, exitDone)
		} else if got.want(t, exitUsage); !strings.Contains(got.err, test.want) {
			t.Errorf("%s: got %q, want %q", test.set, got.err, test.want)
		}
	}
}
