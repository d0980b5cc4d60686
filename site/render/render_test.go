package main

import (
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const repo = "../.."

// renderAll renders this repository's pages.
func renderAll(t *testing.T) map[string]*html.Node {
	t.Helper()
	s := &site{repo: repo, search: "mycel/"}
	if err := s.addProject(); err != nil {
		t.Fatal(err)
	}
	return parse(t, s)
}

func parse(t *testing.T, s *site) map[string]*html.Node {
	t.Helper()
	files, err := s.render()
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]*html.Node{}
	for _, f := range files {
		if path.Ext(f.path) != ".html" {
			continue
		}
		if pages[f.path], err = html.Parse(strings.NewReader(string(f.content))); err != nil {
			t.Fatal(err)
		}
	}
	return pages
}

// The navigation is the index of the documents.
func TestNavigation(t *testing.T) {
	s := tiny(t, map[string]string{"docs/README.md": "# Docs\n\nBegin [here](a.md).\n\n## Use\n\n- [A](a.md)\n- [B](b.md), [C](../C.md)\n\n## Read\n\n- [Go](go.md)\n"})
	pages, err := markdownPages(s.repo)
	want := []source{
		{"Use", "README.md", "overview.html", "Overview"}, {"Use", "docs/a.md", "docs/a.html", ""}, {"Use", "docs/b.md", "docs/b.html", ""},
		{"Use", "C.md", "C.html", ""}, {"Read", "docs/go.md", "docs/go.html", ""}, {"Read", "CHANGELOG.md", "CHANGELOG.html", ""},
	}
	if err != nil || !slices.Equal(pages, want) {
		t.Errorf("got %+v and %v", pages, err)
	}
}

// All pages of the repository render, so all their relative links lead somewhere.
// On every page ids are unique, links between pages lead to pages and anchors that
// exist, headings have one level 1, and nothing is inline that a strict policy
// forbids.
func TestPagesOfTheRepository(t *testing.T) {
	pages := renderAll(t)
	ids := map[string]map[string]bool{}
	for name, root := range pages {
		ids[name] = map[string]bool{}
		for _, n := range all(root, func(n *html.Node) bool { return attr(n, "id") != "" }) {
			if ids[name][attr(n, "id")] {
				t.Errorf("%s: two elements have the id %q", name, attr(n, "id"))
			}
			ids[name][attr(n, "id")] = true
		}
	}
	for name, root := range pages {
		if n := len(all(root, func(n *html.Node) bool { return n.DataAtom == atom.H1 })); n != 1 {
			t.Errorf("%s: %d headings of level 1", name, n)
		}
		for n := range root.Descendants() {
			if n.DataAtom == atom.Script && n.FirstChild != nil || n.DataAtom == atom.Style || attr(n, "style") != "" {
				t.Errorf("%s: inline %s", name, n.Data)
			}
			if n.DataAtom != atom.A {
				continue
			}
			ref, err := url.Parse(attr(n, "href"))
			if err != nil || ref.IsAbs() {
				continue
			}
			target := name
			if ref.Path != "" {
				target = path.Join(path.Dir(name), ref.Path)
			}
			if strings.HasPrefix(target, "mycel/") || strings.HasPrefix(target, "demo/") {
				continue // made by mycel build, and by the other run
			}
			if pages[target] == nil {
				t.Errorf("%s: link to %s, which is no page", name, target)
			} else if ref.Fragment != "" && !ids[target][ref.Fragment] {
				t.Errorf("%s: link to %s, which has no #%s", name, target, ref.Fragment)
			}
		}
	}
}

// tiny is a repository of a few files.
func tiny(t *testing.T, files map[string]string) *site {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &site{repo: dir, search: "find/"}
}

