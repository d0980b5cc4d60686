package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"mycel"
	"mycel/builder"
	"mycel/engine/method/auto"
	"mycel/lab/internal/evaluation"
	"mycel/site"
)

// typedQueries is how many queries are typed. Each is searched for at every key.
const typedQueries = 100

// Keys times search as you type: a query is searched for after every key, in the
// default mode, by the engine for browsers in Node. Every third query has an error
// in its longest word. The corpus is a folder of Markdown, whose titles and headings
// are typed, or JSON Lines with queries.
func Keys(ctx context.Context, w io.Writer, wasm, docs, jsonl, queryFile string) error {
	dir, err := os.MkdirTemp("", "mycel-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	bundle := filepath.Join(dir, "bundle")
	files, err := site.Runtime() // the client opens no bundle without them
	if err != nil {
		return err
	}
	c := builder.Config{Output: bundle, Version: mycel.Version, Runtime: files}
	name := filepath.Base(docs)
	if docs != "" {
		c.Docs = []string{docs}
	} else {
		c.JSONL, name = []string{jsonl}, filepath.Base(filepath.Dir(jsonl))
	}
	b, err := evaluation.Build(ctx, c)
	if err != nil {
		return err
	}
	var queries []string
	if docs != "" {
		queries = names(b)
	} else {
		queries, err = readQueries(queryFile)
	}
	if err != nil {
		return err
	}
	keys := typed(queries)
	t, err := node(wasm, bundle, dir, keys, []string{auto.Mode})
	if err != nil {
		return err
	}
	times := t.Search[auto.Mode]
	fmt.Fprintf(w, "%s, %d keys in Node: %.2f ms p50, %.2f p95, %.2f p99\n", name, len(times), percentile(times, 50), percentile(times, 95), percentile(times, 99))
	return nil
}

// names returns the titles and headings of a bundle.
func names(b *mycel.Bundle) (all []string) {
	c := b.Engine().Index().Corpus
	for i := range c.NumDocuments() {
		all = append(all, c.DocTitle.At(i))
	}
	for i := range c.NumSections() {
		all = append(all, c.Heading.At(i))
	}
	return all
}

// typed returns what stands in the search box after every key of some of the
// queries, evenly spaced.
func typed(queries []string) (keys []string) {
	n := min(typedQueries, len(queries))
	for i := range n {
		query := queries[i*len(queries)/n]
		if i%3 == 2 {
			query = mistyped(query)
		}
		for at, r := range query {
			keys = append(keys, query[:at+len(string(r))])
		}
	}
	return keys
}

// mistyped exchanges the second and the third letter of the longest word.
func mistyped(query string) string {
	longest := ""
	for word := range strings.FieldsSeq(query) {
		if len(word) > len(longest) {
			longest = word
		}
	}
	if len(longest) < 4 {
		return query
	}
	return strings.Replace(query, longest, longest[:1]+longest[2:3]+longest[1:2]+longest[3:], 1)
}
