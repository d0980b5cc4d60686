package llmstxt

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	source "github.com/yuin/goldmark/text"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// code returns the place of the first occurrence of a part of a text.
func code(t *testing.T, text, part string, kind document.CodeKind) document.Code {
	t.Helper()
	at := strings.Index(text, part)
	must.Hold(t, at >= 0, "%q is not in the text", part)
	return document.Code{Start: at, End: at + len(part), Kind: kind}
}

// site is documents with all that the files must cope with.
func site(t *testing.T) []document.Document {
	var (
		nowhere = "Without address\n\n" + strings.Repeat("Long sentences are cut. ", 20)
		letters = strings.Repeat("ö", 300)
	)
	const (
		intro   = "Install the tool.\n\n# is no heading here, and ``` no fence.\n\n> nor a quotation\n\n---\n\nRun tidectl export now, or a`b.\n\nfirst line\n\n```\nlast line"
		guide   = "Two sections have a text."
		listing = "curl example.org\n\nA page that begins with a listing. It says more after it."
	)
	at := strings.Index(guide, "have")
	listed := strings.Index(intro, "first line")
	return []document.Document{
		{ID: "guide/index.html", URL: "guide/", Title: "The [old] guide", Text: guide, Sections: []document.Section{
			{Level: 1, Heading: "The [old] guide", End: at}, {Level: 2, Heading: "Deeper", Start: at, End: at}, {Level: 6, Heading: "Deepest\nof all", Start: at, End: len(guide)},
		}},
		{ID: "guide/intro.html", URL: "guide/intro (1).html", Title: "Introduction", Text: intro, Sections: document.OneSection(intro), Code: []document.Code{
			code(t, intro, "tidectl", document.Inline), code(t, intro, "export", document.Inline), code(t, intro, "a`b", document.Inline),
			{Start: listed, End: len(intro), Kind: document.Fenced},
		}},
		{ID: "index.html", URL: "./", Title: "Tides", Text: "Welcome.", Sections: document.OneSection("Welcome."), Facets: document.Facets{Fields: map[string]string{"description": "How the sea\n is measured"}}},
		{ID: "listing.html", URL: "https://example.org/listing", Title: "Listing", Text: listing, Sections: document.OneSection(listing), Code: []document.Code{code(t, listing, "curl example.org", document.Output)}},
		{ID: "nowhere", Title: "Without address", Text: nowhere, Sections: document.OneSection(nowhere)},
		{ID: "reference/a.html", URL: "/reference/a.html", Title: "A", Text: letters, Sections: document.OneSection(letters)},
	}
}

