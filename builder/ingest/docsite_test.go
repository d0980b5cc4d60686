package ingest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel/builder/ingest/dialect"
	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// The tool of a folder is known by its configuration, in it or around it, but not outside of its repository.
func TestFindTool(t *testing.T) {
	for _, test := range []struct {
		name string
		text string
		dir  string
		want dialect.Tool
	}{
		{"mkdocs.yml", "", "docs", dialect.MkDocs},
		{"docs/_config.yml", "theme: x\n", "docs", dialect.Jekyll},
		{"_config.yml", "source_dir: x\n", "source", dialect.Hexo},
		{"book.toml", "", "src", dialect.MdBook},
		{"docs/.vitepress/config.mts", "", "docs", dialect.VitePress},
		{"website/docusaurus.config.ts", "", "website/docs", dialect.Docusaurus},
		{"astro.config.mjs", "", "src/content/docs", dialect.Astro},
		{"config.toml", "baseURL = 'x'\n", "content", dialect.Hugo},
		{"config.toml", "base_url = 'x'\n", "content", dialect.Zola},
		{"config.toml", "x = 1\n", "content", ""},
		{"docs/index.html", "<script src=docsify.js>", "docs", dialect.Docsify},
		{"source/conf.py", "extensions = []\n", "source", dialect.Sphinx},
		{"package.json", `{"dependencies": {"nextra": "1"}}`, "content", dialect.Nextra},
		{"a/b/c/d/e/mkdocs.yml", "", "a", ""},
		{"mkdocs.yml", "", "a/b/c/d/e/f", ""},
		{"mkdocs.yml", "", "repository/docs", ""},
	} {
		root := must.Files(t, map[string]string{test.name: test.text, test.dir + "/a.md": "a", "repository/.git/x": ""})
		got, _ := dialect.FindTool(filepath.Join(root, test.dir))
		must.Be(t, got == test.want, "%s of %s: got %q, want %q", test.dir, test.name, got, test.want)
	}
}

// Files that pages include are read within the source's folder only, whatever leads out of it.
func TestIncluded(t *testing.T) {
	top := must.Files(t, map[string]string{
		"secret.md": "Secret.", "docs/.git/config.md": "Secret.", "docs/node_modules/x.md": "Secret.",
		"docs/a.md":     "A.\n\n--8<-- \"../secret.md\"\n\n--8<-- \"out.md\"\n\n--8<-- \".git/config.md\"\n\n--8<-- \"node_modules/x.md\"\n\n--8<-- \"docs/sub/b.md\"\n",
		"docs/sub/b.md": "B.\n\n<!--@include: ./c.md-->", "docs/sub/c.md": "C.\n\n<!--@include: ../a.md-->\n", "docs/loop.md": "L.\n\n{{#include loop.md}}\n",
	})
	symlink(t, filepath.Join(top, "secret.md"), filepath.Join(top, "docs", "out.md"))
	c := mustRead(t, Docs, filepath.Join(top, "docs"), document.Options{})
	for _, d := range c.Documents {
		want := map[string]string{"a.md": "A.\n\nB.\n\nC.", "loop.md": "L.", "sub/b.md": "B.\n\nC.\n\nA.", "sub/c.md": "C.\n\nA.\n\nB."}[d.ID]
		must.Equal(t, d.Text, want, "%s", d.ID)
	}
	must.Be(t, len(c.Documents) == 4, "got %q", ids(c))
}

// What a site's tool decides: anchors, the targets of wiki links, which files are pages.
func TestToolOfSite(t *testing.T) {
	for _, test := range []struct {
		files map[string]string
		pages string
		check func(d document.Document) bool
	}{
		{map[string]string{"mkdocs.yml": "", "docs/a.md": "# A & b\n\n## C & d\n\n## C & d"}, "a.md",
			func(d document.Document) bool {
				return d.Sections[1].Anchor == "c-d" && d.Sections[2].Anchor == "c-d_1"
			}},
		{map[string]string{"book.toml": "", "docs/SUMMARY.md": "# Summary\n\n- [A](./a.md)", "docs/a.md": "a {{ b }}", "docs/b.md": "b"}, "a.md",
			func(d document.Document) bool { return d.Text == "a {{ b }}" }},
		{map[string]string{"docusaurus.config.js": "", "docs/_part.mdx": "Part.", "docs/a.mdx": "import P from './_part.mdx'\n\n<P />\n\nA."}, "a.mdx",
			func(d document.Document) bool { return d.Text == "Part.\n\nA." }},
		{map[string]string{"docs/.obsidian/app.json": "", "docs/x/a.md": "[[Other note#Some part|it]]", "docs/y/Other note.md": "# Other"}, "x/a.md,y/Other note.md",
			func(d document.Document) bool {
				return d.ID != "x/a.md" || len(d.Links) == 1 && d.Links[0].Target == "../y/Other%20note.md#some-part"
			}},
	} {
		c := mustRead(t, Docs, filepath.Join(must.Files(t, test.files), "docs"), document.Options{})
		if got := strings.Join(ids(c), ","); got != test.pages || slices.ContainsFunc(c.Documents, func(d document.Document) bool { return !test.check(d) }) {
			t.Errorf("%v: got %+v", test.files, c.Documents)
		}
	}
}
