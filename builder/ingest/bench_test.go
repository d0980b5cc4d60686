package ingest

import (
	"os"
	"strings"
	"testing"
)

// repeated returns a fixture often enough to make a long page of it.
func repeated(b *testing.B, file string) string {
	b.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	return strings.Repeat(string(raw)+"\n\n", 100)
}

func BenchmarkHTML(b *testing.B) {
	page := []byte(repeated(b, "testdata/site/guide/index.html"))
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		if _, err := parseHTML("page.html", page, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMarkdown(b *testing.B) {
	page := repeated(b, "testdata/docs/README.md")
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		if _, err := parseMarkdown("page.md", page, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkJSONL(b *testing.B) {
	line := `{"_id":"a","title":"Title","text":"` + strings.Repeat("Some words of text. ", 50) + `"}`
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if _, err := parseJSONLine(line, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
