package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
	"mycel/engine/facet"
)

// facetFlags select documents and sort them.
type facetFlags struct {
	filters []string
	sort    string
}

func (f *facetFlags) register(set *pflag.FlagSet) {
	set.StringArrayVar(&f.filters, "filter", nil, "`KEY=VALUE` that documents must have, or KEY!=VALUE that they must not; of one key any value will do")
	set.StringVar(&f.sort, "sort", "", "`KEY` to order hits by in place of relevance; KEY:desc turns the order round")
}

// apply sets the options of a search. For a key that the bundle lacks, its error suggests a similar key.
func (f *facetFlags) apply(o *engine.Options, e *engine.Engine) error {
	c, err := condition(f.filters)
	if err != nil {
		return usage.Wrap(err)
	}
	var keys []string
	for _, v := range e.Filters() {
		if len(keys) == 0 || keys[len(keys)-1] != v.Key {
			keys = append(keys, v.Key)
		}
	}
	if c != nil {
		for _, part := range c.Parts {
			if err := checkKey("filter", part.Parts[0].Key, keys); err != nil {
				return err
			}
		}
	}
	o.Filter, o.Sort = c, engine.ParseSort(f.sort)
	if f.sort == "" {
		return nil
	}
	return checkKey("sort key", o.Sort.Key, e.SortKeys())
}

func checkKey(kind, key string, known []string) error {
	if slices.Contains(known, key) {
		return nil
	}
	has := "none"
	if len(known) > 0 {
		has = strings.Join(known, ", ")
	}
	return usage.Errorf("the bundle has no %s %q%s; it has %s", kind, key, usage.DidYouMean(usage.Near(known, key)), has)
}

// condition joins filters. The conditions of all keys must hold. A key may have several wanted values, any of which
// suffices, and unwanted values. Without filters it is nil; otherwise each part belongs to one key.
func condition(filters []string) (*facet.Condition, error) {
	if len(filters) == 0 {
		return nil, nil
	}
	all := &facet.Condition{}
	place := map[string]int{} // index of the part for "key" or "key!"
	for _, text := range filters {
		name, value, ok := strings.Cut(text, "=")
		key, not := strings.CutSuffix(name, "!")
		if !ok || key == "" || value == "" {
			return nil, fmt.Errorf("--filter: got %q, want KEY=VALUE or KEY!=VALUE", text)
		}
		i, ok := place[name]
		if !ok {
			i = len(all.Parts)
			place[name] = i
			op := facet.Any
			if not {
				op = facet.None
			}
			all.Parts = append(all.Parts, facet.Condition{Op: op})
		}
		all.Parts[i].Parts = append(all.Parts[i].Parts, facet.Condition{Op: facet.Is, Key: key, Value: value})
	}
	return all, nil
}

// writeFilters lists the values of all filters, each with its number of documents.
func writeFilters(w io.Writer, e *engine.Engine) error {
	values, keys := e.Filters(), e.SortKeys()
	if len(values)+len(keys) == 0 {
		return errors.New("the bundle has no filters and no sort keys")
	}
	for _, v := range values {
		if _, err := fmt.Fprintf(w, "%s=%s\t%d\n", terminal.Printable(v.Key), terminal.Printable(v.Value), v.Documents); err != nil {
			return err
		}
	}
	for _, key := range keys {
		if _, err := fmt.Fprintf(w, "sort\t%s\n", terminal.Printable(key)); err != nil {
			return err
		}
	}
	return nil
}
