package builder

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/builder/analyse"
	"mycel/builder/facets"
	"mycel/builder/ingest"
	"mycel/builder/ingest/document"
	"mycel/builder/method/all"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/facet"
	"mycel/engine/method"
	"mycel/engine/method/bm25"
	"mycel/engine/method/dense"
	"mycel/internal/must"
)

// lampLines are documents about lamps, with what their authors say of them.
const lampLines = `
{"_id":"old","title":"Lamps, old","text":"A lamp burns oil. Trim the wick of the lamp.","lang":"en","filters":{"version":"1.9","tag":["oil","wick"]},"sort":{"day":"9"},"boost":0.5}
{"_id":"new","title":"Lamps, new","text":"A lamp burns oil. Trim the wick of the lamp.","lang":"en","filters":{"version":"2.1","tag":["oil"]},"sort":{"day":"10"}}
{"_id":"de","title":"Lampen","text":"Eine lamp brennt mit Öl. The lamp is German.","lang":"de","filters":{"version":"2.1"},"metadata":{"description":"On lamps"}}
{"_id":"sea","title":"The sea","text":"The sea rises and falls. No light there.","lang":"en"}
`

func buildLamps(t *testing.T, lines string) *mycel.Bundle {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "lamps.jsonl")
	must.OK(t, os.WriteFile(file, []byte(strings.TrimPrefix(lines, "\n")), 0o644))
	out := filepath.Join(dir, "out")
	mustBuild(t, Config{JSONL: []string{file}, Output: out, Vectors: true, With: all.Methods()})
	return mustOpen(t, out)
}

func found(t *testing.T, b *mycel.Bundle, query string, o engine.Options) (ids []string, r *answer.Result) {
	t.Helper()
	r = must.Get(b.Search(t.Context(), query, o))(t)
	for _, h := range r.Hits {
		ids = append(ids, h.Document)
	}
	return ids, r
}

func is(key, value string) *facet.Condition {
	return &facet.Condition{Op: facet.Is, Key: key, Value: value}
}

// In every mode a filter leaves out what it says, and nothing else that plain search
// finds. The corpus is too small for vectors, without which two modes find nothing.
func TestFilterInEveryMode(t *testing.T) {
	b := buildLamps(t, lampLines)
	for _, mode := range method.Modes() {
		for _, query := range []string{"lamp", "how does a Lamp burn oil", "the wick of Lamps, old"} {
			ids, _ := found(t, b, query, engine.Options{Mode: mode, Filter: is("version", "2.1")})
			if slices.Contains(ids, "old") || slices.Contains(ids, "sea") {
				t.Errorf("%s, %q: got %q, want documents of version 2.1 only", mode, query, ids)
			}
			must.Be(t, mode == dense.Mode || slices.Contains(ids, "new"), "%s, %q: got %q, want the new lamps among them", mode, query, ids)
		}
	}
}

// counts makes a list of key, value and number, over and over.
func counts(list ...any) (out []answer.ValueCount) {
	for i := 0; i < len(list); i += 3 {
		out = append(out, answer.ValueCount{Key: list[i].(string), Value: list[i+1].(string), Documents: list[i+2].(int)})
	}
	return out
}

// A filter that leaves nothing finds nothing, and no more.
func TestFilterOfNothing(t *testing.T) {
	b := buildLamps(t, lampLines)
	for _, mode := range method.Modes() {
		for _, query := range []string{"lamp", "lamp oil", "how does a Lamp burn oil", "Lamps, old and Lampen", "the", ""} {
			ids, r := found(t, b, query, engine.Options{Mode: mode, Filter: is("tag", "none")})
			must.Be(t, len(ids)+len(r.Filters) == 0, "%s, %q: got %q, %v", mode, query, ids, r.Filters)
		}
	}
}

func TestFilterCounts(t *testing.T) {
	b := buildLamps(t, lampLines)
	want := counts("language", "de", 1, "language", "en", 3, "tag", "oil", 2, "tag", "wick", 1, "version", "1.9", 1, "version", "2.1", 2)
	must.Equal(t, b.Engine().Filters(), want, "all")
	_, r := found(t, b, "lamp", engine.Options{Mode: "bm25", Filter: is("tag", "oil"), Options: method.Options{K: 1}})
	want = counts("language", "en", 2, "tag", "oil", 2, "tag", "wick", 1, "version", "1.9", 1, "version", "2.1", 1)
	must.Equal(t, r.Filters, want, "lamps with oil, one hit")
}

