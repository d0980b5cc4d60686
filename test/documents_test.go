package test

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

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
			must.Be(t, listed[d.Name()] == 1, "docs/README.md lists %s %d times, want once", d.Name(), listed[d.Name()])
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

var (
	fencedCode   = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	inlineCode   = regexp.MustCompile("`[^`\n]+`")
	markdownLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	externalLink = regexp.MustCompile(`^[a-z]+:`)
	headingLine  = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	linkAddress  = regexp.MustCompile(`\]\([^)]*\)`)
)

// anchorsOf returns the anchors that repository hosts give the headings of a document: lower case, spaces as hyphens, no other
// marks, repeats numbered.
func anchorsOf(text string) map[string]bool {
	anchors := map[string]bool{}
	for _, m := range headingLine.FindAllStringSubmatch(text, -1) {
		base := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
				return unicode.ToLower(r)
			}
			return -1
		}, linkAddress.ReplaceAllString(m[1], ""))
		anchor := base
		for i := 1; anchors[anchor]; i++ {
			anchor = fmt.Sprintf("%s-%d", base, i)
		}
		anchors[anchor] = true
	}
	return anchors
}

// brokenLink returns an error if a link of the document at name, a path below root, leads nowhere.
func brokenLink(root, name, link string) error {
	target, anchor, _ := strings.Cut(link, "#")
	to := name
	if target != "" {
		to = path.Join(path.Dir(name), target)
	}
	if strings.HasPrefix(to, "../") {
		return fmt.Errorf("%s: the link %s leads out of the repository", name, link)
	}
	info, err := os.Stat(path.Join(root, to))
	if err != nil {
		return fmt.Errorf("%s: the link %s: there is no %s", name, link, to)
	}
	if anchor == "" || info.IsDir() {
		return nil
	}
	text, err := os.ReadFile(path.Join(root, to))
	if err == nil && !anchorsOf(fencedCode.ReplaceAllString(string(text), ""))[anchor] {
		return fmt.Errorf("%s: %s has no heading #%s", name, to, anchor)
	}
	return err
}

// Relative links of documents lead to files and headings, on the site and on the host of the repository.
func TestDocumentsLink(t *testing.T) {
	checked := 0
	must.OK(t, walkSources("..", nil, func(file, rel string) error {
		if path.Ext(rel) != ".md" || strings.Contains(rel, "testdata/") {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, m := range markdownLink.FindAllStringSubmatch(inlineCode.ReplaceAllString(fencedCode.ReplaceAllString(string(text), ""), ""), -1) {
			if externalLink.MatchString(m[1]) {
				continue
			}
			checked++
			if err := brokenLink("..", rel, m[1]); err != nil {
				t.Error(err)
			}
		}
		return nil
	}))
	must.Be(t, checked >= 300, "checked %d links, which tests nothing", checked)
}

func TestBrokenLinks(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"a.md": "# A\n\n## Here\n", "b.md": "# B\n\n## What `it` is\n\n## What it is\n\n### Über C++\n"} {
		must.OK(t, os.WriteFile(path.Join(root, name), []byte(text), 0o644))
	}
	for link, want := range map[string]string{
		"b.md": "", "b.md#what-it-is-1": "", "b.md#über-c": "", "#here": "",
		"c.md": "there is no c.md", "b.md#third": "no heading #third", "#nowhere": "no heading #nowhere", "../a.md": "leads out of the repository",
	} {
		err := brokenLink(root, "a.md", link)
		must.Be(t, (err == nil) == (want == "") && (err == nil || strings.Contains(err.Error(), want)), "%s: got %v, want %q", link, err, want)
	}
}

// goImports are the packages that examples of documents name.
var goImports = map[string]string{
	"context": "context", "fmt": "fmt", "fs": "io/fs", "os": "os", "mycel": "mycel", "builder": "mycel/builder",
	"ingest": "mycel/builder/ingest", "engine": "mycel/engine", "facet": "mycel/engine/facet",
	"method": "mycel/engine/method", "param": "mycel/engine/param",
}

// goGiven are what examples take from the text around them.
const goGiven = `
var (
	ctx    context.Context
	b      *mycel.Bundle
	files  fs.FS
	bucket interface{ Put(string, []byte) error }
)
`

var (
	goBlock    = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")
	goDeclared = regexp.MustCompile(`(?m)^(\w+)(?:, err)? :=`)
)

// asPackage makes a package of an example that is part of a function.
func asPackage(example string) string {
	var out strings.Builder
	out.WriteString("package example\n\nimport (\n\t\"context\"\n\t\"io/fs\"\n\t\"mycel\"\n")
	for name, path := range goImports {
		if name != "context" && name != "fs" && name != "mycel" && regexp.MustCompile(`\b`+name+`\.[A-Z]`).MatchString(example) {
			out.WriteString("\t\"" + path + "\"\n")
		}
	}
	out.WriteString(")\n" + goGiven + "\nfunc _() error {\n")
	if !strings.Contains(example, "err :=") {
		out.WriteString("\tvar err error\n")
	}
	out.WriteString(example)
	for _, m := range goDeclared.FindAllStringSubmatch(example, -1) {
		out.WriteString("\t_ = " + m[1] + "\n")
	}
	out.WriteString("\treturn err\n}\n")
	return out.String()
}

// Examples in Go compile.
func TestExamplesOfDocuments(t *testing.T) {
	found := 0
	for _, name := range []string{"README.md", "docs/go.md"} {
		text := readFile(t, filepath.Join("..", filepath.FromSlash(name)))
		for _, m := range goBlock.FindAllStringSubmatch(string(text), -1) {
			found++
			source := m[1]
			if !strings.HasPrefix(source, "package ") {
				source = asPackage(source)
			}
			file := must.File(t, "example.go", source)
			out, err := exec.Command("go", "vet", file).CombinedOutput()
			must.Be(t, err == nil, "%s: an example does not compile: %s\n%s", name, out, source)
		}
	}
	must.Be(t, found >= 5, "got %d examples, want 5 or more", found)
}

// The example that builds makes the bundle that the program of the page asks: both run as they stand there.
func TestExamplesRun(t *testing.T) {
	blocks := goBlock.FindAllStringSubmatch(string(readFile(t, "../docs/go.md")), -1)
	ask := blocks[0][1]
	at := slices.IndexFunc(blocks, func(m []string) bool { return strings.Contains(m[1], "builder.Build") })
	build := strings.NewReplacer("package example", "package main", "func _() error {", "func main() {", "return err", "fmt.Println(report.Counts[\"documents\"], err)").Replace(asPackage(blocks[at][1]))
	build = strings.NewReplacer("ctx    context.Context", "ctx = context.Background()", "import (", "import (\n\t\"fmt\"").Replace(build)
	dir := must.Files(t, map[string]string{"docs/threads.md": "# Threads\n\nA thread runs.\n\n## Sharing\n\nThreads share data by locks.", "docs/bread.md": "# Bread\n\nIt is baked."})
	for _, example := range []struct{ source, want string }{{build, "2 <nil>\n"}, {ask, "threads.html#sharing Sharing\n    Threads share data by locks.\n"}} {
		program := filepath.Join(t.TempDir(), "example")
		must.Write(t, program+".go", example.source)
		if out, err := exec.Command("go", "build", "-o", program, program+".go").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s\n%s", err, out, example.source)
		}
		run := exec.Command(program)
		run.Dir = dir
		out, err := run.CombinedOutput()
		must.Be(t, err == nil && strings.Contains(string(out), example.want), "%v: got %s, want %s", err, out, example.want)
	}
}
