package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A bench of a given corpus prints a row for opening and a row for each mode.
func TestBench(t *testing.T) {
	t.Chdir("..") // the bench is run beside js/
	dir := writeFiles(t, gardenSet)
	out, _ := lab(t, "", "bench", "--engines", "native,Node", "--modes", "bm25,evidence",
		"--jsonl", filepath.Join(dir, "corpus.jsonl"), "--queries", filepath.Join(dir, "queries.jsonl"))
	for _, want := range []string{"6 documents built in ", ", 5 queries, ", "p50 / p95 | native | Node |", "\n| open | ", "\n| bm25 | ", "\n| evidence | "} {
		if !strings.Contains(out, want) {
			t.Errorf("got %q, want it to contain %q", out, want)
		}
	}
	lab(t, `--modes: got "magic"`, "bench", "--modes", "magic")
	lab(t, "quantum: want some of native", "bench", "--engines", "quantum", "--passages", "50")
}
