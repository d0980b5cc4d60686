package ingest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// leftOut returns the reasons for which files of a source are left out.
func leftOut(t *testing.T, files map[string]string, o document.Options) map[string]string {
	t.Helper()
	c := mustRead(t, Docs, must.Files(t, files), o)
	checkCorpus(t, c)
	out := map[string]string{}
	for _, w := range c.Warnings {
		if w.Skipped {
			out[w.Path] = w.Message
		}
	}
	return out
}

// Files that their tools do not make pages of are left out, each with its reason.
func TestNotPages(t *testing.T) {
	files := map[string]string{
		"sidebar.md": "# Sidebar", "_index.md": "a", "_posts/2024-01-01-a.md": "a", "guide/404.md": "a", "summary.md": "# Summary",
		"_drafts/e.md": "draft", "a/_includes/note.md": "part", "_sidebar.md": "menu", "guide/_Sidebar.md": "menu", "_Footer.md": "menu",
		"_coverpage.md": "menu", "SUMMARY.md": "menu", "sub/SUMMARY.md": "menu", "404.md": "exist",
		"toc.md": "- [A](a.md)\n- [B](b.md) \n", "guide/toc.md": "- [A](a.md) explains a lot of what there is to know\n",
	}
	wanted := maps.Clone(files)
	maps.DeleteFunc(wanted, func(_, text string) bool {
		return slices.Contains([]string{"a", "# Sidebar", "# Summary"}, text) || strings.Contains(text, "lot")
	})
	wanted["toc.md"] = "menu"
	got := leftOut(t, files, document.Options{})
	for path, reason := range wanted {
		must.Be(t, strings.Contains(got[path], reason), "%s: got %q, want a reason with %q", path, got[path], reason)
		delete(got, path)
	}
	must.Be(t, len(got) == 0, "left out, too: %v", got)
}

// Dates are compared with the day of the build, and only if it has one.
func TestPublishedLater(t *testing.T) {
	files := map[string]string{}
	for i, head := range []string{"date: 2024-05-01", "publishDate: 2024-05-02T00:00:00Z", "expiryDate: 2024-05-03", "expiryDate: 2024-05-01", "date: May 2, 2024",
		"published: 2024-05-02 10:00", "date: 2024/04/30", "date: soon", "date: 2024-05-01T23:00:00-05:00"} {
		files[fmt.Sprintf("p%d.md", i)] = "---\n" + head + "\n---\nText."
	}
	got := leftOut(t, files, document.Options{Date: "2024-05-01"})
	want := []string{"p1.md", "p3.md", "p4.md", "p5.md", "p8.md"}
	must.Be(t, slices.Equal(slices.Sorted(maps.Keys(got)), want) && got["p3.md"] == "has expired", "got %v, want %v", got, want)
	if got := leftOut(t, files, document.Options{}); len(got) > 0 {
		t.Errorf("without a date: %v", got)
	}
}

// A page is read without front matter that cannot be read, and a warning names the line.
func TestBrokenFrontMatter(t *testing.T) {
	c := must.Get(Docs(context.Background(), must.Files(t, map[string]string{
		"colon.md": "---\ntitle: Foo: bar\ntags:\n  - x\n---\nBadger.", "scope.md": "---\ntitle: @scope/pkg\ntags: [x]\n---\nWeasel.",
		"tab.md": "---\ntitle: Tabbed\nmeta:\n\tkey: x\ntags:\n- x\n---\nOtter.", "toml.md": "+++\ntitle = Foo\ntags = [\"x\"]\n+++\nStoat.",
		"json.md": "{\n  \"title\": ,\n}\nElk.", "twice.md": "---\ntitle: A\ntags: x\ntitle: B\n---\nLynx.", "draft.md": "---\ntitle: a: b\ndraft: true\n---\nx",
	}), document.Options{}))(t)
	var got []string
	for _, d := range c.Documents {
		got = append(got, fmt.Sprint(d.Title, " ", d.Filters["tags"], " ", d.Text))
	}
	must.Equal(t, got, []string{"Foo: bar [x] Badger.", "Json [] Elk.", "@scope/pkg [x] Weasel.", "Tabbed [x] Otter.", "Foo [x] Stoat.", "B [x] Lynx."})
	for _, w := range c.Warnings {
		if isDraft := w.Path == "draft.md"; w.Faulty == isDraft || w.Skipped != isDraft || !isDraft && (w.Line == 0 || !strings.Contains(w.Message, "front matter")) {
			t.Errorf("got %+v", w)
		}
	}
	if len(c.Warnings) != 6 { // a key that comes twice is none
		t.Errorf("%d warnings, want one a page", len(c.Warnings))
	}
}

// A pointer of Git LFS is no page; a file in a format that is not read is counted.
func TestOtherFiles(t *testing.T) {
	files := map[string]string{
		"big.md": "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "a.md": "a", "b/c.rst": "c", "d.RST": "d", "e.ipynb": "{}", "f.png": "",
	}
	c := mustRead(t, Docs, must.Files(t, files), document.Options{})
	if len(c.Warnings) != 1 || !c.Warnings[0].Faulty || !strings.Contains(c.Warnings[0].Message, "Git LFS") || len(c.Documents) != 1 {
		t.Errorf("got %+v", c.Warnings)
	}
	must.Equal(t, fmt.Sprint(c.PassedOver), "map[.ipynb:[e.ipynb] .rst:[b/c.rst d.RST]]", "passed over")
}
