package dialect_test

import "mycel/builder/ingest/dialect"

// rule is a syntax that tools add to Markdown.
type rule struct {
	Name    string
	Tools   string       // that write it
	File    string       // name of the example's file, "" for page.md
	Tool    dialect.Tool // "" where the syntax is read whatever the tool
	Example string
	Text    string // what is read of the example: headings with their anchors in brackets, and text
}

// rules are all syntaxes. TestRules reads each example.
var rules = []rule{
	// Files that are included.
	{"include", "VitePress", "", "", "Before.\n\n<!--@include: ./parts/tips.md-->\n\nAfter.", "Before.\n\nTips are good.\n\nAfter."},
	{"include of lines", "VitePress", "", "", "<!-- @include: ./parts/lines.md{2,3} -->", "two three"},
	{"include of a region", "VitePress", "", "", "<!--@include: ./parts/lines.md#last-->", "four"},
	{"include of code", "VitePress, VuePress", "", "", "<<< @/src/run.js{2 ts:line-numbers}", "const gnat = 1;"},
	{"include of a region of code", "VitePress, VuePress", "", "", "<<< ./src/app.py#part", "part = 2"},
	{"include of code", "VuePress", "", "", "@[code{1-2} js](./src/run.js)", "const gnat = 1;"},
	{"include", "mdBook", "", "", "{{#include parts/tips.md}}", "Tips are good."},
	{"include in a listing", "mdBook", "", "", "```js\n{{#include src/run.js}}\n```", "const gnat = 1;"},
	{"include of an anchor", "mdBook", "", "", "```py\n{{#include src/app.py:part}}\n```", "part = 2"},
	{"escaped include", "mdBook", "", "", "Write `\\{{#include a.md}}` or \\{{#include b.md}}.", "Write \\{{#include a.md}} or {{#include b.md}}."},
	{"title of a chapter", "mdBook", "", "", "{{#title My page}}\n\nText.", "Text."},
	{"snippet", "PyMdown", "", "", "--8<-- \"parts/tips.md\"", "Tips are good."},
	{"snippets", "PyMdown", "", "", "--8<--\nparts/tips.md\nparts/lines.md\n--8<--", "Tips are good. one two three\n\nfour"},
	{"escaped snippet", "PyMdown", "", "", "```\n;--8<-- \"a.md\"\n```", ";--8<-- \"a.md\""},
	{"include", "FastAPI's mdx_include", "", "", "{* ./src/app.py hl[3] *}", "first = 1\n# region part\npart = 2\n# endregion part"},
	{"include", "markdown-include for MkDocs", "", "", "{!parts/tips.md!}", "Tips are good."},
	{"include", "mkdocs-include-markdown", "", "", "{% include-markdown \"parts/tips.md\" %}", "Tips are good."},
	{"include", "Jekyll", "", "", "{% include_relative parts/tips.md %}", "Tips are good."},
	{"include", "GitBook", "", "", "{% include \".gitbook/includes/note.md\" %}", "Noted."},
	{"include", "Docsy for Hugo", "", "", "{{< readfile file=\"/parts/tips.md\" >}}", "Tips are good."},
	{"include", "MyST", "", "", "```{include} parts/tips.md\n:start-line: 0\n```", "Tips are good."},
	{"literal include", "MyST", "", "", "```{literalinclude} src/run.js\n:language: js\n```", "const gnat = 1;"},
	{"embedded file", "docsify", "", "", "[name](src/run.js ':include :type=code')", "const gnat = 1;"},
	{"include", "DocFX", "", "", "See [!INCLUDE [tips](parts/tips.md)] now.", "See Tips are good. now."},
	{"include of code", "DocFX", "", "", ":::code language=\"js\" source=\"src/run.js\":::", "const gnat = 1;"},
	{"partial", "Docusaurus, Nextra", "page.mdx", "", "import Tips from './parts/tips.md';\n\nA.\n\n<Tips name=\"x\" />\n\nB.", "A.\n\nTips are good.\n\nB."},
	{"file that is not there", "all", "", "", "A.\n\n--8<-- \"../secret.md\"\n\n{{#include no.md}}\n\nB.", "A.\n\nB."},
	{"file that includes itself", "all", "", "", "{{#include parts/loop.md}}", "Round"},

	// Templates.
	{"tag", "Jekyll, Nunjucks, Jinja, Twig, Tera", "", "", "{% assign x = 1 %}\nA {% if x %}b{% endif %} c.", "A b c."},
	{"tag in a heading", "Jekyll", "", "", "## Data {%- include badge.html version=\"4.3\" -%}\n\nText.", "[data] Data\n\nText."},
	{"output", "Jekyll, Nunjucks, Jinja, Vue", "", "", "Version {{ site.version }} of {{ \"it\" | upcase }}, ${{ secrets.KEY }}.", "Version of it, ${{ secrets.KEY }}."},
	{"output in emphasis", "Jekyll", "", "", "Ruby **{{ site.ruby }}** or higher.", "Ruby or higher."},
	{"output in the target of a link", "Jekyll", "", "", "[A]({{ '/a/' | relative_url }}) [b]({% link _docs/b.md %}) [c]({{ site.baseurl }}/c)", "A b c"},
	{"output as text", "mdBook, Obsidian, docsify", "", dialect.MdBook, "Write {{ name }} here.", "Write {{ name }} here."},
	{"raw", "Jekyll, Nunjucks, Jinja", "", "", "{% raw %}{{ kept }} `{{ a }}`{% endraw %}\n\n{% raw %}\n```\n{{ b }}\n```\n{% endraw %}", "{{ kept }} {{ a }}\n\n{{ b }}"},
	{"raw in a listing", "Jekyll, Eleventy", "", dialect.Jekyll, "```\n{% raw %}{{ a }}{% endraw %}\n```", "{{ a }}"},
	{"comment", "Jekyll, Twig", "", "", "A {% comment %}hidden\n\n# text{% endcomment %}b {# no text #}c", "A b c"},
	{"listing", "Jekyll, Hexo", "", "", "{% highlight ruby %}\n# puts x\n{% endhighlight %}", "# puts x"},
	{"hint", "GitBook", "", "", "{% hint style=\"info\" %}\nMind *it*.\n{% endhint %}", "Mind it."},
	{"tabs", "GitBook, Markdoc", "", "", "{% tabs %}\n{% tab title=\"Linux\" %}\nRun it.\n{% endtab %}\n{% /tabs %}", "Linux\n\nRun it."},
	{"block of attributes", "kramdown", "", "", "{::options parse_block_html=\"true\" /}\n\nA {::nomarkdown}b{:/} c {::comment}d{:/comment}", "A b c"},
	{"tag of EJS or ERB", "Hexo, Middleman", "", "", "A <%= name %>b", "A b"},
	{"shortcode", "Hugo", "", "", "A {{< x y=\"z\" >}}b{{% /x %}} [c]({{< ref \"d.md\" >}})", "A b c"},
	{"shortcode with titles", "Hugo", "", "", "{{< figure src=\"x.png\" caption=\"At dusk\" >}}\n\n{{< tab header=\"Linux\" >}}\nA\n{{< /tab >}}\n\n{{% details \"More\" %}}\nB\n{{% /details %}}", "At dusk\n\nLinux\n\nA\n\nMore\n\nB"},
	{"shortcode in a line", "Kubernetes", "", "", "A {{< glossary_tooltip text=\"node\" term_id=\"node\" >}} runs.", "A node runs."},
	{"listing", "Hugo", "", "", "{{< highlight go \"linenos=table\" >}}\n# No heading\nx := 1\n{{< /highlight >}}", "# No heading\nx := 1"},
	{"escaped shortcode", "Hugo", "", "", "{{</* a */>}}\n\n```\n{{%/* b */%}}\n```", "{{< a >}}\n\n{{% b %}}"},
	{"shortcode in a listing", "Hugo", "", dialect.Hugo, "```\na {{< param \"x\" >}}\n```", "a"},

	// Attributes.
	{"attributes of a heading", "kramdown, Python-Markdown", "", "", "## One {: #first .x }\n\nA.\n\n## Two\n{: #second}\n\nB.", "[first] One\n\nA.\n\n[second] Two\n\nB."},
	{"attributes of a heading", "Pandoc, markdown-it, Docusaurus", "", "", "## One {#first .x a=\"b c\"}\n\n## Two { data-search-exclude }\n\n## Three {.x}", "[first] One\n\n[two] Two\n\n[three] Three"},
	{"id of a heading", "Docusaurus", "page.mdx", "", "## One {/* #first */}\n\nA.", "[first] One\n\nA."},
	{"id of a heading", "Fumadocs, Nextra", "page.mdx", "", "## One [#first]\n\nA [#b].\n\n## Two [!toc]", "[first] One\n\nA [#b].\n\n[two] Two"},
	{"id of a heading", "docsify", "", "", "## Great :id=first :class=x\n\nA.\n\n## Quiet {docsify-ignore}\n\n## All <!-- {docsify-ignore-all} -->", "[first] Great\n\nA.\n\n[quiet] Quiet\n\n[all] All"},
	{"attributes of a paragraph", "kramdown, Python-Markdown, markdown-it", "", "", "A.\n{: .note .info }\n\n{: .box}\nB.\n\n{.c}\nC.", "A.\n\nB.\n\nC."},
	{"attributes in a line", "kramdown, Python-Markdown", "", "", "A ![b](c.png){: width=\"3\" } [d](e){ .md-button target=_blank } *f*{.g} `{: stays }`.", "A b d f {: stays }."},
	{"list of contents", "kramdown, Python-Markdown, GitLab", "", "", "* TOC\n{:toc}\n\n[TOC]\n\n[[_TOC_]]\n\nA.", "A."},
	{"abbreviations", "Python-Markdown, kramdown", "", "", "The LF.\n\n*[LF]: Long form", "The LF."},
	{"named anchor", "Laravel, GitBook", "", "", "<a name=\"first\"></a>\n## One\n\nA.\n\n## Two <a href=\"#second\" id=\"second\"></a>\n\nB.", "[first] One\n\nA.\n\n[second] Two\n\nB."},

	// MyST and Sphinx.
	{"target", "MyST", "", "", "(my_target)=\n\n## One\n\nA.", "[my-target] One\n\nA."},
	{"comment and break", "MyST", "", dialect.Sphinx, "% Nobody reads it.\n\nA 5 % share.\n\n+++ {\"x\": 1}\n\nB.", "A 5 % share.\n\nB."},
	{"generated documentation", "mkdocstrings", "", "", "A.\n\n::: crates.box.Box\n    options:\n      show_source: false\n\nB.", "A.\n\nB."},
	{"role", "MyST", "", "", "See {ref}`the flakes <flakes>`, {doc}`/guide/first-steps`, {py:func}`~os.path.join`, {kbd}`Ctrl`{octicon}`alert`.", "See the flakes, first steps, join, Ctrl."},
	{"directive", "MyST", "", "", "```{note} Mind *this*\n:class: x\n\nA.\n```\n\n:::{tip}\nB.\n:::", "Mind this\n\nA.\n\nB."},
	{"nested directives", "MyST", "", "", "::::{tab-set}\n:::{tab-item} Linux\n```sh\na\n```\n:::\n::::", "Linux\n\na"},
	{"directive with options in YAML", "MyST", "", "", "```{warning}\n---\nclass: x\n---\nA.\n```", "A."},
	{"listing", "MyST", "", "", "```{code-block} python\n:caption: My file\n:linenos:\n\n# A\n```", "My file\n\n# A"},
	{"list of pages", "Sphinx", "", "", "A.\n\n```{toctree}\n:maxdepth: 2\n\nfirst\nsecond\n```\n\nB.", "A.\n\nB."},
	{"chunk", "knitr, Quarto", "", "", "```{r}\n# x\n```\n\n```{python, echo=FALSE}\ny\n```", "# x\n\ny"},

	// Blocks.
	{"admonition", "Python-Markdown", "", "", "!!! note \"Mind\"\n    A.\n\n        code\n\n??? tip\n    B.", "Mind\n\nA.\n\ncode\n\nB."},
	{"admonition with classes", "Material for MkDocs", "", "", "!!! info inline end \"Mind\"\n    A.", "Mind\n\nA."},
	{"tabs", "PyMdown", "", "", "=== \"Linux\"\n\n    A.\n\n=== \"Mac\"\n\n    B.", "Linux\n\nA.\n\nMac\n\nB."},
	{"block", "PyMdown", "", "", "/// note | Mind this\n    open: True\n\nA.\n///", "Mind this\n\nA."},
	{"callout", "Retype", "", "", "!!!warning Mind this\nA.\n!!!", "Mind this\n\nA."},
	{"container", "Docusaurus, Starlight", "", "", ":::note[Mind *this*]\nA.\n:::\n\n:::tip{title=\"That\"}\nB.\n:::", "Mind this\n\nA.\n\nThat\n\nB."},
	{"container", "VitePress, VuePress", "", "", "::: details Click me {open}\nA.\n:::", "Click me\n\nA."},
	{"fenced div", "Pandoc, Quarto", "", "", "::: {.callout-note title=\"Mind\"}\nA.\n:::", "Mind\n\nA."},
	{"component", "Nuxt Content", "", "", "::card{title=\"T\"}\n---\nicon: x\ndescription: D\n---\n#default\nA :badge[New]{type=tip}.\n::", "T\n\nD\n\nA New."},
	{"picture", "DocFX", "", "", "A.\n\n:::image type=\"content\" source=\"a.png\" alt-text=\"b\":::\n\nB.", "A.\n\nB."},
	{"alert", "GitHub, Obsidian", "", "", "> [!NOTE]\n> A.\n\n> [!tip]- Mind this\n> B.", "A.\n\nMind this\n\nB."},
	{"tip", "docsify", "", "", "!> Mind *it*.\n\n?> And that.", "Mind it.\n\nAnd that."},
	{"title of a listing", "Docusaurus, Nextra, VitePress, Gatsby, Hugo", "", "", "```js title=\"src/my_a.js\" {1}\na\n```\n\n```sh [npm]\nb\n```\n\n```js filename=\"c.js\"\nc\n```\n\n```js:src/d.js\nd\n```", "src/my_a.js\n\na\n\nnpm\n\nb\n\nc.js\n\nc\n\nsrc/d.js\n\nd"},

	// Components.
	{"import", "MDX", "page.mdx", "", "import A from 'b';\nexport const c = {\n  d: 1,\n};\n\nE {c.d} {'f'} {/* g */}.", "E f ."},
	{"component with titles", "Docusaurus, Starlight", "page.mdx", "", "<Tabs>\n  <TabItem value=\"a\" label=\"Alpha\">\n\n  A.\n\n  </TabItem>\n</Tabs>\n\n<Card title=\"T\" icon=\"x\">b c</Card>\n\n<LinkCard title=\"U\" description=\"V\" href=\"/\" />", "Alpha\n\nA.\n\nT\n\nb c\n\nU\n\nV"},
	{"component in a line", "VitePress, Starlight", "", "", "A <Badge type=\"tip\" text=\"^1.9\" />\n\n- <Card title=\"T\">b</Card>", "A ^1.9\n\nT b"},
	{"Markdown in an element", "MDX", "page.mdx", "", "<figure>\n  ![a](b.png)\n  <figcaption>[c](d) e</figcaption>\n</figure>\n\n<div style={{ a: 'b' }}>\nThe **f** g.\n</div>", "c e\n\nThe f g."},
	{"Markdown in an element", "kramdown, Python-Markdown", "", "", "<div class=\"grid\" markdown>\n- [a](b)\n</div>\n\n<em>\n  Do *not* [c](d).\n</em>", "a\n\nDo not c."},
	{"field", "Mintlify", "page.mdx", "", "<ParamField body=\"user_id\" type=\"string\">\n  A.\n</ParamField>", "user_id\n\nA."},

	// Marks in a line.
	{"wiki link", "Obsidian, Quartz, Foam", "", "", "See [[Other page|the moose]], [[Plain]], [[A#Part one]] and [[#Here]], \\[[no]], [[1]](b).", "See the moose, Plain, Part one and Here, [[no]], [1]."},
	{"wiki link", "GitHub's and GitLab's wikis", "", "", "See [[the tips|parts/tips]].", "See the tips."},
	{"embed", "Obsidian", "", "", "A ![[picture.png|300]] b.", "A b."},
	{"comment", "Obsidian", "", "", "A %% hidden %% b.\n\n%%\nno\n\ntext\n%%\n\nC.", "A b.\n\nC."},
	{"id of a block", "Obsidian", "", "", "A b. ^block-1\n\nC^2^.", "A b.\n\nC2."},
	{"marked, inserted, raised", "PyMdown, markdown-it, Pandoc", "", "", "==a **b**== ^^c^^ ++d e++ 2^10^ H~2~O a == b", "a b c d e 2^10 H2O a == b"},
	{"icon in brackets", "GitBook, GitHub", "", "", "(:wink:) :1st_place_medal: **:tada:** `:kept:` a:b:c :class: x", "() :kept: a:b:c x"},
	{"keys", "PyMdown", "", "", "Press ++ctrl+alt+\"Del\"++, not C++ and D++.", "Press ctrl alt Del, not C++ and D++."},
	{"icon", "Material for MkDocs, GitHub", "", "", ":octicons-file-code-16: A :material-home:{ .lg } b :rocket: at 10:30:45 std::a::b.", "A b at 10:30:45 std::a::b."},
	{"cross reference", "autorefs for MkDocs", "", "", "[the config][config.lang] [`a.b`][], [the *key*][] of [d][e], [`f`] [g.h], int[3][].\n\n[e]: /e", "the config a.b, the key of d, f, int[3][]."},
	{"critic marks", "PyMdown, Retype", "", "", "A {++b++} {--c--} {~~d~>e~~} {==f==}{>>g<<}.", "A b e f."},
	{"footnote", "GitHub, Pandoc", "", "", "A[^1] b^[own *note*] c[^missing].\n\n[^1]: Note.", "A b (own note) c.\n\nNote."},
	{"emphasis beside signs", "Chinese, Japanese and Korean pages", "", "", "它叫**“协程”**的写法，选择**新增（NEW）**按钮。", "它叫“协程”的写法，选择新增（NEW）按钮。"},
}
