package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// Each row of a paper's table has the figures of both halves, and a row that differs in the build has none
// without --builds.
func TestPapers(t *testing.T) {
	dir := writeFiles(t, gardenSet)
	book := writeFiles(t, map[string]string{"ch01.md": "# Ferns\n\nIda Brandt wrote three books on ferns.\n", "questions.tsv": ""})
	sources := []string{"--questions", filepath.Join(book, "questions.tsv"), "--go-root", t.TempDir(), "--rust-book", filepath.Join(book, "none"), "--coreutils", filepath.Join(book, "none")}
	out, progress := lab(t, "", append([]string{"papers", dir, "--dir", t.TempDir(), "--only", "KET-RAG", "--budget", "60"}, sources...)...)
	if !strings.Contains(out, "| KET-RAG | "+filepath.Base(dir)+" |") || !strings.Contains(out, "| **default** | 0.333/1.000 |") || !strings.Contains(out, "| `ketChannels=skeleton` | 0.500/0.500 |") ||
		!strings.Contains(out, "| `ketChannels=both ket-core=0.4` |  |") || !strings.Contains(progress, "KET-RAG ketChannels=text") || strings.Contains(out, "SPRIG") {
		t.Errorf("got %s%s", out, progress)
	}
	lab(t, "papers: no set and no document", append([]string{"papers"}, sources...)...)
	lab(t, "--only LightRAG", append([]string{"papers", dir, "--only", "LightRAG"}, sources...)...)
}
