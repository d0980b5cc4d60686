package ingest

import (
	"context"
	"errors"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/jsonl"
	"mycel/internal/must"
)

func sequence(sources ...Source) iter.Seq2[Source, error] {
	return func(yield func(Source, error) bool) {
		for _, s := range sources {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// A file system gives the files that are pages, and stops when its reader does.
func TestFSOfPages(t *testing.T) {
	fsys := fstest.MapFS{
		"a.md": {Data: []byte("A")}, "b/c.html": {Data: []byte("C")}, "d.txt": {Data: []byte("D")}, "e.png": {}, ".f.md": {},
		"node_modules/g.md": {}, ".git/h.md": {}, "b/.i/j.md": {},
	}
	var names []string
	for s, err := range FS(fsys) {
		must.OK(t, err)
		names = append(names, s.ID)
	}
	must.Equal(t, names, []string{"a.md", "b/c.html", "d.txt"})
	for s := range FS(fsys) {
		must.Be(t, s.ID == "a.md", "%s comes behind the end", s.ID)
		break
	}
	for _, err := range FS(fstest.MapFS{"a.md": {Mode: 0o100}}) {
		if err == nil {
			t.Skip("files without permission can be read here")
		}
	}
}

// What a source says takes the place of what its content says or is added to it; what cannot be told apart is refused.
func TestSources(t *testing.T) {
	html := []byte("<html lang=en><title>Own</title><main>Text.</main>")
	c := must.Get(Sources(t.Context(), sequence(
		Source{ID: "b.html", Content: html, URL: "u", Title: " Other\n title ", Language: "de-AT", Meta: map[string]string{"m": "1"}, Filters: map[string][]string{"f": {"y", "x", "y", " "}, " ": {"z"}}, Sort: map[string]string{"s": "2"}, Boost: 2},
		Source{ID: "a.html", Content: html}, Source{ID: "c/_sidebar.md", Content: []byte("Menu")}, Source{ID: "skipped.md", Content: []byte("Left out")},
		Source{ID: "d.md", Content: []byte("Text.")}, Source{ID: "e.txt", Content: []byte("Text.")}, Source{ID: "f.md", Content: []byte{0}},
	), document.Options{Glob: "{a.html,b.html,c/**,d.*,e.txt,f.md}", BaseURL: "/base"}))(t)
	if got := ids(c); !slices.Equal(got, []string{"a.html", "b.html", "d.md", "e.txt"}) {
		t.Fatalf("got %q", got)
	}
	if d := c.Documents[0]; d.Title != "Own" || d.Lang != "en" || d.URL != "/base/a.html" || d.Filters != nil {
		t.Errorf("a source that says nothing: %+v", d)
	}
	d := c.Documents[1]
	if d.Title != "Other title" || d.Lang != "de-AT" || d.URL != "/base/u" || d.Boost != 2 || d.Fields["m"] != "1" || d.Sort["s"] != "2" || !slices.Equal(d.Filters["f"], []string{"x", "y"}) || len(d.Filters) != 1 {
		t.Errorf("a source that says all: %+v", d)
	}
	var warned []string
	for _, w := range c.Warnings {
		warned = append(warned, w.Path+": "+w.Message)
	}
	if got := strings.Join(warned, "; "); !strings.Contains(got, "c/_sidebar.md: is a menu or frame of its site") || !strings.Contains(got, "f.md: ") || strings.Contains(got, "skipped.md") {
		t.Errorf("warnings: %s", got)
	}
}

func TestSourcesRefuse(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	failed := errors.New("failed")
	page := Source{ID: "a.md", Content: []byte("Text.")}
	for name, c := range map[string]struct {
		ctx  context.Context
		all  iter.Seq2[Source, error]
		want string
	}{
		"twice":     {t.Context(), sequence(page, page), `two documents have the ID "a.md"`},
		"no ID":     {t.Context(), sequence(Source{ID: " \n"}), "a document has no ID"},
		"below 0":   {t.Context(), sequence(Source{ID: "a.md", Boost: -1}), "got a boost of -1"},
		"no number": {t.Context(), sequence(Source{ID: "a.md", Boost: math.NaN()}), "got a boost of NaN"},
		"too large": {t.Context(), sequence(Source{ID: "a.md", Boost: document.MaxBoost * 2}), "got a boost of"},
		"failed":    {t.Context(), func(yield func(Source, error) bool) { yield(Source{}, failed) }, "failed"},
		"ended":     {ended, sequence(page), context.Canceled.Error()},
	} {
		must.Say(t, must.Err(Sources(c.ctx, c.all, document.Options{})), c.want, "%s", name)
	}
}

// A table of contents that names none of the files says nothing about them, nor does a book without one.
func TestUnlistedFilesOfBooks(t *testing.T) {
	for name, c := range map[string]struct {
		summary string
		want    []string
	}{
		"no table":             {"", []string{"a.md", "b.md"}},
		"of one page":          {"[A](a.md)", []string{"a.md"}},
		"with a dot":           {"[A](./a.md) [B](<b.md>)", []string{"a.md", "b.md"}},
		"of other files alone": {"[X](x.md)", []string{"a.md", "b.md"}},
	} {
		files := map[string]string{"book.toml": "", "src/a.md": "A.", "src/b.md": "B."}
		if c.summary != "" {
			files["src/SUMMARY.md"] = c.summary
		}
		got, err := Docs(t.Context(), must.Files(t, files)+"/src", document.Options{})
		must.Be(t, err == nil && slices.Equal(ids(got), c.want), "%s: %v, want %q, %v", name, ids(got), c.want, err)
	}
}

// A file of lines that breaks off is an error with its line.
func TestLinesThatBreakOff(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader("{\"_id\":\"a\",\"text\":\"x\"}\n"), iotest.ErrReader(broken))
	must.Refuse(t, must.Err(jsonl.ReadFrom(t.Context(), in, "f.jsonl", 0, document.Options{})), broken, "f.jsonl:2: ")
}

// Signs of pages that stand alone or are broken say nothing.
func TestEdgesOfHTML(t *testing.T) {
	long := strings.Repeat("long ", 60)
	for _, c := range []struct{ name, src, title, lang, text string }{
		{"another meta before the charset", "<meta http-equiv=refresh content='9; charset=utf-16'><meta charset=utf-8><title>é</title><main>é", "é", "", "é"},
		{"charset of a content type", "<meta http-equiv=Content-Type content='text/html; charset=latin1'><title>\xe9</title><main>\xe9", "é", "", "é"},
		{"a link to a fragment that is no text", "<title>T</title><main><a href='#%ff'>a</a> <a href='#%zz'>b</a> <p id=x>c</p>", "T", "", "a b\n\nc"},
		{"two pictures of a figure", "<title>T</title><main><figure><img alt=a><img alt=b><figcaption>c</figcaption></figure>d", "T", "", "c\n\nd"},
		{"questions", "<title>T</title><main><details><summary>" + long + "</summary><p>a</p></details><details><summary></summary><p>b</p></details>", "T", "", strings.TrimSpace(long) + "\n\na\n\nb"},
	} {
		d := parsePage(t, c.src)
		if d.Title != c.title || d.Lang != c.lang || d.Text != c.text {
			t.Errorf("%s: got %q, %q, %q, want %q, %q, %q", c.name, d.Title, d.Lang, d.Text, c.title, c.lang, c.text)
		}
	}
}

// What front matter says beside the text, in each way that tools write it.
func TestEdgesOfFrontMatter(t *testing.T) {
	for _, c := range []struct {
		src, title string
		aliases    []string
	}{
		{"---\nmycel:\n  title: Found\ntitle: Shown\n---\nText.", "Found", nil},
		{"---\ntitle: Shown\naliases: /old\nredirect_from: [/a, /b]\n---\nText.", "Shown", []string{"/old", "/a", "/b"}},
		{"+++\ntitle = \"T\"\naliases = [\"/x\"]\n[extra]\na = 1\n+++\nText.", "T", []string{"/x"}},
		{"+++\n[title]\na = 1\n+++\nText.", "A", nil},
	} {
		d := markdownPage(t, "a.md", c.src)
		if d.Title != c.title || !slices.Equal(d.Aliases, c.aliases) {
			t.Errorf("%q: got %q %q, want %q %q", c.src, d.Title, d.Aliases, c.title, c.aliases)
		}
	}
}

// Addresses from which pages or a file redirect are aliases of the page to which they lead in the end.
func TestRedirects(t *testing.T) {
	refresh := func(to string) string {
		return `<html><head><meta http-equiv="Refresh" content="0; URL='` + to + `'"></head><body>Moved</body></html>`
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"new/index.html": `<html lang="en"><body><main><h1>New</h1><p>Text.</p></main></body></html>`,
		"index.html":     `<html lang="en"><body><main><h1>Home</h1><p>Start.</p></main></body></html>`,
		"old/index.html": refresh("../new/"), "rooted.html": refresh("/New/#part"), "below.html": refresh("https://example.org/docs/new"),
		"twice.html": refresh("old/"), "loop.html": refresh("loop.html"), "away.html": refresh("https://example.org/elsewhere"),
		"_redirects": "# moved\n/older /old 301\n/any/* /new\n/home /\n/broken\n",
	} {
		path := filepath.Join(dir, name)
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.OK(t, os.WriteFile(path, []byte(content), 0o644))
	}
	c := mustRead(t, Site, dir, document.Options{})
	got := map[string][]string{}
	for _, d := range c.Documents {
		got[d.ID] = d.Aliases
	}
	want := map[string][]string{"index.html": {"home"}, "new/index.html": {"below", "old", "rooted", "twice", "older"}}
	must.Equal(t, got, want, "aliases")
}

func TestParseText(t *testing.T) {
	long := "This first line is a sentence of its own that goes on for more than eighty characters."
	for _, test := range []struct{ name, src, title, text string }{
		{"title line", "Title\n\ntext", "Title", "Title\n\ntext"},
		{"underlined", "\n\n  Title\n=====\ntext", "Title", "  Title\n=====\ntext"},
		{"only line", "Title", "Title", "Title"},
		{"paragraph", "a\nb\n\nc", "File", "a\nb\n\nc"},
		{"long line", long + "\n\ntext", "File", long + "\n\ntext"},
		{"white space", "a \t\n\n \n\nb\u00a0c\x0c\u200b\n\n", "a", "a\n\nb c"},
		{"line separators", "a\u2028b\u0085c", "File", "a\nb\nc"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := must.Get(parseText("dir/file.txt", test.src, document.Options{}))(t)
			checkDocument(t, d)
			if d.Title != test.title || d.Text != test.text || len(d.Sections) != 1 {
				t.Errorf("got %q, %q, %d sections, want %q, %q, one", d.Title, d.Text, len(d.Sections), test.title, test.text)
			}
		})
	}
	_, err := parseText("f.txt", " \n\u200b", document.Options{})
	must.Be(t, err == document.SkipError("has no text"), "blank file: got %v, want to skip it", err)
}
