package ingest

import (
	"os"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/html"
	"mycel/builder/ingest/jsonl"
	"mycel/builder/ingest/markdown"
	"mycel/internal/must"
)

// repeated returns a fixture often enough to make a long page of it.
func repeated(b *testing.B, file string) string {
	b.Helper()
	raw, err := os.ReadFile(file)
	must.OK(b, err)
	return strings.Repeat(string(raw)+"\n\n", 100)
}

func BenchmarkHTML(b *testing.B) {
	page := []byte(repeated(b, "testdata/site/guide/index.html"))
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		must.Get(html.Parse("page.html", page, document.Options{}))(b)
	}
}

func BenchmarkMarkdown(b *testing.B) {
	page := repeated(b, "testdata/docs/README.md")
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		must.Get(markdown.Parse("page.md", page, document.Options{}))(b)
	}
}

func BenchmarkJSONL(b *testing.B) {
	line := `{"_id":"a","title":"Title","text":"` + strings.Repeat("Some words of text. ", 50) + `"}`
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		must.Get(jsonl.ParseJSONLine([]byte(line), document.Options{}))(b)
	}
}
