package test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The picture in ARCHITECTURE.md shows the layers that TestEngineLayers checks.
func TestPictureOfLayers(t *testing.T) {
	page, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, picture, _ := strings.Cut(string(page), "\n## Imports\n\n```figure\n")
	picture, _, ok := strings.Cut(picture, "```")
	if !ok {
		t.Fatal("ARCHITECTURE.md has no picture below the heading Imports")
	}
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
		if i == len(drawn) {
			t.Fatalf("the picture has %d layers, want %d", i, len(layers))
		}
		slices.Sort(drawn[i])
		slices.Sort(want)
		if !slices.Equal(drawn[i], want) {
			t.Errorf("layer %d of the picture is %q, want %q", i+1, drawn[i], want)
		}
	}
}

// sourcePath matches a path of the repository in a document.
var sourcePath = regexp.MustCompile("`((?:builder|cmd|engine|js|site|test|wasm)/[A-Za-z0-9_./-]+)`")

// Documents name files and folders that exist, so that a reader can open them.
func TestDocumentsNameFiles(t *testing.T) {
	documents, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	documents = append(documents, "../README.md", "../ARCHITECTURE.md", "../CONTRIBUTING.md", "../RATIONALE.md", "../engine/bundle/FORMAT.md")
	named := 0
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range sourcePath.FindAllSubmatch(text, -1) {
			named++
			if _, err := os.Stat(path.Join("..", string(m[1]))); err != nil {
				t.Errorf("%s names %s: %v", path.Base(document), m[1], err)
			}
		}
	}
	if named < 50 {
		t.Errorf("found %d paths, which tests nothing", named)
	}
}
