package test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mycel/builder"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/internal/must"
)

// Opening an index takes memory for its core, and not for documents, terms or entities: a page
// pays for these when their parts arrive.
func TestOpenCostsTheCore(t *testing.T) {
	for name, sections := range map[string]int{"passages": 1, "documentation": 4} {
		small, core := openCost(t, 200, sections)
		large, largeCore := openCost(t, 4000, sections)
		t.Logf("%s: %d bytes for a core of %d, %d for a core of %d", name, small, core, large, largeCore)
		if more, most := large-small, 16*(largeCore-core); more > most {
			t.Errorf("%s: opening 20 times the documents takes %d bytes more, want at most %d", name, more, most)
		}
	}
}

// openCost builds a corpus with the given numbers of passages and of sections a page. It returns the
// bytes that opening the index allocates, and the bytes of the core.
func openCost(t *testing.T, passages, sections int) (allocated, core int) {
	dir := t.TempDir()
	c := builder.Config{Output: filepath.Join(dir, "bundle"), Version: "0"}
	page := "" // of documentation
	var lines strings.Builder
	n := 0
	for p := range synth.Zipf(1, passages) {
		if n++; sections == 1 {
			line := must.Get(json.Marshal(map[string]string{"_id": p.ID, "title": p.Title, "text": p.Text}))(t)
			lines.Write(append(line, '\n'))
			continue
		}
		if page += "## " + p.Title + "\n\n" + p.Text + "\n\n"; n%sections == 0 {
			must.Write(t, filepath.Join(dir, "docs", fmt.Sprint(n)+".md"), "# Page "+p.Title+"\n\n"+page)
			page = ""
		}
	}
	if c.Docs = []string{filepath.Join(dir, "docs")}; sections == 1 {
		c.Docs, c.JSONL = nil, []string{filepath.Join(dir, "corpus.jsonl")}
		must.Write(t, c.JSONL[0], lines.String())
	}
	must.Get(builder.Build(context.Background(), c))(t)
	m := readManifest(t, c.Output)
	b := must.Get(m.ReadFile(c.Output, m.Index))(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := engine.Open(b)
	if runtime.ReadMemStats(&after); err != nil {
		t.Fatal(err)
	}
	return int(after.TotalAlloc - before.TotalAlloc), len(b)
}
