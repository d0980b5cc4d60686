package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Pages that answer a question together are pairs in both directions; a link brings them near each other.
func TestRelated(t *testing.T) {
	dir := writeFiles(t, map[string]string{
		"q/questions.jsonl": `{"corpus": "lamps", "set": "rule", "want": ["wick.md", "oil.md"]}
{"corpus": "lamps", "set": "rule", "want": ["oil.md", "wick.md"]}
{"corpus": "lamps", "set": "two-pages", "want": ["oil.md", "wick.md", "lens.md"], "parts": [["oil.md", "wick.md"], ["lens.md"]]}
`,
		"q/lamps/wick.md": "# Wick\n\nTrim it, and see [what burns](oil.md).\n\n## Length\n\nShort.\n\n## Age\n\nNew.\n",
		"q/lamps/oil.md":  "# Oil\n\nIt burns.\n\n## Kinds\n\nMany.\n\n## Price\n\nLow.\n",
		"q/lamps/lens.md": "# Lens\n\nIt bends light.\n\n## Glass\n\nClear.\n",
		"document.md":     "<!-- measured related on 2000-01-01, code 0 of x -->\nold\n<!-- end related -->\n",
	})
	document := filepath.Join(dir, "document.md")
	lab(t, "", "related", "--questions", filepath.Join(dir, "q"), "--document", document)
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| rule | 2 | 0.000 | 1.000 | 0.000 | 1.000 |", "| two-pages | 4 | 0.000 | 0.000 | 0.000 | 0.000 |", "| all | 6 | 0.000 | 0.333 |"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("got %s, want %s", text, want)
		}
	}
	lab(t, "no --questions", "related")
}
