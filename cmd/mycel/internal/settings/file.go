// Package settings reads configuration files.
package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"gopkg.in/yaml.v3"

	"mycel/builder/ingest/document"
	"mycel/cmd/mycel/internal/usage"
	"mycel/files"
)

// File is what a configuration file says.
type File struct {
	Entries []Entry // by key
	Pages   []document.PageRule
}

// Entry is one setting of a file.
type Entry struct {
	Key    string // as it is written
	Flag   string // name of the flag
	Values []string
}

// Read reads a configuration file in the notation that its name says.
func Read(name string) (*File, error) {
	raw, err := files.Read(name, files.Most)
	if err != nil {
		return nil, err
	}
	values := map[string]any{}
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".yml", ".yaml":
		err = DecodeYAML(raw, &values)
	case ".toml":
		err = toml.Unmarshal(raw, &values)
	case ".json":
		err = DecodeJSON(raw, &values)
	default:
		err = fmt.Errorf("got a file name that ends in %q, want .yml, .yaml, .toml or .json", ext)
	}
	if err != nil {
		return nil, err
	}
	return sorted(values)
}

// DecodeYAML keeps scalars as they are written: a version 1.10 is not 1.1.
func DecodeYAML(raw []byte, values *map[string]any) error {
	var doc yaml.Node
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		return err
	}
	if len(doc.Content) == 0 {
		return nil // an empty file
	}
	top, ok := yamlText(doc.Content[0]).(map[string]any)
	if !ok {
		return errors.New("want keys and values at the top")
	}
	*values = top
	return nil
}

func yamlText(n *yaml.Node) any {
	switch n.Kind {
	case yaml.AliasNode:
		if n.Alias.Kind == yaml.ScalarNode {
			return n.Alias.Value
		}
	case yaml.ScalarNode:
		if n.Tag != "!!null" {
			return n.Value
		}
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, item := range n.Content {
			list[i] = yamlText(item)
		}
		return list
	case yaml.MappingNode:
		values := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			values[n.Content[i].Value] = yamlText(n.Content[i+1])
		}
		return values
	}
	return nil
}

func DecodeJSON(raw []byte, values *map[string]any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(values); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON value")
	}
	return nil
}

// Flag is the flag of a key.
func Flag(key string) string { return strings.ReplaceAll(key, "_", "-") }

// sorted makes settings of decoded values. Nulls are left out.
func sorted(values map[string]any) (*File, error) {
	f := &File{}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		var err error
		switch value := values[key]; key {
		case "pages":
			f.Pages, err = pageRules(value)
		case "budgets":
			err = f.addBudgets(value)
		default:
			err = f.add(key, Flag(key), value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	return f, nil
}

func (f *File) add(key, flag string, value any) error {
	if value == nil {
		return nil
	}
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	entry := Entry{Key: key, Flag: flag, Values: []string{}}
	for _, item := range list {
		text, ok := scalar(item)
		if !ok {
			return errors.New("want a value or a list of values")
		}
		entry.Values = append(entry.Values, text)
	}
	f.Entries = append(f.Entries, entry)
	return nil
}

// addBudgets reads the limits, which are flags with a longer name.
func (f *File) addBudgets(value any) error {
	limits, ok := value.(map[string]any)
	if !ok {
		return errors.New("want first_query, bundle or files with a limit each")
	}
	for _, key := range slices.Sorted(maps.Keys(limits)) {
		if err := f.add("budgets."+key, "budget-"+Flag(key), limits[key]); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

// scalar returns the text of a scalar.
func scalar(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case bool, int64:
		return fmt.Sprint(v), true
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), true
	}
	return "", false
}

// pageKeys are the keys of a rule for pages. Weight is boost by another name.
var pageKeys = []string{"boost", "exclude", "glob", "weight"}

// pageRules reads the rules for pages.
func pageRules(value any) ([]document.PageRule, error) {
	list, ok := value.([]any)
	if !ok {
		return nil, errors.New("want a list of rules, each with a glob")
	}
	var rules []document.PageRule
	for i, item := range list {
		fields, ok := item.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("rule %d: want keys and values, got %v", i+1, item)
		}
		rule, err := pageRule(fields)
		if err != nil {
			return nil, fmt.Errorf("rule %d: %w", i+1, err)
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

func pageRule(fields map[string]any) (rule document.PageRule, err error) {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		text, ok := scalar(fields[key])
		if !ok {
			return rule, fmt.Errorf("%s: want one value", key)
		}
		switch key {
		case "glob":
			rule.Glob = text
		case "exclude":
			if rule.Exclude, err = strconv.ParseBool(text); err != nil {
				return rule, fmt.Errorf("exclude: got %q, want true or false", text)
			}
		case "boost", "weight":
			factor, err := strconv.ParseFloat(text, 64)
			if err != nil || !(factor > 0 && factor <= document.MaxBoost) {
				return rule, fmt.Errorf("%s: got %q, want a number above 0, at most %d", key, text, document.MaxBoost)
			}
			if rule.Boost == 0 {
				rule.Boost = 1
			}
			rule.Boost *= factor
		default:
			return rule, fmt.Errorf("unknown key %q%s", key, usage.DidYouMean(usage.Near(pageKeys, key)))
		}
	}
	return rule, nil
}

// PageEntries writes rules as they are read.
func PageEntries(rules []document.PageRule) []map[string]any {
	var out []map[string]any
	for _, rule := range rules {
		entry := map[string]any{"glob": rule.Glob}
		if rule.Exclude {
			entry["exclude"] = true
		}
		if rule.Boost > 0 {
			entry["boost"] = rule.Boost
		}
		out = append(out, entry)
	}
	return out
}
