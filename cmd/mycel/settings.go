package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"gopkg.in/yaml.v3"

	"mycel/builder/ingest/document"
	"mycel/cmd/mycel/internal/settings"
	"mycel/cmd/mycel/internal/usage"
	"mycel/files"
	"mycel/manifest"
)

// Settings that people use are flags; --set gives all others. A setting that is not on the command
// line is read from the environment, chunk-tokens from MYCEL_CHUNK_TOKENS. Then it is read from a
// configuration file, from chunk-tokens or chunk_tokens.

// settingsFlags holds all settings of a build and the source of each.
type settingsFlags struct {
	all   *pflag.FlagSet
	file  string
	print bool
	sets  []string // NAME=VALUE

	source map[string]string // source of each setting that is set
}

func (s *settingsFlags) register(f *pflag.FlagSet) {
	f.StringArrayVar(&s.sets, "set", nil, "`NAME=VALUE` of any other setting, see --print-config; may be repeated")
	f.StringVar(&s.file, "config", "", "configuration `FILE` (default mycel.yml, .yaml, .toml or .json in the working directory)")
	f.BoolVar(&s.print, "print-config", false, "print all settings and where they come from, and do nothing else")
}

// ownFlags are flags that are no settings: they apply to this run only.
var ownFlags = map[string]bool{"config": true, "print-config": true, "help": true, "set": true}

// Sources of settings.
const (
	fromFlag        = "command line"
	fromEnvironment = "environment"
)

// load sets the settings that the command line does not set. It returns the rules for pages, which
// only a file can give.
func (s *settingsFlags) load(p *program, f *pflag.FlagSet) ([]document.PageRule, error) {
	s.source = map[string]string{}
	if err := s.fromCommandLine(f); err != nil {
		return nil, err
	}
	var errs []error
	s.all.VisitAll(func(flag *pflag.Flag) {
		name := environmentName(flag.Name)
		value := p.env(name)
		if value == "" || ownFlags[flag.Name] || s.source[flag.Name] != "" {
			return
		}
		values := []string{value}
		if _, list := flag.Value.(pflag.SliceValue); list {
			values = strings.Split(value, ",")
		}
		if err := s.set(flag.Name, values, fromEnvironment); err != nil {
			errs = append(errs, usage.Errorf("%s: %w", name, err))
		}
	})
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return s.loadFile(p)
}

