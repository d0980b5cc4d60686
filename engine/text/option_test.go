package text

import (
	"strings"
	"testing"

	"mycel/internal/must"
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
		must.Equal(t, strings.Join(Options(heading), " "), want, "%q", heading)
	}
	for query, want := range map[string]string{"--quiet": "--quiet", " --quiet=3": "--quiet", "-q": "-q", "quiet": "", "--quiet level": "", "-": ""} {
		must.Equal(t, Option(query), want, "%q: option", query)
	}
}
