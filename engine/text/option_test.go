package text

import (
	"strings"
	"testing"
)

func TestOptions(t *testing.T) {
	for heading, want := range map[string]string{
		"-q, --quiet LEVEL":      "-q --quiet",
		"--watch[=[host:]port]":  "--watch",
		"--[no-]color":           "--no-color --color",
		"--depth=<n> | -d <n>":   "--depth -d",
		"--name <text>":          "--name",
		"-Xss<size>":             "-Xss",
		"The --quiet option":     "",
		"quiet(level)":           "",
		"- a list":               "",
		"--":                     "",
		"--env FILE / --environ": "--env --environ",
	} {
		if got := strings.Join(Options(heading), " "); got != want {
			t.Errorf("%q: got %q, want %q", heading, got, want)
		}
	}
	for query, want := range map[string]string{"--quiet": "--quiet", " --quiet=3": "--quiet", "-q": "-q", "quiet": "", "--quiet level": "", "-": ""} {
		if got := Option(query); got != want {
			t.Errorf("%q: got the option %q, want %q", query, got, want)
		}
	}
}