func TestLinks(t *testing.T) {
	tests := []struct{ link, want, fail string }{
		{"docs/b.md", `href="./docs/b.html"`, ""},
		{"docs/b.md#second-part", `href="./docs/b.html#second-part"`, ""},
		{"#here", `href="#here"`, ""},
		{"https://example.org/c.md", `href="https://example.org/c.md"`, ""},
		{"code.go", "the link", ""}, // a file that the site does not have
		{"docs/none.md", "", "there is no docs/none.md"},
		{"docs/b.md#third", "", "no heading #third"},
		{"#nowhere", "", "no heading #nowhere"},
		{"../a.md", "", "leads out of the repository"},
	}
	for _, tt := range tests {
		t.Run(tt.link, func(t *testing.T) {
			s := tiny(t, map[string]string{
				"a.md":      "# A\n\n## Here\n\nThis is [the link](" + tt.link + ").\n",
				"docs/b.md": "# B\n\n## Second part\n",
				"code.go":   "package code\n",
			})
			for _, p := range []source{{"g", "a.md", "index.html", ""}, {"g", "docs/b.md", "docs/b.html", ""}} {
				if err := s.addMarkdown(p); err != nil {
					t.Fatal(err)
				}
			}
			files, err := s.render()
			if tt.fail != "" {
				if err == nil || !strings.Contains(err.Error(), tt.fail) || !strings.Contains(err.Error(), "a.md") {
					t.Fatalf("got error %v, want one that names a.md and says %q", err, tt.fail)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := string(files[1].content)
			if !strings.Contains(got, tt.want) {
				t.Errorf("want %s in\n%s", tt.want, got)
			}
			if tt.want == "the link" && strings.Contains(got, "code.go") {
				t.Errorf("a link to a file that the site does not have:\n%s", got)
			}
		})
	}
}

// The pages follow each other as the navigation lists them, and the first page of the
// site leads to them.
func TestTurning(t *testing.T) {
	s := tiny(t, map[string]string{"a.md": "# A\n", "b.md": "# B\n", "c.md": "# C\n"})
	s.landing = true
	for _, name := range []string{"a", "b", "c"} {
		if err := s.addMarkdown(source{"g", name + ".md", name + ".html", ""}); err != nil {
			t.Fatal(err)
		}
	}
	pages := parse(t, s)
	for name, want := range map[string]string{"a.html": "next ./b.html", "b.html": "prev ./a.html, next ./c.html", "c.html": "prev ./b.html", "index.html": ""} {
		var got []string
		for _, a := range all(pages[name], func(n *html.Node) bool { return attr(n, "rel") == "prev" || attr(n, "rel") == "next" }) {
			if a.DataAtom == atom.A {
				got = append(got, attr(a, "rel")+" "+attr(a, "href"))
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// The library's comments become a page with an anchor for each name; links in them
// lead to the pages of other packages.
func TestPackage(t *testing.T) {
	s := tiny(t, map[string]string{
		"a/b/b.go":          "// Package b does <much>. See [c.Do].\npackage b\n\nimport \"c\"\n\n// Reader reads.\ntype Reader struct{ n int }\n\n// Read reads [Reader].\nfunc (r *Reader) Read() { panic(1) }\n",
		"a/b/b_test.go":     "package b\n",
		"c/c.go":            "// Package c.\npackage c\n\n// Do does.\nfunc Do() {}\n\nfunc hidden() {}\n",
		"internal/i/i.go":   "// Package i.\npackage i\n",
		"empty/README.text": "",
	})
	paths, err := libraryPackages(s.repo)
	if want := []string{"a", "a/b", "c", "empty"}; err != nil || !slices.Equal(paths, want) {
		t.Fatalf("got %q, %v, want %q", paths, err, want)
	}
	for _, path := range paths {
		if err := s.addPackage(s.repo, path); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.pages) != 2 {
		t.Fatalf("got %d pages, want those of a/b and c", len(s.pages))
	}
	root := parse(t, s)["pkg/a/b.html"]
	for _, id := range []string{"pkg-overview", "Reader", "Reader.Read"} {
		if len(all(root, func(n *html.Node) bool { return attr(n, "id") == id })) != 1 {
			t.Errorf("no #%s", id)
		}
	}
	content := text(root)
	for _, want := range []string{"does <much>", "func (*Reader) Read", "func (r *Reader) Read()"} {
		if !strings.Contains(content, want) {
			t.Errorf("want %q in %s", want, content)
		}
	}
	if strings.Contains(content, "panic") {
		t.Error("the body of a function is shown")
	}
	if n := len(all(root, func(n *html.Node) bool { return attr(n, "href") == "../../pkg/c.html#Do" })); n != 1 {
		t.Errorf("%d links to c.Do", n)
	}
	if n := len(all(root, func(n *html.Node) bool {
		return attr(n, "data-mycel-filter") == "part[content]" && attr(n, "content") == "a"
	})); n != 1 {
		t.Errorf("%d filters", n)
	}
}

func TestHeadings(t *testing.T) {
	s := tiny(t, map[string]string{"a.md": "# The page\n\n## What `it` is\n\n### Über C++\n\n## What it is\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```figure\n┌┐\n```\n\n```go\nx()\n```\n"})
	if err := s.addMarkdown(source{"g", "a.md", "index.html", ""}); err != nil {
		t.Fatal(err)
	}
	p := s.pages[0]
	want := []heading{{"what-it-is", "What it is"}, {"what-it-is-1", "What it is"}}
	if p.title != "The page" || !slices.Equal(p.contents, want) || !p.ids["über-c"] {
		t.Errorf("title %q, contents %v, ids %v", p.title, p.contents, p.ids)
	}
	root := parse(t, s)["index.html"]
	for _, h := range all(root, func(n *html.Node) bool { return headingLevel(n) == 3 }) {
		if a := h.LastChild; a.DataAtom != atom.A || attr(a, "href") != "#%C3%BCber-c" || attr(a, "aria-label") != "Link to “Über C++”" {
			t.Errorf("heading's link: %+v", a)
		}
	}
	if n := len(all(root, func(n *html.Node) bool { return n.DataAtom == atom.Table && attr(n.Parent, "tabindex") == "0" })); n != 1 {
		t.Errorf("%d tables in a frame that the keyboard reaches", n)
	}
	for _, pre := range all(root, func(n *html.Node) bool { return n.DataAtom == atom.Pre }) {
		drawing := strings.Contains(text(pre), "┌")
		if hidden := attr(pre, "aria-hidden") == "true"; hidden != drawing || hidden == (attr(pre, "tabindex") == "0") {
			t.Errorf("code %q: %+v", text(pre), pre.Attr)
		}
	}
}

func TestPageWithoutTitle(t *testing.T) {
	s := tiny(t, map[string]string{"a.md": "Text before.\n\n# Title\n"})
	if err := s.addMarkdown(source{"g", "a.md", "index.html", ""}); err == nil || !strings.Contains(err.Error(), "a.md") {
		t.Errorf("got %v", err)
	}
}

// Go's documents lose what a strict policy forbids; their links lead to each
// other's pages and else to go.dev.
func TestGoDocument(t *testing.T) {
	s := tiny(t, map[string]string{
		"spec.html": "<!--{\"Title\": \"The spec\", \"Subtitle\": \"Now\", \"Path\": \"/ref/spec\"}-->\n<style>p{}</style><h2 id=\"Order\">Order</h2><p onclick=\"x()\" style=\"y\"><a href=\"/ref/mem#sync\">mem</a> <a href=\"/pkg/fmt/\">fmt</a> <a href=\"#Order\">o</a></p>",
		"mem.html":  "<!--{\"Title\": \"Memory\", \"Path\": \"/ref/mem\"}--><h2 id=\"sync\">Sync</h2>",
		"bad.html":  "<p>no head</p>",
	})
	for _, p := range []source{{"Go", "spec.html", "go/spec.html", "Spec"}, {"Go", "mem.html", "go/mem.html", "Mem"}} {
		if err := s.addGo(s.repo, p); err != nil {
			t.Fatal(err)
		}
	}
	root := parse(t, s)["go/spec.html"]
	var hrefs []string
	for n := range root.Descendants() {
		if n.DataAtom == atom.Style || attr(n, "onclick") != "" || attr(n, "style") != "" {
			t.Errorf("left in: %+v", n)
		}
		if n.DataAtom == atom.A && n.Parent.DataAtom == atom.P {
			hrefs = append(hrefs, attr(n, "href"))
		}
	}
	if want := []string{"../go/mem.html#sync", "https://go.dev/pkg/fmt/", "#Order"}; !slices.Equal(hrefs, want) {
		t.Errorf("links %q, want %q", hrefs, want)
	}
	if err := s.addGo(s.repo, source{"Go", "bad.html", "x.html", ""}); err == nil || !strings.Contains(err.Error(), "bad.html") {
		t.Errorf("got %v", err)
	}
}
