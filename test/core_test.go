package test

import (
	"context"
	"strings"
	"testing"

	"mycel/builder"
	"mycel/engine"
	"mycel/internal/must"
)

// The engine that only searches asks for no part that it cannot read, whatever is searched for: words, titles or
// headings.
func TestSearchEngineKnowsItsParts(t *testing.T) {
	dir := t.TempDir() + "/bundle"
	must.Get(builder.Build(context.Background(), builder.Config{Docs: []string{"../builder/testdata/handbook", "../docs"}, Output: dir, Version: "test"}))(t)
	u, names := unpack(t, dir), whole(t, dir).Index().Corpus
	queries := []string{"float gauge", "stilling wel", `"token budget"`, "gauge -drum", "how is a bundle built?"}
	for i := range names.DocTitle.Len() {
		queries = append(queries, names.DocTitle.At(i))
	}
	for i := range names.Heading.Len() {
		queries = append(queries, names.Heading.At(i), strings.ToLower(names.Heading.At(i))+" page")
	}
	e := must.Get(engine.OpenCore(u.core))(t)
	for _, query := range queries {
		for {
			r, err := e.Search(query, engine.Options{})
			must.Hold(t, err == nil, "%q: %v", query, err)
			if len(r.Missing) == 0 {
				break
			}
			for _, id := range r.Missing {
				if err := e.AddPart(id, u.parts[id]); err != nil {
					t.Fatalf("%q: part %d: %v", query, id, err)
				}
			}
		}
	}
}
