package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"mycel/cmd/mycel/internal/usage"
)

// shownFlags are the flags of a build that help lists: those that people use.
var shownFlags = setOf("site docs jsonl output-path glob root-selector exclude-selectors strict language base-url url-style " +
	"chunk-tokens synonyms vectors with llm-writes embeddings llm-base-url llm-model dry-run " +
	"playground map llms-txt no-runtime single-file no-cache set config print-config json quiet help")

// quietFlags work on the command line without being listed: Pagefind's, so that its command
// lines keep working, those of output, and the flag that a warning names when it is needed.
var quietFlags = setOf("follow-links output-subdir force-language keep-index-url silent verbose logfile")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// hideSettings leaves flags out of help that are not shown.
func hideSettings(f *pflag.FlagSet) {
	f.VisitAll(func(flag *pflag.Flag) { flag.Hidden = !shownFlags[flag.Name] })
}

// fromCommandLine sets the settings of --set, and refuses flags that are settings only.
func (s *settingsFlags) fromCommandLine(f *pflag.FlagSet) error {
	var errs []error
	f.Visit(func(flag *pflag.Flag) {
		if flag.Hidden && !quietFlags[flag.Name] {
			errs = append(errs, usage.Errorf("--%s is a setting: write --set %s=VALUE, or %s: VALUE in the configuration file", flag.Name, flag.Name, flag.Name))
			return
		}
		s.source[flag.Name] = fromFlag
	})
	for _, text := range s.sets {
		name, value, _ := strings.Cut(text, "=")
		flag := f.Lookup(name)
		if flag == nil || ownFlags[name] {
			errs = append(errs, usage.Errorf("--set %s: there is no such setting%s", text, usage.DidYouMean(usage.Near(settingNames(f), name))))
			continue
		}
		if _, list := flag.Value.(pflag.SliceValue); list {
			errs = append(errs, s.set(f, name, strings.Split(value, ","), fromFlag))
			continue
		}
		if err := s.set(f, name, []string{value}, fromFlag); err != nil {
			errs = append(errs, usage.Wrap(fmt.Errorf("--set %s: %w", name, err)))
			continue
		}
		flag.Changed = false // f.Set counts the flag as given on the command line, if it is not so yet
		errs = append(errs, f.Set(name, value))
	}
	return errors.Join(errs...)
}

func settingNames(f *pflag.FlagSet) (names []string) {
	f.VisitAll(func(flag *pflag.Flag) {
		if !ownFlags[flag.Name] {
			names = append(names, flag.Name)
		}
	})
	return names
}
