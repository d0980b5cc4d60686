package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"mycel/internal/must"
)

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
