package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRenderFolder(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "site")
	if err := renderFolder(from, to); err == nil || !strings.Contains(err.Error(), "no Markdown files") {
		t.Errorf("an empty folder: got %v", err)
	}
	text := "## `Lamps` & <wicks>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
	if err := os.Mkdir(filepath.Join(from, "oil"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(from, "oil", "lamps.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := renderFolder(from, to); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(to, "oil", "lamps.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<title>Lamps` &amp; &lt;wicks&gt;</title>", `<h2 id="`, "<td>1</td>"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("no %q in the page:\n%s", want, page)
		}
	}
}
