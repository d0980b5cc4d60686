package builder

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel/engine/model"
	"mycel/internal/must"
)

// vocabularyOf builds a bundle of two pages and returns the names of its entities.
func vocabularyOf(t *testing.T, change func(*Config)) ([]string, error) {
	t.Helper()
	dir := t.TempDir()
	corpus := filepath.Join(dir, "corpus.jsonl")
	lines := `{"_id": "a", "title": "Ed Wood (film)", "text": "Ed Wood is a film about the NASA of trash. Later the critics of Hollywood liked it."}
{"_id": "b", "title": "Bela Lugosi", "text": "He met Ed Wood in Hollywood."}
`
	must.OK(t, os.WriteFile(corpus, []byte(lines), 0o644))
	c := Config{JSONL: []string{corpus}, Output: filepath.Join(dir, "bundle"), Version: "0"}
	change(&c)
	if _, err := Build(context.Background(), c); err != nil {
		return nil, err
	}
	b := mustOpen(t, c.Output)
	must.OK(t, b.LoadAll(context.Background()))
	x := b.Engine().Index().Entities
	var names []string
	for e := range x.Len() {
		names = append(names, x.Name(model.EntityID(e)))
	}
	slices.Sort(names)
	return names, nil
}

func TestRecognisers(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"rules", func(*Config) {}, "Bela Lugosi, Ed Wood, Hollywood, NASA"},
		{"a file of names", func(c *Config) {
			c.Names = filepath.Join(t.TempDir(), "names.txt")
			must.OK(t, os.WriteFile(c.Names, []byte("drop: NASA\nkeep: critics\njoin: Tinseltown, Hollywood\n"), 0o644))
		}, "Bela Lugosi, Ed Wood, Tinseltown, critics"},
		{"rules without titles", func(c *Config) { c.NoTitles = true }, "Ed Wood, Hollywood, NASA"},
	} {
		got, err := vocabularyOf(t, test.change)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: got %q, want %q", test.name, strings.Join(got, ", "), test.want)
		}
	}
}

// The title of the only document is no entity of every chunk, and no section is about it.
func TestTitleOfOnlyDocument(t *testing.T) {
	text := "# Vendrel\n\nThe tower stands in Vendrel.\n\n## Tower\n\nIt has a lamp by Edvard Lund.\n\n## Lamp\n\nIt is lit at dusk.\n"
	for pages, want := range map[int]int{1: 1, 2: 3} {
		of := map[string]string{"vendrel.md": text, "brask.md": "# Brask\n\nA town.\n"}
		if pages == 1 {
			delete(of, "brask.md")
		}
		out, _ := buildPages(t, must.Files(t, of), nil, nil)
		x := openBundle(t, out).Engine().Index()
		e, ok := x.Entities.Find("vendrel")
		must.Hold(t, ok, "%d pages: Vendrel is no entity", pages)
		must.Equal(t, x.EntityChunks.Len(uint32(e)), want, "%d pages: Vendrel is in", pages)
		must.Equal(t, len(x.Titles.About(e)), map[int]int{1: 0, 2: 3}[pages], "%d pages", pages)
	}
}

// A listing mentions no term: its keywords are common nouns. Names and codes it mentions.
func TestListingsMentionNoTerms(t *testing.T) {
	pages := map[string]string{}
	for i := range 6 {
		pages[fmt.Sprintf("prose%d.md", i)] = fmt.Sprintf("# Page %d\n\nThe water clock of town %d drips slowly. A water clock needs a keeper, who reads `dripRate`.\n\n## More\n\nText.\n", i, i)
		pages[fmt.Sprintf("listing%d.md", i)] = fmt.Sprintf("# Sheet %d\n\nRun this:\n\n```\nset water clock = dripRate %d\n```\n\n## More\n\nText.\n", i, i)
	}
	out, _ := buildPages(t, must.Files(t, pages), nil, nil)
	x := openBundle(t, out).Engine().Index()
	for name, want := range map[string]int{"water clock": 6, "dripRate": 12} {
		e := -1
		for i := range x.Entities.Len() {
			if x.Entities.Name(model.EntityID(i)) == name {
				e = i
			}
		}
		must.Hold(t, e >= 0, "%s is no entity", name)
		must.Equal(t, x.EntityChunks.Len(uint32(e)), want)
	}
}