// Documents that a query excludes are not counted.
func TestCountsWithoutExcluded(t *testing.T) {
	b := buildLamps(t, lampLines)
	ids, r := found(t, b, "lamp -German", engine.Options{})
	if slices.Contains(ids, "de") || !slices.Equal(r.Filters, counts("language", "en", 2, "tag", "oil", 2, "tag", "wick", 1, "version", "1.9", 1, "version", "2.1", 1)) {
		t.Errorf("got %q, %v", ids, r.Filters)
	}
}

func TestSort(t *testing.T) {
	b := buildLamps(t, lampLines)
	for sort, want := range map[string][]string{
		"day":      {"old", "new", "de"},
		"day:asc":  {"old", "new", "de"},
		"day:desc": {"new", "old", "de"},
	} {
		ids, _ := found(t, b, "lamp", engine.Options{Mode: "bm25", Sort: engine.ParseSort(sort)})
		must.Be(t, slices.Equal(ids, want), "%s: got %q, want %q", sort, ids, want)
	}
}

// Sorting and boosts choose among many more passages than are asked for.
func TestSortReachesDeep(t *testing.T) {
	var lines strings.Builder
	for i := range 120 { // the more words beside it, the lower the score
		words := ""
		for k := range i/3 + 4 {
			words += fmt.Sprintf(" w%dx%d", i, k)
		}
		fmt.Fprintf(&lines, `{"_id":"d%03d","title":"Note %d","text":"The lamp burns%s.","sort":{"day":"%d"}`, i, i, words, (i*7)%120)
		if i == 110 {
			lines.WriteString(`,"boost":50`)
		}
		lines.WriteString("}\n")
	}
	b := buildLamps(t, lines.String())
	for _, mode := range []string{"", bm25.Mode, "bridge"} {
		for sort, want := range map[string]string{"day": "d000 d103 d086", "day:desc": "d017 d034 d051"} {
			if ids, _ := found(t, b, "lamp", engine.Options{Options: method.Options{K: 3}, Mode: mode, Sort: engine.ParseSort(sort)}); strings.Join(ids, " ") != want {
				t.Errorf("%s by %s: got %s, want %s", mode, sort, ids, want)
			}
		}
		if ids, _ := found(t, b, "lamp", engine.Options{Options: method.Options{K: 3}, Mode: mode}); len(ids) != 3 || ids[0] != "d110" {
			t.Errorf("%s: got %s, want d110 first", mode, ids)
		}
	}
}

// A boost multiplies the score, and moves a document past those that it then beats.
func TestBoostInEveryMode(t *testing.T) {
	plain := buildLamps(t, strings.Replace(lampLines, `,"boost":0.5`, "", 1))
	boosted := buildLamps(t, lampLines)
	for _, mode := range method.Modes() {
		before, r := found(t, plain, "lamp oil wick", engine.Options{Mode: mode})
		after, s := found(t, boosted, "lamp oil wick", engine.Options{Mode: mode})
		i, j := slices.Index(before, "old"), slices.Index(after, "old")
		if i < 0 && j < 0 {
			continue // a mode that finds neither
		}
		if i < 0 || j < i {
			t.Errorf("%s: place %d became %d", mode, i, j)
			continue
		}
		if got, want := s.Hits[j].Score, r.Hits[i].Score/2; mode == bm25.Mode && got != want {
			t.Errorf("%s: got a score of %g, want %g", mode, got, want)
		}
		must.Be(t, mode != bm25.Mode || j == i+1, "%s: got place %d, want %d", mode, j, i+1)
	}
}

// A page with a boost below 1 is found by its title before a section of another page that is headed alike.
func TestBoostKeepsTitles(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	pages := documents(nil,
		ingest.Source{ID: "figures.md", Content: []byte("# Measurements\n\nTables of all.\n\n## Size\n\nBytes.\n"), Boost: 0.5},
		ingest.Source{ID: "lamps.md", Content: []byte("# Lamps\n\nLight.\n\n## Measured\n\nThey were measured.\n")})
	mustBuild(t, Config{Documents: pages, Output: out})
	b := mustOpen(t, out)
	for _, query := range []string{"Measurements", "measurement"} {
		got, _ := found(t, b, query, engine.Options{})
		must.Be(t, slices.Equal(got, []string{"figures.md", "lamps.md"}), "%s: got %v", query, got)
	}
}

