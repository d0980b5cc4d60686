package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mycel/cmd/mycel/internal/usage"
)

// buildFlagNames are the settings of a build that are flags: those that people use. The others are set by --set, in
// the environment or in a file.
var buildFlagNames = setOf("site docs jsonl output-path output-subdir glob root-selector exclude-selectors strict language force-language " +
	"base-url url-style chunk-tokens synonyms names graph vectors with llm-writes embeddings llm-base-url llm-model dry-run " +
	"playground map llms-txt no-runtime single-file set config print-config json quiet")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// offer makes flags of the settings with these names.
func (s *settingsFlags) offer(f *pflag.FlagSet, names map[string]bool) {
	f.SortFlags = false
	s.all.VisitAll(func(flag *pflag.Flag) {
		if names[flag.Name] {
			f.AddFlag(flag)
		}
	})
}

// fromCommandLine notes the flags of the command line, and sets the settings of --set.
func (s *settingsFlags) fromCommandLine(f *pflag.FlagSet) error {
	f.Visit(func(flag *pflag.Flag) {
		if s.all.Lookup(flag.Name) == flag {
			s.source[flag.Name] = fromFlag
		}
	})
	var errs []error
	for _, text := range s.sets {
		name, value, _ := strings.Cut(text, "=")
		flag := s.all.Lookup(name)
		if flag == nil || ownFlags[name] {
			errs = append(errs, usage.Errorf("--set %s: there is no such setting%s", text, usage.DidYouMean(nearNames(s.all, name))))
			continue
		}
		values := []string{value}
		if _, list := flag.Value.(pflag.SliceValue); list {
			values = strings.Split(value, ",")
		}
		if err := s.set(name, values, fromFlag); err != nil {
			errs = append(errs, usage.Wrap(fmt.Errorf("--set %s: %w", name, err)))
		}
	}
	return errors.Join(errs...)
}

// given returns the first setting of the command line that begins so.
func (s *settingsFlags) given(prefix string) (name string) {
	s.all.VisitAll(func(flag *pflag.Flag) {
		if name == "" && strings.HasPrefix(flag.Name, prefix) && s.source[flag.Name] == fromFlag {
			name = flag.Name
		}
	})
	return name
}

// settingHint says that an unknown flag of a command is a setting; "" for any other flag.
func settingHint(cmd *cobra.Command, name string) string {
	if cmd.Flags().Lookup("set") == nil || newBuildFlags().settings.all.Lookup(name) == nil {
		return ""
	}
	return fmt.Sprintf(": it is a setting: write --set %s=VALUE, or %s: VALUE in the configuration file", name, name)
}
