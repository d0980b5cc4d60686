package dialect_test

import (
	"strings"
	"testing"

	"mycel/builder/ingest/dialect"
	"mycel/builder/ingest/document"
	"mycel/builder/ingest/markdown"
	"mycel/internal/must"
)

// files are those that examples include.
var files = map[string]string{
	"parts/tips.md":               "---\ntitle: x\n---\nTips are good.\n",
	"parts/lines.md":              "one\ntwo\nthree\n<!-- #region last -->\nfour\n<!-- #endregion last -->\n",
	"parts/loop.md":               "Round\n\n{{#include loop.md}}\n",
	"src/run.js":                  "const gnat = 1;\n",
	"src/app.py":                  "first = 1\n# region part\npart = 2\n# endregion part\n",
	".gitbook/includes/note.md":   "Noted.\n",
	"_includes/of/jekyll/note.md": "Of Jekyll.\n",
}

// read returns a page as a reader finds it: headings with their anchors in brackets, and text.
func read(t *testing.T, name, src string, tool dialect.Tool) string {
	t.Helper()
	p := dialect.Page{
		Path: name, IsMDX: strings.HasSuffix(name, ".mdx"), Tool: tool, Slugs: document.SlugRuleOf(string(tool), ""), Folder: "docs",
		Files: func(name string) ([]byte, bool) { text, ok := files[name]; return []byte(text), ok },
		Link: func(name string) string {
			if _, ok := files[name+".md"]; ok {
				return name + ".md"
			}
			return ""
		},
	}
	d := must.Get(markdown.ParsePage(p, dialect.Expand(src, p), document.Options{}))(t)
	var parts []string
	for _, s := range d.Sections {
		if s.Level > 0 {
			parts = append(parts, "["+s.Anchor+"] "+s.Heading)
		}
		if text := strings.TrimSpace(d.Text[s.Start:s.End]); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n\n")
}

func TestRules(t *testing.T) {
	for _, r := range rules {
		name := r.File
		if name == "" {
			name = "page.md"
		}
		t.Run(r.Tools+"/"+r.Name, func(t *testing.T) {
			must.Equal(t, read(t, name, r.Example, r.Tool), r.Text, "%s", r.Example)
		})
	}
}

// Signs that look like those of a dialect, and signs with something missing, keep their text or leave it out whole.
func TestEdgesOfRules(t *testing.T) {
	for _, c := range []struct{ file, tool, src, want string }{
		{"page.mdx", "", "a <-b> c <1d> e <_f> g", "a <-b> c <1d> e <_f> g"},
		{"page.md", "mdbook", "Write `{{#include parts/tips.md}}` here.", "Write {{#include parts/tips.md}} here."},
		{"page.md", "mdbook", "```\n{{#include src/run.js}}\n```", "const gnat = 1;"},
		{"page.md", "vitepress", "```\n<!--@include: ./parts/tips.md-->\n```", "<!--@include: ./parts/tips.md-->"},
		{"page.md", "mdbook", "- a\n\n  {{#include parts/tips.md}}\n\nend", "a\n\nTips are good.\n\nend"},
		{"page.md", "mdbook", "x {{#include https://example.org/tips.md}} y", "x y"},
		{"page.md", "mdbook", "x {{#include parts/%zz.md}} y", "x y"},
		{"page.md", "mdbook", "{{#include parts/lines.md:9:2}}\n\nend", "end"},
		{"page.md", "mdbook", "{{#include parts/lines.md:2:3}}\n\nend", "two three\n\nend"},
		{"page.md", "mdbook", "```\n{{#include src/app.py:none}}\n```", "first = 1\n# region part\npart = 2\n# endregion part"},
		{"page.md", "mdbook", "```\n{{#include src/app.py:part}}\n```", "part = 2"},
		{"page.md", "sphinx", "See {ref}` <here>` and {doc}`text <page>`.", "See here and text."},
		{"page.md", "", "中**。**a", "中。a"},
		{"page.md", "", "> ```x`y\n\nend", "```x`y\n\nend"},
		{"page.md", "", "```{r, echo}\nx\n```", "x"},
		{"page.md", "sphinx", "```{figure} a.png\n---\ncaption: Cap\n---\ntext\n```", "Cap\n\ntext"},
		{"page.md", "sphinx", "```{admonition} Title\n---\ntitle: \"Other\"\nwidth: 3\n---\ntext\n```", "Title\n\nOther\n\ntext"},
		{"page.md", "sphinx", "```{code-block} python\n---\ncaption: Cap\n---\nx\n```", "Cap\n\nx"},
		{"page.md", "", "::: moniker range=\"x\"\ntext\n::: moniker-end\n", "text"},
		{"page.md", "", "::: zone pivot=\"x\"\ntext\n::: zone-end\n", "text"},
		{"page.md", "", "::card\n---\ntitle: T\n---\ntext\n::\n", "T\n\ntext"},
		{"page.md", "", "::card\ntext\n::\n", "text"},
		{"page.md", "", "## Head\n{: #own}\n\ntext\n{: #para}\n\nmore", "[own] Head\n\ntext\n\nmore"},
		{"page.md", "hugo", "{{</* note */>}} x {{< a >}} y", "{{< note >}} x y"},
		{"page.md", "hugo", "{{< >}} x {{% %}} y", "x y"},
		{"page.md", "jekyll", "{{{ raw }}} x {{ 'lit' }} y", "x lit y"},
		{"page.md", "", "% one\n\nb\n\nd %%", "% one\n\nb\n\nd %%"},
		{"page.md", "", "%% a %% b\n\nc\n\nd %%", "b\n\nc\n\nd %%"},
		{"page.md", "", "%% d\n\ne\n\n%% f", "f"},
		{"page.md", "", "%% d\n\ne\n\n%% f\n\n%% g", "f\n\n%% g"},
		{"page.md", "hugo", "x\n\n{{< card >}}\n\ny", "x\n\ny"},
		{"page.md", "hugo", "x{{< card >}}y {{< card title=\"T\" >}}z", "xy T z"},
		{"page.md", "hugo", "[a](b{{< card title=\"T\" >}}c) d", "a d"},
		{"page.md", "hugo", "<b title=\"{{< card title=\"T\" >}}\">c</b>", "c"},
	} {
		must.Equal(t, read(t, c.file, c.src, dialect.Tool(c.tool)), c.want, "%s %s %q", c.file, c.tool, c.src)
	}
	const listing = "```{code-block} console\n$ x\n```"
	must.Equal(t, dialect.Translate(listing, dialect.Page{Path: "page.md", Tool: dialect.Sphinx}), "```console\n$ x\n```", "%s\n becomes", listing)
	const src = "{{#include parts/tips.md}}"
	must.Equal(t, dialect.Expand(src, dialect.Page{Path: "page.md"}), src, "without files")
}
