package main

import (
	"bytes"
	"strings"
	"testing"

	"mycel/internal/must"
)

// TestProgress checks where a build shows its progress, and how.
func TestProgress(t *testing.T) {
	// Both phases are shown, and at the end the line is clear.
	bar := func(s string) bool {
		return strings.Contains(s, "reading     0% |") && strings.Contains(s, "indexing") && strings.HasSuffix(s, "\x1b[2K\r")
	}
	lines := func(s string) bool { return s == "mycel: reading\nmycel: indexing\n" }
	nothing := func(s string) bool { return s == "" }
	for _, test := range []struct {
		name     string
		terminal bool
		quiet    bool
		env      []string
		want     func(string) bool
	}{
		{name: "terminal", terminal: true, want: bar},
		{name: "pipe", want: nothing},
		{name: "quiet", terminal: true, quiet: true, want: nothing},
		{name: "CI on a terminal", terminal: true, env: []string{"CI=true"}, want: lines},
		{name: "CI", env: []string{"CI=1"}, want: lines},
		{name: "CI, quiet", quiet: true, env: []string{"CI=1"}, want: nothing},
		{name: "not CI", terminal: true, env: []string{"CI=false"}, want: bar},
		{name: "no colour", terminal: true, env: []string{"NO_COLOR=1"}, want: nothing},
		{name: "dumb terminal", terminal: true, env: []string{"TERM=dumb"}, want: nothing},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			p := world()
			p.err = &out
			p.env = environment(test.env...)
			p.terminal = func(any) (int, bool) { return 80, test.terminal }
			b := p.newProgress(test.quiet)
			b.report("reading", 0, 0)
			b.report("reading", 1, 2)
			b.report("reading", 2, 2)
			b.report("indexing", 0, 0)
			b.finish()
			b.finish()
			must.Be(t, test.want(out.String()), "got %q", out.String())
		})
	}
}
