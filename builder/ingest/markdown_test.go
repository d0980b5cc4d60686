package ingest

import (
	"errors"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/markdown"
	"mycel/internal/must"
)

func markdownPage(t *testing.T, name, src string) document.Document {
	t.Helper()
	d, err := markdown.Parse(name, src, document.Options{})
	must.Hold(t, err == nil, "%s: %v", src, err)
	checkDocument(t, d)
	return d
}

func TestMarkdownText(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"paragraphs", "a\nb  \nc\\\nd\n\n\ne", "a b\nc\nd\n\ne"},
		{"inline", "*a* **b** ~~c~~ `d  e` [f](g) [h][i] ![j](k) <http://l.m>\n\n[i]: /n", "a b c d e f h j http://l.m"},
		{"escapes", `\*a\* &amp; \&amp; &copy; &nosuch; &; ` + "`&amp; \\*`", `*a* & &amp; © &nosuch; &; &amp; \*`},
		{"list", "x\n\n- a\n- b\n  1. c\n  2. d\n- [ ] e\n\ny", "x\n\na\nb\nc\nd\ne\n\ny"},
		{"loose list", "- a\n\n- b\n\n  c\n\n- d", "a\nb\n\nc\nd"},
		{"quotation", "> a\n> > b\n\nc", "a\n\nb\n\nc"},
		{"table", "|a|b|\n|-|-|\n|c||\n||d|", "a | b\nc\nd"},
		{"definition list", "T\n: a\n: b\n\nU\n: c", "T\na\nb\n\nU\nc"},
		{"footnote", "a[^x] b\n\n[^x]: c", "a b\n\nc"},
		{"code", "```go\n\tx\n\n  y\n```\n\n    z", "\tx\n\n  y\n\nz"},
		{"rust listing", "```rust,ignore\n# a\n  # b\n#\n#[c]\n#!d\n```\n\n```sh\n# e\n```", "#[c]\n#!d\n\n# e"},
		{"rule", "a\n\n---\n\nb", "a\n\nb"},
		{"comments", "a<!-- b --> c\n\n<!--\nd\n\ne\n-->\n\nf", "a c\n\nf"},
		{"inline tags", "a <b>c</b><br>d<kbd>e</kbd> <img alt=\"f\"> <svg>g</svg> 2<sup>8</sup>", "a c\nde f 2^8"},
		{"tag that is never closed", "a <script> b <Title> c\n\n<iframe>\n\nd <svg>e</svg>", "a b c\n\nd"},
		{"list in a cell", "<table><tr><td>a</td><td><ul><li>b</li><li>c</li></ul></td></tr></table>", "a | b\nc"},
		{"element that ends itself", "<iframe src=\"a\" />\n\nb <span/>c<br/>d", "b c\nd"},
		{"blocks of tags", "<div>\n<p>a</p><ul><li>b</li></ul>\n</div>\n\nc\n\n<script>\nd\n</script>\n\n<style>e</style>", "a\n\nb\n\nc"},
		{"listing in tags", "<pre>\n  a\n\n  b\n</pre>", "  a\n\n  b"},
		{"shortcodes", "a {{< x y=\"z\" >}}b{{% /x %}} [c]({{< ref \"d e\" >}})\n\n{{<\nf\n>}}\n\n{{</* g */>}} {{< open", "a b c\n\n{{< g >}} {{< open"},
		{"directives", "{{#include a.md}}\n\n```\n{{#rustdoc_include b.rs:c}}\n```\n\n`{{#if x}}` \\{{#include d}}", "{{#if x}} {{#include d}}"},
		{"containers", ":::note\na\n:::\n\n:::: tip[B c]\nd\n::::\n\n::: {.e #f}\ng\n:::", "a\n\nB c\n\nd\n\ng"},
		{"container in code", "```\n:::note\n```", ":::note"},
		{"Python-Markdown", "!!! note \"A\"\n    b\n\n    - c\n\n    ??? tip\n        d\n\ne\n\n=== \"F\"\n\n    ```\n    g\n      h\n    ```\ni", "A\n\nb\n\nc\n\nd\n\ne\n\nF\n\ng\n  h\n\ni"},
		{"alert", "> [!NOTE]\n> a\n\n> [!tip]- B c\n> d", "a\n\nB c\n\nd"},
		{"import", "import A from '@b/c';\nimport \"./d.css\"\n\ne\n\n    import f from 'g'", "e\n\nimport f from 'g'"},
		{"components", "<Tabs>\n  <Tab a={1} title=\"The `b`\">\n\nc <Foo.Bar d='e'/> f\n\n  </Tab>\n</Tabs>", "The b\n\nc f"},
		{"unclosed code span", "a ` b <Foo/> ``c\n\n``d <Bar/> `e <Baz/>`", "a ` b ``c\n\n``d e <Baz/>"},
		{"component in a comment", "a <!-- ` <Foo> --> <Bar b=c d e/>`f` <!-- ` g", "a f <!-- ` g"},
		{"component in indented code", "a\n\n    <Foo>b</Foo>\n\n    c", "a\n\n<Foo>b</Foo>\n\nc"},
		{"attributes across lines", "<Foo\n  a='b'\n  c='d'\n>\n\ne <Bar\n\nf>", "e <Bar\n\nf>"},
		{"tab after a marker", "!!! note\n\ta\n\n\tb", "a\n\nb"},
		{"not components", "a < b, `<Foo>`, <https://c.d>, <e@f.g>, \\<Foo>, <A B=\"c", "a < b, <Foo>, https://c.d, e@f.g, <Foo>, <A B=\"c"},
	} {
		t.Run(test.name, func(t *testing.T) {
			must.Equal(t, markdownPage(t, "page.md", test.src).Text, test.want, "%s", test.src)
		})
	}
}

