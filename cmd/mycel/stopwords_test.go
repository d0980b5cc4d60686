package main

import (
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

// A word with nothing behind its arrow in the file of synonyms is a stop word: it finds nothing beside other words.
func TestOwnStopWords(t *testing.T) {
	docs := must.Files(t, map[string]string{"a.md": "# Bread\n\nAcme bakes bread.", "b.md": "# Cheese\n\nAcme makes cheese.", "c.md": "# Salt\n\nFrom the sea."})
	build := func(lines string) string {
		out := filepath.Join(t.TempDir(), "out")
		file := must.File(t, "words.txt", lines)
		mycelRun(t, "build", "--quiet", "--docs", docs, "--synonyms", file, "--output-path", out).want(t, exitDone)
		return mycelRun(t, "query", "--bundle", out, "acme salt").out
	}
	if got := build("brine, salt"); !strings.Contains(got, "Bread") {
		t.Errorf("got %s, want pages with Acme", got)
	}
	if got := build("acme =>\nbrine, salt"); strings.Contains(got, "Bread") || !strings.Contains(got, "Salt") {
		t.Errorf("got %s, want the page on salt alone", got)
	}
	file := must.File(t, "words.txt", "acme bakery =>")
	mycelRun(t, "build", "--docs", docs, "--synonyms", file, "--output-path", filepath.Join(t.TempDir(), "out")).want(t, exitFailed, "words.txt:1", "want single words")
}
