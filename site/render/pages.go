package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// source is one page of the site before it is read. The navigation has the order of the
// list.
type source struct {
	group  string // heading in the navigation
	source string // slash path of the file, relative to its root
	out    string // slash path of the page, relative to the site's root
	label  string // in the navigation; "" takes the page's title
}

// Groups of the navigation of Go's documentation.
const (
	groupGo      = "The Go language"
	groupLibrary = "The standard library"
)

// A link of docs/README.md to a document.
var indexLink = regexp.MustCompile(`\]\(([^)]+\.md)\)`)

// markdownPages lists the pages made from the repository's Markdown: those that docs/README.md links, in its order, each
// in the group of the heading above.
func markdownPages(repo string) ([]source, error) {
	index, err := os.ReadFile(filepath.Join(repo, "docs", "README.md"))
	if err != nil {
		return nil, err
	}
	var pages []source
	group := ""
	for line := range strings.Lines(string(index)) {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			group = strings.TrimSpace(heading)
			if len(pages) == 0 {
				pages = append(pages, source{group, "README.md", "overview.html", "Overview"})
			}
		} else if group != "" {
			for _, m := range indexLink.FindAllStringSubmatch(line, -1) {
				name := path.Join("docs", m[1])
				pages = append(pages, source{group, name, strings.TrimSuffix(name, ".md") + ".html", labels[name]})
			}
		}
	}
	return append(pages, source{group, "CHANGELOG.md", "CHANGELOG.html", ""}), nil
}

// labels are names in the navigation that are shorter than the titles.
var labels = map[string]string{"engine/bundle/FORMAT.md": "Bundle format"}

// goPages lists the pages made from Go's documents. Links between them, which name addresses on
// go.dev, stay on the site.
func goPages() []source {
	return []source{
		{groupGo, "go_spec.html", "spec.html", "Specification"},
		{groupGo, "go_mem.html", "mem.html", "Memory model"},
	}
}
