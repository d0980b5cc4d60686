package test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mycel/internal/must"
)

// The picture in ARCHITECTURE.md shows the layers that TestEngineLayers checks.
func TestPictureOfLayers(t *testing.T) {
	page := readFile(t, "../ARCHITECTURE.md")
	_, picture, _ := strings.Cut(string(page), "\n## Imports\n\n```figure\n")
	picture, _, ok := strings.Cut(picture, "```")
	must.Hold(t, ok, "ARCHITECTURE.md has no picture below the heading Imports")
	var drawn [][]string
	for line := range strings.Lines(picture) {
		if names, _, _ := strings.Cut(line, "   "); names != "" && len(drawn) < len(layers) {
			drawn = append(drawn, strings.Fields(names))
		}
	}
	for i, layer := range layers {
		want := slices.Clone(layer)
		if slices.Equal(want, []string{""}) {
			want = []string{"engine"}
		}
		must.Hold(t, i != len(drawn), "the picture has %d layers, want %d", i, len(layers))
		slices.Sort(drawn[i])
		slices.Sort(want)
		must.Equal(t, drawn[i], want, "layer %d of the picture", i+1)
	}
}

// Budgets of words. A page for users answers one question; whatever else there is to say belongs to the second part.
const (
	wordsOfPage, wordsOfReadme             = 1500, 800
	wordsForUsers, wordsOfDocs             = 18000, 38000
	wordsOfMarkdown                        = 60000 // all but the changelog
	fewestPagesForUsers, mostPagesForUsers = 12, 16
)

// Documents are short. docs/README.md lists them all, once: those for users, then those for the curious.
func TestDocumentsAreShort(t *testing.T) {
	words := func(name string) int {
		text := readFile(t, filepath.Join("..", name))
		return len(strings.Fields(string(text)))
	}
	within := func(what string, n, most int) {
		must.Be(t, n <= most, "%s: %d words, more than %d", what, n, most)
	}
	index := readFile(t, "../docs/README.md")
	first, second, ok := strings.Cut(string(index), "\n## For the curious\n")
	if _, first, _ = strings.Cut(first, "\n## For users\n"); !ok || first == "" {
		t.Fatal("docs/README.md has no two parts")
	}
	link := regexp.MustCompile(`\]\(([^)/]+\.md)\)`)
	listed := map[string]int{"README.md": 1}
	users, forUsers := link.FindAllStringSubmatch(first, -1), 0
	for _, m := range users {
		n := words("docs/" + m[1])
		within("docs/"+m[1], n, wordsOfPage)
		forUsers += n
	}
	if len(users) < fewestPagesForUsers || len(users) > mostPagesForUsers {
		t.Errorf("%d pages for users, want %d to %d", len(users), fewestPagesForUsers, mostPagesForUsers)
	}
	for _, m := range append(users, link.FindAllStringSubmatch(second, -1)...) {
		listed[m[1]]++
	}
	docs, all := 0, 0
	must.OK(t, filepath.WalkDir("..", func(name string, d os.DirEntry, err error) error {
		if d.IsDir() && (slices.Contains([]string{"build", "node_modules", "dist"}, d.Name()) || name != ".." && strings.HasPrefix(d.Name(), ".") && d.Name() != ".github") {
			return filepath.SkipDir
		}
		if err != nil || filepath.Ext(name) != ".md" || d.Name() == "CHANGELOG.md" {
			return err
		}
		n := words(strings.TrimPrefix(name, "../"))
		all += n
		if filepath.Dir(name) == "../docs" {
			docs += n
			if listed[d.Name()] != 1 {
				t.Errorf("docs/README.md lists %s %d times, want once", d.Name(), listed[d.Name()])
			}
		}
		return nil
	}))
	within("README.md", words("README.md"), wordsOfReadme)
	within("pages for users", forUsers, wordsForUsers)
	within("docs", docs, wordsOfDocs)
	within("Markdown without the changelog", all, wordsOfMarkdown)
	t.Logf("users %d, docs %d, all %d words", forUsers, docs, all)
}

// sourcePath matches a path of the repository in a document.
var sourcePath = regexp.MustCompile("`((?:builder|cmd|engine|js|site|test|wasm)/[A-Za-z0-9_./-]+)`")

// Documents name files and folders that exist, so that a reader can open them.
func TestDocumentsNameFiles(t *testing.T) {
	documents := must.Get(filepath.Glob("../docs/*.md"))(t)
	documents = append(documents, "../README.md", "../ARCHITECTURE.md", "../CONTRIBUTING.md", "../RATIONALE.md", "../engine/bundle/FORMAT.md")
	named := 0
	for _, document := range documents {
		text := readFile(t, document)
		for _, m := range sourcePath.FindAllSubmatch(text, -1) {
			named++
			if _, err := os.Stat(path.Join("..", string(m[1]))); err != nil {
				t.Errorf("%s names %s: %v", path.Base(document), m[1], err)
			}
		}
	}
	must.Be(t, named >= 50, "found %d paths, which tests nothing", named)
}