// environmentName returns the environment variable of a setting.
func environmentName(flag string) string {
	return "MYCEL_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// set gives a setting a value, or a list its values.
func (s *settingsFlags) set(name string, values []string, source string) error {
	flag := s.all.Lookup(name)
	if list, ok := flag.Value.(pflag.SliceValue); ok {
		if err := list.Replace(values); err != nil { // an empty list replaces the default
			return err
		}
		values = nil
	}
	for _, value := range values {
		if err := flag.Value.Set(value); err != nil {
			return fmt.Errorf("got %q: %w", value, err)
		}
	}
	s.source[name] = source
	return nil
}

// configNames are the names of configuration files.
var configNames = []string{"mycel.yml", "mycel.yaml", "mycel.toml", "mycel.json"}

// isManifest reports whether a file is the manifest of a bundle. mycel.json is also a name of
// configuration files, so the command could read the manifest as one.
func isManifest(name string) bool {
	if name != manifest.Name {
		return false
	}
	b, err := files.Read(name, files.Most)
	var m manifest.Manifest // no setting is named format
	return err == nil && json.Unmarshal(b, &m) == nil && m.Format > 0
}

// findFile returns the path of the configuration file to read; "" without one.
func (s *settingsFlags) findFile(p *program) (string, error) {
	if named := cmp.Or(s.file, p.env("MYCEL_CONFIG")); named != "" {
		return named, nil
	}
	found := ""
	for _, name := range configNames {
		if _, err := os.Stat(name); err != nil || isManifest(name) {
			continue
		}
		if found != "" {
			return "", usage.Errorf("there are %s and %s: keep one of them, or choose with --config", found, name)
		}
		found = name
	}
	return found, nil
}

func (s *settingsFlags) loadFile(p *program) ([]document.PageRule, error) {
	name, err := s.findFile(p)
	if err != nil || name == "" {
		return nil, err
	}
	file, err := settings.Read(name)
	if err != nil {
		return nil, usage.Errorf("%s: %w", name, err)
	}
	for _, entry := range file.Entries {
		flag := s.all.Lookup(entry.Flag)
		if flag == nil || ownFlags[entry.Flag] {
			return nil, usage.Errorf("%s: unknown key %q%s", name, entry.Key, usage.DidYouMean(nearSettings(s.all, entry.Key)))
		}
		if s.source[entry.Flag] != "" {
			continue
		}
		if _, list := flag.Value.(pflag.SliceValue); !list && len(entry.Values) != 1 {
			return nil, usage.Errorf("%s: %s: want one value, got a list of %d", name, entry.Key, len(entry.Values))
		}
		if err := s.set(entry.Flag, entry.Values, name); err != nil {
			return nil, usage.Errorf("%s: %s: %w", name, entry.Key, err)
		}
	}
	return file.Pages, nil
}

// nearSettings lists the settings whose names resemble an unknown key.
func nearSettings(f *pflag.FlagSet, key string) []string {
	name := settings.Flag(key)
	near := nearNames(f, name)
	for _, own := range []string{"pages", "budgets"} {
		if usage.IsNear(name, own) {
			near = append(near, own)
		}
	}
	return near
}

// write prints the settings as a configuration file.
func (s *settingsFlags) write(w io.Writer, rules []document.PageRule) error {
	doc := &yaml.Node{Kind: yaml.MappingNode}
	add := func(key string, value any, comment string) error {
		node := &yaml.Node{}
		if err := node.Encode(value); err != nil {
			return err
		}
		name := &yaml.Node{Kind: yaml.ScalarNode, Value: key}
		if node.Kind == yaml.ScalarNode || len(node.Content) == 0 {
			node.LineComment = comment
		} else {
			name.LineComment = comment
		}
		doc.Content = append(doc.Content, name, node)
		return nil
	}
	var errs []error
	s.all.VisitAll(func(flag *pflag.Flag) {
		if value := settingValue(flag, s.source[flag.Name] != ""); value != nil && !ownFlags[flag.Name] {
			errs = append(errs, add(flag.Name, value, cmp.Or(s.source[flag.Name], "default")))
		}
	})
	if len(rules) > 0 {
		errs = append(errs, add("pages", rules, ""))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	enc := yaml.NewEncoder(w)
	enc.SetIndent(2)
	if err := enc.Encode(doc); err != nil {
		return err
	}
	return enc.Close()
}

// settingValue returns the value of a flag for a configuration file, nil to leave it out.
// An empty list is left out unless it was set.
func settingValue(flag *pflag.Flag, set bool) any {
	if list, ok := flag.Value.(pflag.SliceValue); ok {
		if values := list.GetSlice(); set || len(values) > 0 {
			return values
		}
		return nil
	}
	switch text := flag.Value.String(); {
	case text == "":
		return nil
	case flag.Value.Type() == "bool":
		return text == "true"
	default:
		return text
	}
}

// buildFlagNames are the settings that are flags of mycel build. Other settings can be set by --set, in the
// environment or in a file.
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

// offer makes the settings in names flags of a command.
func (s *settingsFlags) offer(f *pflag.FlagSet, names map[string]bool) {
	f.SortFlags = false
	s.all.VisitAll(func(flag *pflag.Flag) {
		if names[flag.Name] {
			f.AddFlag(flag)
		}
	})
}

// fromCommandLine records which settings the command line sets, and sets those of --set.
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

// given returns the first setting of the command line that begins with prefix, "" for none.
func (s *settingsFlags) given(prefix string) (name string) {
	s.all.VisitAll(func(flag *pflag.Flag) {
		if name == "" && strings.HasPrefix(flag.Name, prefix) && s.source[flag.Name] == fromFlag {
			name = flag.Name
		}
	})
	return name
}

// settingHint returns a hint to use --set if an unknown flag is the name of a setting; otherwise "".
func settingHint(cmd *cobra.Command, name string) string {
	if cmd.Flags().Lookup("set") == nil || newBuildFlags().settings.all.Lookup(name) == nil {
		return ""
	}
	return fmt.Sprintf(": it is a setting: write --set %s=VALUE, or %s: VALUE in the configuration file", name, name)
}
