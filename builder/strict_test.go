package builder

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A page that cannot be read is left out and counted; Strict makes the build fail and
// leaves the output as it is.
func TestFaultyPage(t *testing.T) {
	docs, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	for name, content := range map[string]string{
		"a.md": "The gauge of Brask stands at the weir.", "b.md": "\xff", "c.md": "---\ndraft: true\n---\nx", "d.md": "---\na: b: c\n---\n",
	} {
		if err := os.WriteFile(filepath.Join(docs, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Build(context.Background(), Config{Docs: []string{docs}, Output: out})
	if err != nil {
		t.Fatal(err)
	}
	if r.Skipped != 3 || r.Faulty != 2 || r.Counts["documents"] != 1 {
		t.Errorf("%d skipped, %d faulty, %d documents", r.Skipped, r.Faulty, r.Counts["documents"])
	}
	faulty := 0
	for _, n := range r.Notices {
		if n.Kind == NoticeFaulty {
			faulty = n.Count
		}
	}
	if faulty != 2 {
		t.Errorf("notices %+v, want one of two faulty pages", r.Notices)
	}
	before := contents(t, out)
	_, err = Build(context.Background(), Config{Docs: []string{docs}, Output: out, Strict: true, ChunkTokens: 20})
	if err == nil || !strings.Contains(err.Error(), "b.md: not UTF-8") || !strings.Contains(err.Error(), "d.md:2: front matter") || strings.Contains(err.Error(), "c.md") {
		t.Errorf("strict: got %v", err)
	}
	same(t, "strict", before, contents(t, out))
	for _, name := range []string{"b.md", "d.md"} {
		if err := os.Remove(filepath.Join(docs, name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Build(context.Background(), Config{Docs: []string{docs}, Output: out, Strict: true}); err != nil {
		t.Errorf("strict, with a draft: %v", err)
	}
}
