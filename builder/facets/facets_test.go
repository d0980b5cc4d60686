package facets

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
	"mycel/engine/facet"
	"mycel/internal/must"
)

func pagesOf(docs ...document.Document) (pages []*analyse.Page) {
	for i := range docs {
		pages = append(pages, &analyse.Page{Doc: &docs[i], Analysis: &analyse.Analysis{}})
	}
	return pages
}

// Who is in a value is in the values around it. The language is a filter by itself where there are several and no author has
// made one.
func TestFilters(t *testing.T) {
	for name, c := range map[string]struct {
		docs []document.Document
		want map[string][]uint32 // key=value
	}{
		"none":         {[]document.Document{{}, {Lang: "en"}, {Lang: "en"}}, nil},
		"levels":       {[]document.Document{{Facets: document.Facets{Filters: map[string][]string{"in": {"Bread > Rye > Dark"}}}}, {Facets: document.Facets{Filters: map[string][]string{"in": {"Bread", "Tea"}, "by": {"Ada"}}}}}, map[string][]uint32{"in=Bread": {0, 1}, "in=Bread > Rye": {0}, "in=Bread > Rye > Dark": {0}, "in=Tea": {1}, "by=Ada": {1}}},
		"languages":    {[]document.Document{{Lang: "de"}, {}, {Lang: "en"}}, map[string][]uint32{"language=de": {0}, "language=en": {2}}},
		"own language": {[]document.Document{{Lang: "de", Facets: document.Facets{Filters: map[string][]string{"language": {"German"}}}}, {Lang: "en"}}, map[string][]uint32{"language=German": {0}}},
	} {
		filters := must.Get(makeFilters(pagesOf(c.docs...)))(t)
		got := map[string][]uint32{}
		for _, f := range filters {
			for _, v := range f.Values {
				set := roaring.New()
				must.OK(t, set.UnmarshalBinary(v.Documents))
				got[f.Key+"="+v.Value] = set.ToArray()
			}
		}
		must.Be(t, maps.EqualFunc(got, c.want, slices.Equal), "%s: got %v, want %v", name, got, c.want)
	}
}

// Values are ordered as numbers if all are, else byte by byte; equal ones share a place, and a document without one has none.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		values []string // "" for none
		want   []uint32
	}{
		{[]string{"10", "9", "", "1e1", "-3"}, []uint32{2, 1, facet.Unplaced, 2, 0}},
		{[]string{"10", "9", "x"}, []uint32{0, 1, 2}},
		{[]string{"10", "9", "NaN"}, []uint32{0, 1, 2}},
		{[]string{"", "b", "a", "b"}, []uint32{facet.Unplaced, 1, 0, 1}},
	} {
		docs := make([]document.Document, len(c.values))
		for i, v := range c.values {
			if v != "" {
				docs[i].Sort = map[string]string{"by": v}
			}
		}
		must.Equal(t, Places(pagesOf(docs...), "by"), c.want, "%q", c.values)
	}
}

// The factor of a passage is its document's, times the mean weight of its bytes: at most MaxBoost, at least 0.
func TestBoosts(t *testing.T) {
	chunks := []analyse.Chunk{{Start: 0, To: 10}, {Start: 10, To: 20}}
	for name, c := range map[string]struct {
		doc  document.Facets
		want []float32
	}{
		"nothing said":         {document.Facets{}, nil},
		"factors of 1":         {document.Facets{Boost: 1, Weights: []document.Weight{{Start: 0, End: 20, Factor: 1}}}, nil},
		"a boost":              {document.Facets{Boost: 3}, []float32{3, 3}},
		"half of a passage":    {document.Facets{Weights: []document.Weight{{Start: 5, End: 10, Factor: 3}}}, []float32{2, 1}},
		"over two passages":    {document.Facets{Boost: 4, Weights: []document.Weight{{Start: 5, End: 15, Factor: 0}}}, []float32{2, 2}},
		"beside both passages": {document.Facets{Boost: 2, Weights: []document.Weight{{Start: 20, End: 90, Factor: 9}, {Start: 12, End: 12, Factor: 9}}}, []float32{2, 2}},
		"too much":             {document.Facets{Boost: 90, Weights: []document.Weight{{Start: 0, End: 10, Factor: 2}}}, []float32{facet.MaxBoost, 90}},
		"nothing left":         {document.Facets{Weights: []document.Weight{{Start: 0, End: 10, Factor: 0}}}, []float32{0, 1}},
	} {
		pages := pagesOf(document.Document{Facets: c.doc})
		pages[0].Chunks = chunks
		must.Equal(t, Boosts(pages), c.want, "%s", name)
	}
	if got := meanWeight([]document.Weight{{Start: 0, End: 9, Factor: 5}}, 4, 4); got != 1 || math.IsNaN(got) {
		t.Errorf("the mean weight of nothing is %v", got)
	}
}
