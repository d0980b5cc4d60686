package test

import (
	"context"
	"strings"
	"testing"

	"mycel"
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
	m, err := mycel.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	read := func(f mycel.File) []byte {
		content, err := m.ReadFile(dir, f)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	core := read(m.Index)
	whole, err := mycel.Open(dir)
	if err == nil {
		err = whole.LoadAll(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	names := whole.Engine().Index().Corpus
	queries := []string{"float gauge", "stilling wel", `"token budget"`, "gauge -drum", "how is a bundle built?"}
	for i := range names.DocTitle.Len() {
		queries = append(queries, names.DocTitle.At(i))
	}
	for i := range names.Heading.Len() {
		queries = append(queries, names.Heading.At(i), strings.ToLower(names.Heading.At(i))+" page")
	}
	e, err := engine.OpenCore(core)
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
				if err := e.AddPart(id, read(m.Part(id))); err != nil {
					t.Fatalf("%q: part %d: %v", query, id, err)
				}
			}
		}
	}
}
