package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mycel/cmd/mycel/internal/usage"
	"mycel/engine/method"
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

// A flag shows its value, and no default without a value. It refuses values beyond its limits.
func TestValuesOfFlags(t *testing.T) {
	var n int
	var f float32
	for _, flag := range []interface{ String() string }{usage.Value[int]{}, number(&n, 1, 9), usage.Value[float32]{}, usage.Share(&f)} {
		must.Equal(t, flag.String(), "", "%T shows", flag)
	}
	for text, want := range map[string]string{"2": "2", "9": "9", "1": "", "10": "", "x": "", "": ""} {
		n = 0
		if err := number(&n, 2, 9).Set(text); (err == nil) != (want != "") || number(&n, 2, 9).String() != want {
			t.Errorf("number %q: %d, %v", text, n, err)
		}
	}
	for text, want := range map[string]string{"1": "1", "0.25": "0.25", "0": "", "1.1": "error", "-0.1": "error", "NaN": "error"} {
		f = 0
		if err := usage.Share(&f).Set(text); (err == nil) != (want != "error") || err == nil && usage.Share(&f).String() != want {
			t.Errorf("share %q: %v, %v", text, f, err)
		}
	}
	var word string
	c := choice(&word, "left", "right")
	if c.String() != "left" || c.Set("up") == nil || c.Set("right") != nil || c.String() != "right" || c.Type() != "left|right" {
		t.Errorf("choice %q of type %q", c.String(), c.Type())
	}
}

// A command line of a document, in a listing or in inline code.
var printedCommand = regexp.MustCompile("(?:`|(?m:^|^\\$ ))(?:npx (?:-y )?|bin/)?mycel ([^`\n#]*)")

// Documents print commands, flags and settings that there are, and every setting of a build is in one of them.
func TestDocumentedCommands(t *testing.T) {
	names := must.Get(filepath.Glob("../../docs/*.md"))(t)
	root, settings := newRootCommand(world()), newBuildFlags().settings.all
	all, printed := "", 0
	for _, name := range append(names, "../../README.md", "../../js/README.md") {
		text := readFile(t, name)
		all += string(text)
		for _, m := range printedCommand.FindAllStringSubmatch(strings.ReplaceAll(string(text), "\\\n", " "), -1) {
			words := strings.Fields(m[1])
			if len(words) == 0 || words[0] == "COMMAND" {
				continue
			}
			if strings.HasPrefix(words[0], "--") {
				words = append([]string{"build"}, words...)
			}
			command, _, err := root.Find(words[:1])
			if err != nil || command == root {
				t.Errorf("%s: mycel %s: there is no such command", name, words[0])
				continue
			}
			printed++
			for i, word := range words {
				flag, _, _ := strings.Cut(strings.Trim(word, "[]|,"), "=")
				if long, ok := strings.CutPrefix(flag, "--"); ok && command.Flags().Lookup(long) == nil && long != "help" {
					t.Errorf("%s: mycel %s has no %s", name, words[0], flag)
				}
				if setting, _, ok := strings.Cut(word, "="); ok && i > 0 && words[i-1] == "--set" && settings.Lookup(setting) == nil {
					t.Errorf("%s: there is no setting %s", name, setting)
				}
			}
		}
	}
	must.Be(t, printed >= 60, "found %d commands, which tests nothing", printed)
	settings.VisitAll(func(flag *pflag.Flag) {
		if !regexp.MustCompile("`(?:--)?"+flag.Name+"\\b").MatchString(all) && !strings.Contains(all, "--"+flag.Name) {
			t.Errorf("no document has the setting %s", flag.Name)
		}
	})
}

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