func TestMDX(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"modules", "import {\n  A\n} from 'a'\nexport const b = () => {\n  return [\n\n  ]\n}\n\nc", "c"},
		{"unbalanced module", "export const a = {\n\nb", "b"},
		{"expressions", "a {b.c} {'d'}{\" \"}{`e`} {`${f}`} {{g: '}'}} {don't} h", "a d e h"},
		{"unbalanced expression", "a {b c", "a {b c"},
		{"comment", "a {/* } */} b\n\n{/*\n\nc */}\n\nd", "a b\n\nd"},
		{"fragments", "<>\n\na\n\n</>", "a"},
		{"attributes", "<div style={{a: '>'}} {...b} class=\"c\" on={() => 1 > 0}>\n\nd\n\n</div>", "d"},
		{"indentation", "<A>\n    b\n\n      <C>\n        - d\n\n          e\n      </C>\n\n        ```\n        f\n          g\n        ```\n        h\n</A>", "b\n\nd\n\ne\n\nf\n  g\n\nh"},
		{"listing in a list", "1. a\n\n        b\n\n   ```\n   c\n   ```", "a\n\nb\n\nc"},
		{"template strings", "a {f(`{\n}`, 'b\\'}')} c", "a c"},
		{"code spans", "`{a}` ``<B> ` {c}`` {d}", "{a} <B> ` {c}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			must.Equal(t, markdownPage(t, "page.mdx", test.src).Text, test.want, "%s", test.src)
		})
	}
}

func TestMarkdownHeadings(t *testing.T) {
	type heading struct {
		level        int
		text, anchor string
	}
	src := strings.Join([]string{
		"# The `Wick<T>` & *more*", "## Same", "## Same", "## Same-1", "## Ünï_cödé 42!", "## Set {#id .class}",
		"Setext\n===", "<h3 id=own>HTML</h3>", "<h3>HTML</h3>", "> #### Quoted", "<a id=before></a>\n\n## Not *before*", "## Not before", "##", "## 😀",
	}, "\n\n")
	want := []heading{
		{1, "The Wick<T> & more", "the-wickt--more"},
		{2, "Same", "same"},
		{2, "Same", "same-1"},
		{2, "Same-1", "same-1-1"},
		{2, "Ünï_cödé 42!", "ünï_cödé-42"},
		{2, "Set", "id"},
		{1, "Setext", "setext"},
		{3, "HTML", "own"},
		{3, "HTML", "html"},
		{4, "Quoted", "quoted"},
		{2, "Not before", "before"},
		{2, "Not before", "not-before-1"},
		{2, "😀", "setext"}, // that of the heading around it
	}
	got := markdownPage(t, "page.md", src).Sections
	must.Hold(t, len(got) == len(want), "got %d sections %+v, want %d", len(got), got, len(want))
	for i, w := range want {
		must.Equal(t, heading{got[i].Level, got[i].Heading, got[i].Anchor}, w, "section %d", i)
	}
	d := markdownPage(t, "page.md", "## Shop\n\n<details>\n<summary>How?</summary>\n\nSo. <a href=b.md>It</a>\n\n</details>\n\nz")
	must.Equal(t, outline(d), []string{"How? #shop: So. It", "Shop #shop: z"}, "Markdown in <details>")
	must.Be(t, len(d.Links) == 1 && d.Links[0] == document.Link{Target: "b.md", Text: "It", At: 3}, "got the links %v", d.Links)
}

func TestMarkdownTitle(t *testing.T) {
	for _, test := range []struct{ name, file, src, want string }{
		{"front matter", "a.md", "---\ntitle: T\n---\n# H", "T"},
		{"first h1", "a.md", "## B\n# A\n# C", "A"},
		{"no first heading", "Callouts.md", "text\n\n## B\n## C", "Callouts"},
		{"file name", "dir/some-name.md", "text", "Some name"},
		{"name with spaces", "Daily E-mail.md", "text", "Daily E-mail"},
		{"name of an identifier", "use_Effect.md", "text", "use Effect"},
		{"post", "_posts/2024-01-02-new-release.md", "text", "New release"},
		{"order", "01-getting_started.md", "text", "Getting started"},
		{"number", "2-factor.md", "text", "2 factor"},
		{"year", "2024.md", "text", "2024"},
		{"directory", "some-dir/README.md", "text", "Some dir"},
		{"root", "index.md", "text", "Index"},
		{"name that does not show", "\u200b.md", "text", ".md"},
	} {
		t.Run(test.name, func(t *testing.T) {
			must.Equal(t, markdownPage(t, test.file, test.src).Title, test.want)
		})
	}
}

func TestMarkdownSkipped(t *testing.T) {
	for src, want := range map[string]string{
		"---\ndraft: true\n---\nx": "draft",
		"<!-- nothing -->":         "no text",
		"":                         "no text",
	} {
		_, err := markdown.Parse("page.md", src, document.Options{})
		var skip document.SkipError
		must.Be(t, errors.As(err, &skip) && strings.Contains(err.Error(), want), "%.40q: got %v, want to skip it because of %q", src, err, want)
	}
	d := markdownPage(t, "page.md", "---\ntitle: Only a title\n---\n")
	must.Be(t, d.Text == "" && len(d.Sections) == 1, "got %+v, want an empty document with one section", d)
}
