package main

import (
	"io/fs"
	"os"
	"path"
	"slices"
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

// Groups of the navigation, in order.
const (
	groupUse     = "Using Mycel"
	groupInside  = "How it works"
	groupMeasure = "What it is worth"
	groupProject = "The project"
	groupGo      = "The Go language"
	groupLibrary = "The standard library"
)

// markdownPages lists the pages made from the repository's Markdown. Documents of docs/ that are
// not listed follow after those on the inside.
func markdownPages(repo string) ([]source, error) {
	pages := slices.Clone(listed)
	last := 0
	for i, p := range pages {
		if p.group == groupInside {
			last = i + 1
		}
	}
	err := fs.WalkDir(os.DirFS(repo), "docs", func(name string, d fs.DirEntry, err error) error {
		known := slices.ContainsFunc(listed, func(p source) bool { return p.source == name })
		if err == nil && path.Ext(name) == ".md" && !known {
			pages = slices.Insert(pages, last, source{groupInside, name, strings.TrimSuffix(name, ".md") + ".html", ""})
			last++
		}
		return err
	})
	return pages, err
}

// listed are the pages with a fixed position in the navigation.
var listed = []source{
	{groupUse, "README.md", "overview.html", "Overview"},
	{groupUse, "docs/quick-start.md", "docs/quick-start.html", ""},
	{groupUse, "docs/plugins.md", "docs/plugins.html", ""},
	{groupUse, "docs/recipes.md", "docs/recipes.html", ""},
	{groupUse, "docs/cli.md", "docs/cli.html", ""},
	{groupUse, "docs/sources.md", "docs/sources.html", ""},
	{groupUse, "docs/search.md", "docs/search.html", ""},
	{groupUse, "docs/hosting.md", "docs/hosting.html", ""},
	{groupUse, "docs/component.md", "docs/component.html", ""},
	{groupUse, "docs/playground.md", "docs/playground.html", ""},
	{groupUse, "docs/map.md", "docs/map.html", ""},
	{groupUse, "docs/javascript.md", "docs/javascript.html", ""},
	{groupUse, "docs/go.md", "docs/go.html", ""},
	{groupUse, "docs/evidence.md", "docs/evidence.html", ""},
	{groupUse, "docs/adapters.md", "docs/adapters.html", ""},
	{groupUse, "docs/mcp.md", "docs/mcp.html", ""},
	{groupUse, "docs/llm.md", "docs/llm.html", ""},
	{groupUse, "docs/many-machines.md", "docs/many-machines.html", ""},
	{groupInside, "ARCHITECTURE.md", "ARCHITECTURE.html", ""},
	{groupInside, "docs/strategies.md", "docs/strategies.html", ""},
	{groupInside, "docs/vectors.md", "docs/vectors.html", ""},
	{groupInside, "docs/text-analysis.md", "docs/text-analysis.html", ""},
	{groupInside, "engine/bundle/FORMAT.md", "engine/bundle/FORMAT.html", "Bundle format"},
	{groupInside, "RATIONALE.md", "RATIONALE.html", ""},
	{groupMeasure, "docs/papers.md", "docs/papers.html", ""},
	{groupMeasure, "docs/evaluation.md", "docs/evaluation.html", ""},
	{groupMeasure, "docs/studies.md", "docs/studies.html", ""},
	{groupMeasure, "docs/dialects.md", "docs/dialects.html", ""},
	{groupMeasure, "docs/real-sites.md", "docs/real-sites.html", ""},
	{groupMeasure, "docs/measurements.md", "docs/measurements.html", ""},
	{groupMeasure, "docs/reliability.md", "docs/reliability.html", ""},
	{groupMeasure, "docs/long-documents.md", "docs/long-documents.html", ""},
	{groupProject, "CONTRIBUTING.md", "CONTRIBUTING.html", ""},
	{groupProject, "CHANGELOG.md", "CHANGELOG.html", ""},
}

// goPages lists the pages made from Go's documents. Links between them, which name addresses on
// go.dev, stay on the site.
func goPages() []source {
	return []source{
		{groupGo, "go_spec.html", "spec.html", "Specification"},
		{groupGo, "go_mem.html", "mem.html", "Memory model"},
	}
}
