package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The default mode is compared on both halves of sites and sets, and the tables go between their marks.
func TestModes(t *testing.T) {
	dir := writeFiles(t, map[string]string{
		"q/questions.jsonl": `{"corpus": "lamps", "query": "trim the wick", "want": ["wick.md"], "urls": ["https://lamps.example/wick"], "half": "tune"}
{"corpus": "lamps", "query": "wick length", "want": ["wick.md"], "urls": ["https://lamps.example/wick#Length"], "half": "tune"}
{"corpus": "lamps", "query": "age of a wick", "want": ["wick.md"], "urls": ["https://lamps.example/wick#length"], "half": "tune"}
{"corpus": "lamps", "query": "oil", "want": ["oil.md", "wick.md"], "half": "check"}
{"corpus": "lamps", "query": "never written", "want": ["oil.md"], "half": "check"}
{"corpus": "lamps", "query": "oil and wick", "parts": [["oil.md"], ["wick.md"]], "half": "check"}
`,
		"q/lamps/wick.md": "# Wick\n\nTrim the wick.\n\n## Length\n\nShort.\n\n## Age\n\nNew.\n",
		"q/lamps/oil.md":  "# Oil\n\nOil burns.\n\n## Kinds\n\nMany.\n\n## Price\n\nLow.\n",
		"overview.md":     "<!-- measured auto on 2000-01-01, code 0 of x -->\n<!-- end auto -->\n",
		"document.md":     "<!-- measured modes on 2000-01-01, code 0 of x -->\nold\n<!-- end modes -->\n",
	})
	set := writeFiles(t, gardenSet)
	document, overview := filepath.Join(dir, "document.md"), filepath.Join(dir, "overview.md")
	lab(t, "", "modes", "--questions", filepath.Join(dir, "q"), "--modes", "bm25", "--document", document, "--overview", overview, set)
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| mode | q, tune (3), MRR@10 | q, tune (2), right section, Success@5 | " + filepath.Base(set) + ", odd (3), Recall@5 |", "| mode | q, check (2), MRR@10 | " + filepath.Base(set) + ", even (2), nDCG@10 |",
		"| auto | 1.000 | 0.500 |", "| auto | 0.500 |", "| bm25 | 0 |",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("got %s, want %s", text, want)
		}
	}
	if strings.Contains(string(text), "old") {
		t.Errorf("the old table is still there: %s", text)
	}
	if text, err = os.ReadFile(overview); err != nil || !strings.Contains(string(text), "| q, 2 queries | MRR@10 | 0.500 | `bm25` | +0.000 [+0.000, +0.000] |") {
		t.Errorf("got %s, error %v", text, err)
	}
	lab(t, "no set", "modes")
}
