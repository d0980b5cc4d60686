//go:build !js

package wasm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"mycel/builder"
	"mycel/builder/method/all"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/facet"
	"mycel/engine/method"
	"mycel/internal/must"
)

// addFacets writes filters and sorting into a request as pages do.
func addFacets(m map[string]any, o engine.Options) {
	if o.Filter != nil {
		m["filters"] = written(o.Filter)
	}
	if o.Sort.Key != "" {
		m["sort"] = o.Sort.Key
		if o.Sort.Descending {
			m["sort"] = o.Sort.Key + ":desc"
		}
	}
}

func written(c *facet.Condition) map[string]any {
	if c.Op == facet.Is {
		return map[string]any{c.Key: c.Value}
	}
	var parts []any
	for i := range c.Parts {
		parts = append(parts, written(&c.Parts[i]))
	}
	return map[string]any{map[facet.Op]string{facet.All: "all", facet.Any: "any", facet.None: "none"}[c.Op]: parts}
}

// facetCorpus is a corpus of which much is said: every third document has a tag, places
// descend, and some count more than others.
func facetCorpus(t *testing.T) (dir string, asked []synth.Question) {
	t.Helper()
	docs, asked := synth.Corpus(7, 150, 4)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for i, d := range docs {
		line := map[string]any{
			"_id": d.ID, "title": d.Title, "text": d.Text, "metadata": map[string]any{"description": "é🌱 " + d.Title},
			"filters": map[string]any{"tag": []string{strconv.Itoa(i % 3)}, "half": strconv.FormatBool(i%2 == 0)},
			"sort":    map[string]any{"n": -i / 2}, "boost": 0.25 + float64(i%7)/3,
		}
		must.OK(t, enc.Encode(line))
	}
	file := filepath.Join(t.TempDir(), "corpus.jsonl")
	must.OK(t, os.WriteFile(file, b.Bytes(), 0o644))
	dir = filepath.Join(t.TempDir(), "bundle")
	must.Get(builder.Build(context.Background(), builder.Config{JSONL: []string{file}, Output: dir, Vectors: true, With: all.Methods(), Version: "0"}))(t)
	return dir, asked
}

// Filters, orders and boosts are the same in the browser, in every mode.
func TestFacetsSameAsNative(t *testing.T) {
	dir, asked := facetCorpus(t)
	p := open(t, dir)
	is := func(key, value string) facet.Condition {
		return facet.Condition{Op: facet.Is, Key: key, Value: value}
	}
	join := func(op facet.Op, parts ...facet.Condition) *facet.Condition {
		return &facet.Condition{Op: op, Parts: parts}
	}
	for _, o := range []engine.Options{
		{},
		{Filter: join(facet.All, is("tag", "1"), is("half", "true"))},
		{Filter: join(facet.Any, is("tag", "1"), is("tag", "2")), Sort: engine.Sort{Key: "n"}},
		{Filter: join(facet.None, is("tag", "0"), *join(facet.All, is("half", "true")))},
		{Sort: engine.Sort{Key: "n", Descending: true}},
	} {
		for _, o.Mode = range method.Modes() {
			hits := len(p.same(t, "", o).Hits)
			for _, q := range asked {
				r := p.same(t, q.Text, o)
				hits += len(r.Hits)
				for i := range r.Hits {
					must.Be(t, len(r.Hits[i].Meta) == 1, "%q: hit %d has %d fields", q.Text, i, len(r.Hits[i].Meta))
				}
			}
			must.Be(t, hits != 0, "%+v: nothing was found", o)
		}
	}
}