func TestGolden(t *testing.T) {
	docs := site(t)
	for name, got := range map[string][]byte{ListName: List(docs, "../", "en"), FullName: Full(docs, "../", "en")} {
		file := filepath.Join("testdata", name)
		if *update {
			must.OK(t, os.WriteFile(file, got, 0o644))
		}
		want := must.Get(os.ReadFile(file))(t)
		must.Be(t, string(got) == string(want), "%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// Markup in titles, headings and descriptions is shown, and makes no link and no picture.
func TestMarkupOfDocuments(t *testing.T) {
	const link, tag = "a](https://evil.example/) ![x](https://evil.example/p.png) [b", "<img src=x> Vec<T> 1 < 2 \\"
	text := "One sentence."
	d := document.Document{ID: "index.html", URL: "./", Title: link, Text: text, Facets: document.Facets{Fields: map[string]string{"description": link + tag}}, Sections: []document.Section{
		{Level: 1, Heading: link, End: 4}, {Level: 2, Heading: tag, Start: 4, End: len(text)},
	}}
	other := d
	other.ID, other.URL, other.Title = "guide[1](x)/index.html", "", tag
	for name, content := range map[string][]byte{ListName: List([]document.Document{d, other}, "./", "en"), FullName: Full([]document.Document{d, other}, "./", "en")} {
		var links []string
		tree := goldmark.DefaultParser().Parse(source.NewReader(content))
		_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			switch n := n.(type) {
			case *ast.Image, *ast.RawHTML, *ast.HTMLBlock:
				t.Errorf("%s has a %s:\n%s", name, n.Kind(), content)
			case *ast.Link:
				if entering {
					links = append(links, string(n.Destination))
				}
			}
			return ast.WalkContinue, nil
		})
		if want := map[string]string{ListName: "./"}[name]; strings.Join(links, " ") != want {
			t.Errorf("%s: got the links %q, want %q:\n%s", name, links, want, content)
		}
		must.Be(t, strings.Contains(string(content), `1 < 2 \\`), "%s lost a part of a title:\n%s", name, content)
	}
}

// A site without a front page is called after its first document.
func TestNoFrontPage(t *testing.T) {
	docs := []document.Document{{ID: "b", Title: "B", Text: "Text of b.", Sections: document.OneSection("Text of b.")}, {ID: "a/b", Title: "A"}}
	const want = "# B\n\n> Documents: 2.\n\n## Pages\n\n- B: Text of b.\n\n## a\n\n- A\n"
	must.Equal(t, string(List(docs, "./", "en")), want)
}

// Translations are listed behind the pages of the site's language, and their texts are left out.
func TestLanguages(t *testing.T) {
	page := func(id, lang, title string) document.Document {
		return document.Document{ID: id, URL: id, Lang: lang, Title: title, Text: title + ".", Sections: document.OneSection(title + ".")}
	}
	docs := []document.Document{page("de/index.html", "de-AT", "Gezeiten"), page("fr/index.html", "fr", "Marées"), page("index.html", "en-GB", "Tides"), page("plain.html", "", "Plain")}
	list := string(List(docs, "", "en"))
	want := "# Tides\n\n> Tides.\n\n## Pages\n\n- [Tides](index.html): Tides.\n- [Plain](plain.html): Plain.\n\n## Optional\n\n- [Gezeiten](de/index.html): Gezeiten.\n- [Marées](fr/index.html): Marées.\n"
	must.Equal(t, list, want)
	full := string(Full(docs, "", "en"))
	if !strings.Contains(full, "## Tides") || !strings.Contains(full, "## Plain") || strings.Contains(full, "Gezeiten") {
		t.Errorf("got\n%s", full)
	}
	if list := string(List(docs[:2], "", "en")); !strings.Contains(list, "Gezeiten") || strings.Contains(list, "Optional") {
		t.Errorf("where nothing is of the site's language:\n%s", list)
	}
}

// A first sentence that is too long ends with a word, and a word that is too long in its middle.
func TestShorten(t *testing.T) {
	words := strings.Repeat("word ", maxDescription/5)
	for text, want := range map[string]string{
		strings.Repeat("w", maxDescription):          strings.Repeat("w", maxDescription),
		"One. " + words:                              "One.",
		words + "end":                                strings.TrimSuffix(words, " ") + "…",
		words[1:] + "end":                            words[1:len(words)-1] + "…",
		strings.Repeat("w", maxDescription+1):        strings.Repeat("w", maxDescription) + "…",
		strings.Repeat("w", maxDescription-1) + "öö": strings.Repeat("w", maxDescription-1) + "…",
	} {
		must.Equal(t, shorten(text), want, "%q", text)
	}
}

// Code that lies outside of the part is left out.
func TestMarkdownOfCode(t *testing.T) {
	const text = "Run ls -l.\nx = 1 end"
	for _, test := range []struct {
		start, end int
		code       []document.Code
		want       string
	}{
		{0, 10, []document.Code{{Start: 4, End: 9}}, "Run `ls -l`."},
		{0, 10, []document.Code{{Start: 4, End: 4}}, "Run ls -l."},
		{0, 10, []document.Code{{Start: 11, End: 16, Kind: document.Fenced}}, "Run ls -l."},
		{11, 16, []document.Code{{Start: 11, End: 16, Kind: document.Fenced}}, "```\nx = 1\n```"},
		{0, len(text), []document.Code{{Start: 11, End: 16, Kind: document.Fenced}}, "Run ls -l.\n```\nx = 1\n```\n end"},
	} {
		must.Equal(t, markdown(text, test.start, test.end, test.code), test.want, "%v", test.code)
	}
	for code, want := range map[string]string{"a": "`a`", "a`b": "``a`b``", "`a": "`` `a ``", "a``": "``` a`` ```"} {
		must.Equal(t, markdown(code, 0, len(code), []document.Code{{End: len(code)}}), want, "%q", code)
	}
}
