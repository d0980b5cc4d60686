package builder_test

import (
	"context"
	"fmt"
	"log"

	"mycel/builder"
	"mycel/builder/ingest"
	"mycel/engine/bundle"
)

// A program that has its documents in memory, and keeps the bundle's files where it likes.
func ExampleBuild_memory() {
	pages := []ingest.Source{
		{ID: "oven.md", Content: []byte("# The oven\n\n## Heat\n\nBricks keep the heat of the fire."), URL: "/guide/oven"},
		{ID: "4711", Title: "Poolish", Content: []byte("A poolish is a wet starter dough."), URL: "/words/poolish", Filters: map[string][]string{"kind": {"word"}}},
	}
	files := map[string][]byte{}
	report, err := builder.Build(context.Background(), builder.Config{
		Documents: func(yield func(ingest.Source, error) bool) {
			for _, page := range pages {
				if !yield(page, nil) {
					return
				}
			}
		},
		Sink: func(path string, content []byte) error {
			files[path] = content
			return nil
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Counts["documents"], "documents in format", bundle.Version)
	fmt.Println(len(files) == report.Files, files["mycel.json"] != nil)
	// Output:
	// 2 documents in format 15
	// true true
}
