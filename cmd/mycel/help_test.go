package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mycel/internal/must"
)

// Help of the commands that people use most fits on a screen: at most 35 flags, 100 columns.
func TestHelpIsShort(t *testing.T) {
	for _, command := range []string{"build", "query", "dev", "serve", "mcp", "eval", "inspect"} {
		got := mycelRun(t, command, "--help").want(t, exitDone)
		flags := 0
		for line := range strings.Lines(got.out) {
			line = strings.TrimRight(line, "\n")
			n := utf8.RuneCountInString(line)
			must.Be(t, n <= 100, "%s --help: %d columns: %s", command, n, line)
			if text := strings.TrimSpace(line); strings.HasPrefix(text, "--") || strings.HasPrefix(text, "-") && strings.Contains(text, ", --") {
				flags++
			}
		}
		must.Be(t, flags >= 3 && flags <= 35, "%s --help lists %d flags, want 35 at most", command, flags)
	}
}

// Without --print-config the server answers: help names no default.
func TestPrintConfigHasNoDefault(t *testing.T) {
	got := mycelRun(t, "mcp", "--help").want(t, exitDone)
	must.Contain(t, got.out, "print the configuration of a client, and exit\n")
}

// A setting that is not shown is set by --set and refused as a flag.
func TestSet(t *testing.T) {
	mycelRun(t, "build", "--docs", "x", "--output-path", "y", "--tree-group", "4").want(t, exitUsage, "--set tree-group=VALUE")
	mycelRun(t, "build", "--docs", "x", "--set", "tree-grop=4").want(t, exitUsage, "did you mean tree-group")
	mycelRun(t, "build", "--docs", "x", "--set", "tree-group=none").want(t, exitUsage, "--set tree-group: got \"none\"")
	got := mycelRun(t, "build", "--docs", "x", "--print-config", "--set", "tree-group=4", "--set", "budget-files=9", "--set", "no-tree=true").want(t, exitDone)
	must.Contain(t, got.out, `tree-group: "4"`, `budget-files: "9"`, "no-tree: true")
}

// A flag is in the help of its command, and a command has 35 at most: hidden ones do not exist.
func TestNoHiddenFlags(t *testing.T) {
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		n := 0
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			if n++; flag.Hidden || flag.Deprecated != "" {
				t.Errorf("%s --%s is hidden: make it a setting, or show it", cmd.Name(), flag.Name)
			}
		})
		must.Be(t, n <= 35, "%s has %d flags, want 35 at most", cmd.Name(), n)
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(newRootCommand(world()))
}
