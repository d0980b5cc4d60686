// Package settings reads configuration files.
package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"gopkg.in/yaml.v3"

	"mycel/builder/ingest/document"
	"mycel/cmd/mycel/internal/usage"
	"mycel/files"
)

// File holds the contents of a configuration file.
type File struct {
	Entries []Entry
	Pages   []document.PageRule
}

// Entry is one setting of a file.
type Entry struct {
	Key    string // as written in the file
	Flag   string // name of the flag
	Values []string
}

// Read reads a configuration file. The extension of its name gives the format.
func Read(name string) (*File, error) {
	raw, err := files.Read(name, files.Most)
	if err != nil {
		return nil, err
	}
	top, err := Decode(name, raw)
	if err == nil {
		err = top.Decode(new(map[string]any)) // this refuses repeated keys
	}
	if err != nil {
		return nil, err
	}
	f := &File{}
	for key, value := range Pairs(top) {
		switch key {
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

// Decode returns the top mapping of a file. The extension of its name gives the format. Scalars of YAML keep their
// spelling: version 1.10 does not become 1.1.
func Decode(name string, raw []byte) (*yaml.Node, error) {
	var doc yaml.Node
	var values map[string]any
	var err error
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".yml", ".yaml":
		err = yaml.Unmarshal(raw, &doc)
	case ".toml":
		err = toml.Unmarshal(raw, &values)
	case ".json":
		err = decodeJSON(raw, &values)
	default:
		err = fmt.Errorf("got a file name that ends in %q, want .yml, .yaml, .toml or .json", ext)
	}
	if err == nil && doc.IsZero() { // an empty file, or TOML or JSON
		err = doc.Encode(values)
	}
	if err != nil {
		return nil, err
	}
	top := &doc
	if top.Kind == yaml.DocumentNode {
		top = top.Content[0]
	}
	if top.Kind != yaml.MappingNode {
		return nil, errors.New("want keys and values at the top")
	}
	return top, nil
}

func decodeJSON(raw []byte, values *map[string]any) error {
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

// Pairs iterates over the keys and values of a mapping. Other nodes have none.
func Pairs(n *yaml.Node) iter.Seq2[string, *yaml.Node] {
	return func(yield func(string, *yaml.Node) bool) {
		for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i].Value, meant(n.Content[i+1])) {
				return
			}
		}
	}
}

// meant resolves an alias to its node, and returns other nodes as they are.
func meant(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// Flag returns the name of the flag for a key.
func Flag(key string) string { return strings.ReplaceAll(key, "_", "-") }

// add adds a setting, unless its value is null.
func (f *File) add(key, flag string, value *yaml.Node) error {
	if isNull(value) {
		return nil
	}
	list := []*yaml.Node{value}
	if value.Kind == yaml.SequenceNode {
		list = value.Content
	}
	entry := Entry{Key: key, Flag: flag, Values: []string{}}
	for _, item := range list {
		if item = meant(item); item.Kind != yaml.ScalarNode || isNull(item) {
			return errors.New("want a value or a list of values")
		}
		entry.Values = append(entry.Values, item.Value)
	}
	f.Entries = append(f.Entries, entry)
	return nil
}

// addBudgets adds the limits in a mapping. The flag of key files is budget-files.
func (f *File) addBudgets(value *yaml.Node) error {
	if value.Kind != yaml.MappingNode {
		return errors.New("want first_query, bundle or files with a limit each")
	}
	for key, limit := range Pairs(value) {
		if err := f.add("budgets."+key, "budget-"+Flag(key), limit); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

// pageKeys are the keys of a rule for pages. weight is another name for boost.
var pageKeys = []string{"boost", "exclude", "glob", "weight"}

// pageRules reads the rules for pages.
func pageRules(list *yaml.Node) (rules []document.PageRule, err error) {
	if list.Kind != yaml.SequenceNode {
		return nil, errors.New("want a list of rules, each with a glob")
	}
	for i, item := range list.Content {
		if item = meant(item); item.Kind != yaml.MappingNode {
			return nil, fmt.Errorf("rule %d: want keys and values, got %s", i+1, item.Value)
		}
		rule, err := pageRule(item)
		if err != nil {
			return nil, fmt.Errorf("rule %d: %w", i+1, err)
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

func pageRule(fields *yaml.Node) (rule document.PageRule, err error) {
	for key, value := range Pairs(fields) {
		text := value.Value
		if value.Kind != yaml.ScalarNode || isNull(value) {
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
