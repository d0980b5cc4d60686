package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mycel"
	"mycel/builder"
	"mycel/builder/segment"
	"mycel/engine/method/e2graph"
	"mycel/engine/model"
)

// One document of a novel's length, as in the evaluation of E²GraphRAG, whose index
// is one book.

// longTokens is how long the document is at least.
const longTokens = 200_000

// longBuild is one way of building it.
type longBuild struct {
	name           string
	file           string
	copies         int // of the document, one behind the other, as one document
	chunk, overlap int // tokens
}

var longBuilds = []longBuild{
	{"default chunks, by headings", "long.md", 1, 0, 0},
	{"the paper's chunks, plain text", "long.txt", 1, 1200, 100},
	{"default chunks, four times the text", "long.md", 4, 0, 0},
}

// Long times indexing and asking the Markdown files of a folder as one document, and prints a row for
// each way of building.
func Long(ctx context.Context, w io.Writer, wasm, dir string) error {
	text, source, err := longText(dir)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "mycel-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	fmt.Fprintf(w, "One document: %s.\n\n", source)
	fmt.Fprintln(w, "| one document | tokens | chunks | summaries | indexing, s | s per 200,000 tokens | bundle, MB | native, ms | Node, ms |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|--:|--:|--:|--:|")
	var queries []string // from the first bundle, and asked in every bundle
	for i, b := range longBuilds {
		if queries, err = b.run(ctx, w, wasm, filepath.Join(temp, fmt.Sprint(i)), strings.Repeat(text+"\n\n", b.copies), queries); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "\nTimes of %d queries are p50 / p95 in mode e2graph, excerpts included.\n", len(queries))
	return nil
}

// run builds the text and asks the queries; without any it makes some.
func (b longBuild) run(ctx context.Context, w io.Writer, wasm, dir, text string, queries []string) ([]string, error) {
	docs, bundle := filepath.Join(dir, "docs"), filepath.Join(dir, "bundle")
	if err := os.MkdirAll(docs, 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(docs, b.file), []byte(text), 0o644); err != nil {
		return nil, err
	}
	start := time.Now()
	report, err := builder.Build(ctx, builder.Config{
		Docs: []string{docs}, Output: bundle, Version: "bench", ChunkTokens: b.chunk, ChunkOverlap: b.overlap, Vectors: true,
	})
	if err != nil {
		return nil, err
	}
	seconds := time.Since(start).Seconds()
	tokens, err := countTokens(text)
	if err != nil {
		return nil, err
	}
	if queries == nil {
		if queries, err = longQueries(ctx, bundle); err != nil {
			return nil, err
		}
	}
	modes := []string{e2graph.Mode}
	here, err := native(bundle, queries, modes)
	if err != nil {
		return nil, err
	}
	there, err := node(wasm, bundle, dir, queries, modes)
	if err != nil {
		return nil, err
	}
	ms := func(t *timing) string {
		times := t.Search[e2graph.Mode]
		return fmt.Sprintf("%.2f / %.2f", percentile(times, 50), percentile(times, 95))
	}
	fmt.Fprintf(w, "| %s | %d | %d | %d | %.2f | %.2f | %.2f | %s | %s |\n", b.name, tokens, report.Counts["chunks"], report.Counts["summaries"],
		seconds, seconds/float64(tokens)*longTokens, float64(report.Bytes)/1e6, ms(here), ms(there))
	return queries, nil
}

// longText returns a text of at least longTokens: the Markdown files of dir one
// behind the other, as often as it takes. source says so.
func longText(dir string) (text, source string, err error) {
	once, files, err := joined(dir)
	if err != nil {
		return "", "", err
	}
	source = fmt.Sprintf("the %d Markdown files of %s", files, filepath.Base(dir))
	tokens, err := countTokens(once)
	if err != nil {
		return "", "", err
	}
	copies := (longTokens + tokens - 1) / tokens
	if copies > 1 {
		source += fmt.Sprintf(", %d times", copies)
	}
	return strings.Repeat(once, copies), source, nil
}

// joined reads the Markdown files of a folder in order.
func joined(dir string) (string, int, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: no Markdown files", dir)
	}
	var b strings.Builder
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			return "", 0, err
		}
		b.Write(raw)
		b.WriteString("\n\n")
	}
	return b.String(), len(files), err
}

func countTokens(text string) (int, error) {
	counter, err := segment.NewCounter("")
	if err != nil {
		return 0, err
	}
	n := 0
	for line := range strings.Lines(text) {
		n += counter.Count(line)
	}
	return n, nil
}

// longQueries asks for pairs of entities that share a sentence, which are local
// questions, and for headings, which mostly are global ones: about 200 of each,
// from all over the document.
func longQueries(ctx context.Context, bundle string) ([]string, error) {
	b, err := mycel.Open(bundle)
	if err == nil {
		err = b.LoadAll(ctx)
	}
	if err != nil {
		return nil, err
	}
	x := b.Engine().Index()
	const each = 200
	var queries []string
	edge, step := 0, max(1, x.Graph.NumEdges()/each)
	for u := range uint32(x.Graph.NumNodes()) {
		neighbours, _ := x.Graph.Neighbours(u)
		for _, v := range neighbours {
			if v < u {
				continue
			}
			if edge++; edge%step == 0 {
				queries = append(queries, x.Entities.Name(model.EntityID(u))+" and "+x.Entities.Name(model.EntityID(v)))
			}
		}
	}
	sections := x.Corpus.NumSections()
	for i := 0; i < sections; i += max(1, sections/each) {
		if heading := x.Corpus.Heading.At(i); heading != "" {
			queries = append(queries, heading)
		}
	}
	return queries, nil
}