func TestMetadataOfHits(t *testing.T) {
	b := buildLamps(t, lampLines)
	_, r := found(t, b, "German", engine.Options{})
	must.Be(t, len(r.Hits) == 1 && reflect.DeepEqual(r.Hits[0].Meta, []facet.Field{{Key: "description", Value: "On lamps"}}), "got %+v", r.Hits)
	if text := string(r.AppendJSON(nil)); !strings.Contains(text, `"meta":{"description":"On lamps"}`) || !strings.Contains(text, `"filters":{"language":{"de":1},"version":{"2.1":1}}`) {
		t.Errorf("got %s", text)
	}
}

// Without words, filters and sorting list documents.
func TestBrowse(t *testing.T) {
	b := buildLamps(t, lampLines)
	ids, r := found(t, b, " ", engine.Options{Filter: is("version", "2.1"), Sort: engine.Sort{Key: "day"}})
	must.Be(t, slices.Equal(ids, []string{"new", "de"}) && len(r.Filters) == 4, "got %q, %v", ids, r.Filters)
	if ids, _ := found(t, b, "", engine.Options{}); len(ids) != 0 {
		t.Errorf("nothing asked for: got %q", ids)
	}
}

func TestUnknownKeys(t *testing.T) {
	b := buildLamps(t, lampLines)
	for _, o := range []engine.Options{{Filter: is("versoin", "2.1")}, {Sort: engine.Sort{Key: "date"}}} {
		must.Be(t, must.Err(b.Search(t.Context(), "lamp", o)) != nil, "%+v: no error", o)
	}
}

// A corpus of which nothing is said has no section for it.
func TestNoFacets(t *testing.T) {
	doc := &document.Document{Text: "Some text.", Lang: "en"}
	sections, err := facets.Encode([]*analyse.Page{{Doc: doc, Analysis: &analyse.Analysis{Chunks: []analyse.Chunk{{To: 10}}}}, {Doc: doc, Analysis: &analyse.Analysis{Chunks: []analyse.Chunk{{To: 10}}}}})
	must.Be(t, err == nil && len(sections) == 0, "got %v, %v", sections, err)
}

// The same documents in the same order give the same sections, whatever the order of
// maps.
func TestFacetsAreDeterministic(t *testing.T) {
	var pages []*analyse.Page
	for i := range 50 {
		pages = append(pages, &analyse.Page{Analysis: &analyse.Analysis{Chunks: []analyse.Chunk{{To: 1}}}, Doc: &document.Document{Facets: document.Facets{
			Fields:  map[string]string{"a": fmt.Sprint(i), "b": "x", "c": "y"},
			Filters: map[string][]string{"k": {"1", "2"}, "l": {fmt.Sprint(i % 7)}, "m": {"z"}},
			Sort:    map[string]string{"p": fmt.Sprint(i % 5), "q": "x"},
		}}})
	}
	first := must.Get(facets.Encode(pages))(t)
	for range 20 {
		again, _ := facets.Encode(pages)
		must.Hold(t, reflect.DeepEqual(again, first), "two runs differ")
	}
}

// By words, a filter leaves of the hits those that it wants, in their order.
func TestFilterIsSubsequence(t *testing.T) {
	var lines strings.Builder
	docs, asked := synth.Corpus(3, 80, 20)
	for i, d := range docs {
		fmt.Fprintf(&lines, "{\"_id\":%q,\"title\":%q,\"text\":%q,\"filters\":{\"third\":\"%d\"}}\n", d.ID, d.Title, d.Text, i%3)
	}
	third := map[string]int{}
	for i, d := range docs {
		third[d.ID] = i % 3
	}
	b := buildLamps(t, lines.String())
	left := 0
	for _, q := range asked {
		o := engine.Options{Mode: bm25.Mode, Options: method.Options{K: method.MaxK}}
		all, _ := found(t, b, q.Text, o)
		want := slices.DeleteFunc(all, func(id string) bool { return third[id] == 0 })
		o.Filter = &facet.Condition{Op: facet.None, Parts: []facet.Condition{*is("third", "0")}}
		got, _ := found(t, b, q.Text, o)
		must.Equal(t, got, want, "%q", q.Text)
		left += len(got)
	}
	must.Be(t, left != 0, "nothing was left")
}
