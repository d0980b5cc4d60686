package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Chapters are folders, a page with five sections is asked about, and the table goes between its marks.
func TestThemes(t *testing.T) {
	section := func(names ...string) (s string) {
		for _, name := range names {
			s += "\n## " + name + "\n\nThe keeper looks after the " + strings.ToLower(name) + ".\n"
		}
		return s
	}
	dir := writeFiles(t, map[string]string{
		"site/lamps/wick.md":    "# Wick Trimming\n" + section("Length", "Age", "Colour", "Price", "Smell"),
		"site/lamps/oil.md":     "# Oil\n" + section("Kinds", "Weight"),
		"site/boats/oars.md":    "# Oars\n" + section("Blades", "Handles"),
		"site/ch01-overview.md": "# Overview\n" + section("Keys", "Doors"),
		"site/ch01-more.md":     "# More\n" + section("Stairs", "Roofs"),
		"document.md":           "<!-- measured themes on 2000-01-01, code 0 of x -->\nold\n<!-- end themes -->\n",
	})
	document := filepath.Join(dir, "document.md")
	lab(t, "", "themes", "--modes", "auto", "--document", document, filepath.Join(dir, "site"))
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| site | 3 | 5 | 1 |", "| auto | ", "| overview | ", "measured themes on 2"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("got %s, want %s", text, want)
		}
	}
	lab(t, "", "outdated", document)
	lab(t, "no such directory", "themes", filepath.Join(dir, "nowhere"))
	lab(t, "no such file", "outdated", filepath.Join(dir, "nowhere"))
	lab(t, "NUMBER=SOURCES", "words", "en=x")
	lab(t, "no file", "words", "en:3="+filepath.Join(dir, "nowhere"))
}
