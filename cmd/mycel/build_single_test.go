package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
	"mycel/site"
)

// One file replaces the bundle where nothing says where that goes, and stands beside it
// otherwise; it is what the report tells of.
func TestSingleFile(t *testing.T) {
	p := world()
	p.runtime = site.Runtime
	if _, err := site.Classic(); err != nil {
		t.Skip(err)
	}
	docs := must.Files(t, gardenDocs)
	out := t.TempDir()
	file := filepath.Join(out, "search.html")
	p.capture(t, "build", "--docs", docs, "--single-file", file).want(t, exitDone, "1 file of ", " in "+file)
	if names, err := os.ReadDir(out); err != nil || len(names) != 1 {
		t.Errorf("got %v, %v, want the file alone", names, err)
	}
	p.capture(t, "build", "--docs", docs, "--single-file", file, "--output-path", filepath.Join(out, "bundle")).want(t, exitDone, " in "+filepath.Join(out, "bundle"))
	content := readFile(t, file)
	if !strings.Contains(string(content), "var mycelFiles={") || !strings.Contains(string(content), `data-site-root="./"`) {
		t.Error("the file has no bundle, or its links start elsewhere")
	}
	p.capture(t, "build", "--docs", docs, "--single-file", "search.txt").want(t, exitUsage, "ends in .html or .js")
	p.capture(t, "build", "--docs", docs, "--single-file", file, "--no-runtime").want(t, exitUsage, "exclude each other")
}
