package test

import (
	"context"
	"strings"
	"testing"

	"mycel/builder"
	"mycel/engine"
)

// The engine that only searches asks for no part that it cannot read, whatever is searched for: words, titles or
// headings.
func TestSearchEngineKnowsItsParts(t *testing.T) {
	dir := t.TempDir() + "/bundle"
	if _, err := builder.Build(context.Background(), builder.Config{Docs: []string{"../builder/testdata/handbook", "../docs"}, Output: dir, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	u, names := unpack(t, dir), whole(t, dir).Index().Corpus
	queries := []string{"float gauge", "stilling wel", `"token budget"`, "gauge -drum", "how is a bundle built?"}
	for i := range names.DocTitle.Len() {
		queries = append(queries, names.DocTitle.At(i))
	}
	for i := range names.Heading.Len() {
		queries = append(queries, names.Heading.At(i), strings.ToLower(names.Heading.At(i))+" page")
	}
	e, err := engine.OpenCore(u.core)
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range queries {
		for {
			r, err := e.Search(query, engine.Options{})
			if err != nil {
				t.Fatalf("%q: %v", query, err)
			}
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
