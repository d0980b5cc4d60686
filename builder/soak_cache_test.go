package builder

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSoakCache edits real corpora 200 times, builds each time with one cache, and compares
// every file of every tenth bundle with a build without a cache.
func TestSoakCache(t *testing.T) {
	data := os.Getenv("MYCEL_DATA")
	if os.Getenv("MYCEL_SOAK") == "" || data == "" {
		t.Skip("soak")
	}
	for _, name := range []string{"rust-book", "hotpotqa", "docs-questions/vue-docs", "docs-questions/react-docs", "docs-questions/astro-docs", "docs-questions/rust-reference"} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			g := gardenOf(t, filepath.Join(data, name))
			temp := t.TempDir()
			cached, clean, file := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), filepath.Join(temp, "cache")
			g.build(Config{}, cached, file)
			reused := 0
			for step := 1; step <= 200; step++ {
				what := g.edit()
				reused += g.build(Config{}, cached, file).Reuse.Pages
				if step%10 != 0 {
					continue
				}
				g.build(Config{}, clean, "")
				same(t, fmt.Sprintf("after edit %d, %s", step, what), contents(t, cached), contents(t, clean))
				if t.Failed() {
					return
				}
			}
			t.Logf("200 edits, 20 comparisons, %d pages, %d were taken from the cache in the mean", len(g.pages), reused/200)
		})
	}
}

// gardenOf copies a data set: its corpus.jsonl, or its pages in Markdown.
func gardenOf(t *testing.T, dir string) *garden {
	t.Helper()
	if _, err := os.Stat(dir); err != nil {
		t.Skip(err)
	}
	g := &garden{t: t, rng: rand.New(rand.NewPCG(1, 2)), dir: t.TempDir(), pages: map[string]string{}}
	if lines, err := os.ReadFile(filepath.Join(dir, corpusName)); err == nil {
		g.lines = true
		for line := range strings.Lines(string(lines)) {
			var p struct{ ID, Title, Text string }
			if err := json.Unmarshal([]byte(strings.Replace(line, `"_id"`, `"id"`, 1)), &p); err != nil {
				t.Fatal(err)
			}
			g.pages[p.ID] = "# " + p.Title + "\n" + p.Text
		}
	} else {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if ext := filepath.Ext(path); err != nil || d.IsDir() || ext != ".md" && ext != ".mdx" {
				return err
			}
			text, err := os.ReadFile(path)
			name, _ := filepath.Rel(dir, path)
			g.write(name, string(text))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	// What is new is made of what is there.
	paragraph := func() string {
		all := strings.Split(g.pages[g.name()], "\n\n")
		return all[g.rng.IntN(len(all))]
	}
	g.sentence = func() string {
		if said := sentencesOf(strings.Split(g.pages[g.name()], "\n\n")); len(said) > 0 {
			return g.pick(said)
		}
		return "There is nothing to be said here."
	}
	g.page = func() string {
		text := "# The " + titled(strings.Join(aWord.FindAllString(g.sentence(), 2), " ")) + "\n"
		for range 1 + g.rng.IntN(6) {
			text += "\n" + paragraph() + "\n"
		}
		if strings.Contains(text, "---") { // no part of a front matter
			return "# A Page\n\n" + g.sentence() + "\n"
		}
		return text
	}
	if len(g.pages) < 10 {
		t.Fatalf("%s: %d pages", dir, len(g.pages))
	}
	return g
}
