package ingest

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
)

// setField keeps the first value of a field that is shown.
func (f *Facets) setField(key, value string) {
	key, value = oneLine(key), oneLine(value)
	if key == "" || value == "" || f.Fields[key] != "" {
		return
	}
	if f.Fields == nil {
		f.Fields = map[string]string{}
	}
	f.Fields[key] = value
}

// addFilter adds a value to filter by.
func (f *Facets) addFilter(key, value string) {
	key, value = oneLine(key), oneLine(value)
	if key == "" || value == "" {
		return
	}
	if f.Filters == nil {
		f.Filters = map[string][]string{}
	}
	if i, found := slices.BinarySearch(f.Filters[key], value); !found {
		f.Filters[key] = slices.Insert(f.Filters[key], i, value)
	}
}

// addFilters is addFilter for many values, O(n log n).
func (f *Facets) addFilters(key string, values []string) {
	if key = oneLine(key); key == "" {
		return
	}
	all := slices.Clone(f.Filters[key])
	for _, value := range values {
		if value = oneLine(value); value != "" {
			all = append(all, value)
		}
	}
	if len(all) == 0 {
		return
	}
	if f.Filters == nil {
		f.Filters = map[string][]string{}
	}
	slices.Sort(all)
	f.Filters[key] = slices.Compact(all)
}

// setSort keeps the first value of a sort key.
func (f *Facets) setSort(key, value string) {
	key, value = oneLine(key), oneLine(value)
	if key == "" || value == "" || f.Sort[key] != "" {
		return
	}
	if f.Sort == nil {
		f.Sort = map[string]string{}
	}
	f.Sort[key] = value
}

// multiply applies a boost on top of those that there are. The product stays within
// the limits of a boost.
func (f *Facets) multiply(factor float64) {
	if f.Boost == 0 {
		f.Boost = 1
	}
	f.Boost = min(max(f.Boost*factor, math.SmallestNonzeroFloat32), MaxBoost)
}

// parseBoost reads a boost.
func parseBoost(s string) (float64, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x > 0 && x <= MaxBoost) {
		return 0, fmt.Errorf("boost: got %q, want a number above 0, at most %d", s, MaxBoost)
	}
	return x, nil
}

// parseWeight reads a weight.
func parseWeight(s string) (float64, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x >= 0 && x <= MaxWeight) {
		return 0, fmt.Errorf("weight: got %q, want a number from 0 to %d", s, MaxWeight)
	}
	return x, nil
}

// Defaults of Options.
var (
	defaultMetaFields   = []string{"description"}
	defaultFilterFields = []string{"tags", "categories"}
	defaultSortFields   = []string{"date"}
)

// choose makes facets of the fields that the options name: of the scalars, and of
// lists where values are filtered by.
func (f *Facets) choose(scalars map[string]string, lists map[string][]string, o Options) {
	orDefault := func(names, otherwise []string) []string {
		if names == nil {
			return otherwise
		}
		return names
	}
	for _, name := range orDefault(o.MetaFields, defaultMetaFields) {
		f.setField(name, scalars[name])
	}
	for _, name := range orDefault(o.FilterFields, defaultFilterFields) {
		f.addFilter(name, scalars[name])
		f.addFilters(name, lists[name])
	}
	for _, name := range orDefault(o.SortFields, defaultSortFields) {
		f.setSort(name, scalars[name])
	}
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
