package document

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
)

// SetField sets a field that results show, unless it has a value.
func (f *Facets) SetField(key, value string) {
	setFirst(&f.Fields, key, value)
}

func setFirst(of *map[string]string, key, value string) {
	key, value = OneLine(key), OneLine(value)
	if key == "" || value == "" || (*of)[key] != "" {
		return
	}
	if *of == nil {
		*of = map[string]string{}
	}
	(*of)[key] = value
}

// AddFilter adds a value to filter by.
func (f *Facets) AddFilter(key, value string) {
	key, value = OneLine(key), OneLine(value)
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

// AddFilters is AddFilter for many values, O(n log n).
func (f *Facets) AddFilters(key string, values []string) {
	if key = OneLine(key); key == "" {
		return
	}
	all := slices.Clone(f.Filters[key])
	for _, value := range values {
		if value = OneLine(value); value != "" {
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

// SetSort sets the value of a sort key, unless it has one.
func (f *Facets) SetSort(key, value string) {
	setFirst(&f.Sort, key, value)
}

// Multiply multiplies the boost by factor. The product stays within the limits of a boost.
func (f *Facets) Multiply(factor float64) {
	if f.Boost == 0 {
		f.Boost = 1
	}
	f.Boost = min(max(f.Boost*factor, math.SmallestNonzeroFloat32), MaxBoost)
}

// ParseBoost returns the boost that s spells.
func ParseBoost(s string) (float64, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x > 0 && x <= MaxBoost) {
		return 0, fmt.Errorf("boost: got %q, want a number above 0, at most %d", s, MaxBoost)
	}
	return x, nil
}

// ParseWeight returns the weight that s spells.
func ParseWeight(s string) (float64, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x >= 0 && x <= MaxWeight) {
		return 0, fmt.Errorf("weight: got %q, want a number from 0 to %d", s, MaxWeight)
	}
	return x, nil
}

// Defaults of Options.
var (
	defaultMetaFields   = []string{Description}
	defaultFilterFields = []string{"tags", "categories"}
	defaultSortFields   = []string{"date"}
)

// Choose adds the fields that the options name: scalars to every facet, lists only to filters.
func (f *Facets) Choose(scalars map[string]string, lists map[string][]string, o Options) {
	orDefault := func(names, otherwise []string) []string {
		if names == nil {
			return otherwise
		}
		return names
	}
	for _, name := range orDefault(o.MetaFields, defaultMetaFields) {
		f.SetField(name, scalars[name])
	}
	for _, name := range orDefault(o.FilterFields, defaultFilterFields) {
		f.AddFilter(name, scalars[name])
		f.AddFilters(name, lists[name])
	}
	for _, name := range orDefault(o.SortFields, defaultSortFields) {
		f.SetSort(name, scalars[name])
	}
}

// SortedKeys returns the keys of a map in ascending order.
func SortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
