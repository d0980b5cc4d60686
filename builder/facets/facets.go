package facets

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
	"mycel/engine/bundle"
	"mycel/engine/facet"
)

// level separates the levels of a value: a document in Bread > Rye is also in Bread.
const level = " > "

// languageFilter is the filter that every corpus of several languages gets.
const languageFilter = "language"

// Encode writes the statements of authors about their documents. It makes a section
// only if at least one document has such a statement.
func Encode(pages []*analyse.Page) ([]bundle.Section, error) {
	var sections []bundle.Section
	filters, err := makeFilters(pages)
	if err != nil {
		return nil, err
	}
	if sorts := makeSorts(pages); len(filters)+len(sorts) > 0 {
		sections = append(sections, bundle.Section{Name: bundle.SectionFacets, Data: facet.Encode(filters, sorts)})
	}
	if keys, fields := makeMetadata(pages); len(keys) > 0 {
		sections = append(sections, bundle.Section{Name: bundle.GroupMetadata, Data: facet.EncodeMetadata(keys, fields)})
	}
	return sections, nil
}

// makeFilters lists the documents of each value of each filter.
func makeFilters(pages []*analyse.Page) ([]facet.Filter, error) {
	values := map[string]map[string][]uint32{} // key → value → documents
	add := func(key, value string, doc int) {
		if values[key] == nil {
			values[key] = map[string][]uint32{}
		}
		values[key][value] = append(values[key][value], uint32(doc))
	}
	languages := map[string]bool{}
	for i, p := range pages {
		for key, list := range p.Doc.Filters {
			for _, value := range list {
				add(key, value, i)
				for at := strings.LastIndex(value, level); at >= 0; at = strings.LastIndex(value, level) {
					value = value[:at]
					add(key, value, i)
				}
			}
		}
		if p.Doc.Lang != "" {
			languages[p.Doc.Lang] = true
		}
	}
	if values[languageFilter] == nil && len(languages) > 1 {
		for i, p := range pages {
			if p.Doc.Lang != "" {
				add(languageFilter, p.Doc.Lang, i)
			}
		}
	}
	var filters []facet.Filter
	for _, key := range slices.Sorted(maps.Keys(values)) {
		f := facet.Filter{Key: key}
		for _, value := range slices.Sorted(maps.Keys(values[key])) {
			set := roaring.BitmapOf(values[key][value]...)
			set.RunOptimize()
			b, err := set.ToBytes()
			if err != nil {
				return nil, fmt.Errorf("filter %q: %w", key, err)
			}
			f.Values = append(f.Values, facet.Value{Value: value, Documents: b})
		}
		filters = append(filters, f)
	}
	return filters, nil
}

// makeSorts orders the documents by each sort key.
func makeSorts(pages []*analyse.Page) []facet.Sort {
	keys := map[string]bool{}
	for _, p := range pages {
		for key := range p.Doc.Sort {
			keys[key] = true
		}
	}
	var sorts []facet.Sort
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		sorts = append(sorts, facet.Sort{Key: key, Places: Places(pages, key)})
	}
	return sorts
}

// Places ranks the documents by their values of a sort key: as numbers if all are
// numbers, else byte by byte. Equal values have one place.
func Places(pages []*analyse.Page, key string) []uint32 {
	var distinct []string
	numbers := map[string]float64{}
	numeric := true
	for _, p := range pages {
		value, ok := p.Doc.Sort[key]
		if !ok {
			continue
		}
		distinct = append(distinct, value)
		x, err := strconv.ParseFloat(value, 64)
		numbers[value] = x
		numeric = numeric && err == nil && !math.IsNaN(x)
	}
	compare := cmp.Compare[string]
	if numeric {
		compare = func(a, b string) int { return cmp.Compare(numbers[a], numbers[b]) }
	}
	slices.SortFunc(distinct, compare)
	// Equal numbers may be written differently, such as 1 and 1.0: one of them stays.
	distinct = slices.CompactFunc(distinct, func(a, b string) bool { return compare(a, b) == 0 })
	out := make([]uint32, len(pages))
	for i, p := range pages {
		out[i] = facet.Unplaced
		if value, ok := p.Doc.Sort[key]; ok {
			place, _ := slices.BinarySearchFunc(distinct, value, compare)
			out[i] = uint32(place)
		}
	}
	return out
}

// makeMetadata lists the fields of every document in the order of their keys.
func makeMetadata(pages []*analyse.Page) (keys []string, fields [][]facet.Field) {
	all := map[string]bool{}
	for _, p := range pages {
		var list []facet.Field
		for _, key := range slices.Sorted(maps.Keys(p.Doc.Fields)) {
			list = append(list, facet.Field{Key: key, Value: p.Doc.Fields[key]})
			all[key] = true
		}
		fields = append(fields, list)
	}
	return slices.Sorted(maps.Keys(all)), fields
}

// Boosts computes the factor of every chunk: the boost of its document times the
// mean weight of its text. It returns nil if all are 1.
func Boosts(pages []*analyse.Page) []float32 {
	if !slices.ContainsFunc(pages, func(p *analyse.Page) bool { return p.Doc.Boost != 0 || len(p.Doc.Weights) > 0 }) {
		return nil
	}
	var out []float32
	plain := true
	for _, p := range analyse.Outlined(pages) {
		boost := cmp.Or(p.Doc.Boost, 1)
		for _, c := range p.Chunks {
			factor := float32(min(boost*meanWeight(p.Doc.Weights, c.Start, c.To), facet.MaxBoost))
			plain = plain && factor == 1
			out = append(out, factor)
		}
	}
	if plain {
		return nil
	}
	return out
}

// meanWeight returns the mean weight of the bytes [start, end) of a text.
func meanWeight(weights []document.Weight, start, end int) float64 {
	if start == end {
		return 1
	}
	sum := float64(end - start)
	for _, w := range weights {
		if n := min(w.End, end) - max(w.Start, start); n > 0 {
			sum += float64(float64(n) * (w.Factor - 1))
		}
	}
	return max(sum/float64(end-start), 0)
}
