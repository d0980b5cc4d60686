package ingest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/jsonl"
	"mycel/internal/must"
)

func symlink(t *testing.T, target, link string) {
	t.Helper()
	if err := os.Symlink(target, link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
}

func ids(c *document.Corpus) []string {
	var ids []string
	for _, d := range c.Documents {
		ids = append(ids, d.ID)
	}
	return ids
}

func TestSiteFiles(t *testing.T) {
	root := must.Files(t, map[string]string{
		"b.html": "b", "a/z.HTM": "z", "a.html": "a", "a/b/c.html": "c", "x.txt": "x", "y.md": "y",
		".hidden.html": "h", ".git/d.html": "d", "node_modules/e.html": "e", "A.html": "A",
	})
	symlink(t, root, filepath.Join(root, "a", "loop"))
	symlink(t, "../b.html", filepath.Join(root, "a", "link.html"))
	symlink(t, "nowhere", filepath.Join(root, "dangling.png"))
	outside := must.Files(t, map[string]string{"o.html": "o"})
	symlink(t, outside, filepath.Join(root, "0linked"))
	symlink(t, filepath.Join(root, "a", "b"), filepath.Join(root, "0again"))
	symlink(t, outside, filepath.Join(root, "0twice"))

	c := mustRead(t, Site, root, document.Options{FollowLinks: true})
	want := []string{"0linked/o.html", "A.html", "a.html", "a/b/c.html", "a/link.html", "a/z.HTM", "b.html"}
	must.Equal(t, ids(c), want)
	must.Be(t, c.Found == len(want) && c.Bytes == int64(len(want)), "got %d files of %d bytes, want %d of one byte each", c.Found, c.Bytes, len(want))
}

func TestSourceErrors(t *testing.T) {
	ctx := context.Background()
	root := must.Files(t, map[string]string{"file.md": "x"})
	file, missing := filepath.Join(root, "file.md"), filepath.Join(root, "missing")
	type reader func(context.Context, string, document.Options) (*document.Corpus, error)
	for _, test := range []struct {
		name string
		read reader
		path string
		want string
	}{
		{"site missing", Site, missing, "no such directory: " + missing},
		{"docs missing", Docs, missing, "no such directory: " + missing},
		{"lines missing", jsonl.Read, missing, "no such file: " + missing},
		{"site is a file", Site, file, "not a directory: " + file},
		{"docs is a file", Docs, file, "not a directory: " + file},
		{"lines is a directory", jsonl.Read, root, "not a file of JSON Lines but a directory: " + root},
	} {
		t.Run(test.name, func(t *testing.T) {
			if c, err := test.read(ctx, test.path, document.Options{}); err == nil || err.Error() != test.want || c != nil {
				t.Errorf("got %v, %v, want %q", c, err, test.want)
			}
		})
	}
	if c, err := Site(ctx, root, document.Options{}); err != nil || c.Found != 0 || len(c.Documents) != 0 {
		t.Errorf("directory without HTML: got %+v, %v, want an empty corpus", c, err)
	}
}

func TestSameOnAnyNumberOfCores(t *testing.T) {
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("%d/%d.md", i%7, i)] = fmt.Sprintf("---\ndraft: %v\n---\n# Heading %d\n\n%s", i%10 == 0, i, strings.Repeat("text ", i))
	}
	root := must.Files(t, files)
	read := func(cores int) *document.Corpus {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		return mustRead(t, Docs, root, document.Options{})
	}
	one, many := read(1), read(8)
	if len(one.Documents) != 180 || len(one.Warnings) != 20 {
		t.Fatalf("got %d documents and %d warnings, want 180 and 20", len(one.Documents), len(one.Warnings))
	}
	must.Be(t, slices.IsSorted(ids(one)), "documents are not sorted by ID")
	must.Be(t, reflect.DeepEqual(one, many), "one core and eight give different corpora")
	checkCorpus(t, one)
}

func TestProgress(t *testing.T) {
	root := must.Files(t, map[string]string{"a.md": "a", "b.md": "b", "c.txt": "c"})
	lines := must.File(t, "l", strings.Repeat("\n", 2500))
	for name, read := range map[string]func(document.Options) (*document.Corpus, error){
		"docs":  func(o document.Options) (*document.Corpus, error) { return Docs(context.Background(), root, o) },
		"jsonl": func(o document.Options) (*document.Corpus, error) { return jsonl.Read(context.Background(), lines, o) },
	} {
		var done, total []int
		must.Get(read(document.Options{Progress: func(d, t int) { done, total = append(done, d), append(total, t) }}))(t)
		if len(done) != 3 || !slices.IsSorted(done) || done[2] != total[2] {
			t.Errorf("%s: got %d of %d, want three reports that end complete", name, done, total)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	must.Is(t, must.Err(Docs(ctx, "testdata/docs", document.Options{})), context.Canceled, "Docs")
	must.Is(t, must.Err(jsonl.Read(ctx, "testdata/lines.jsonl", document.Options{})), context.Canceled, "JSONL")
}

func TestSameURLWarning(t *testing.T) {
	root := must.Files(t, map[string]string{"g/README.md": "a", "g/index.md": "b"})
	c := mustRead(t, Docs, root, document.Options{})
	want := []document.Warning{{Path: "g/index.md", Message: "has the same URL as g/README.md: g/"}}
	if !slices.Equal(c.Warnings, want) || len(c.Documents) != 2 {
		t.Errorf("got %d documents, warnings %+v, want two and %+v", len(c.Documents), c.Warnings, want)
	}
}

func TestTaxonomiesOfHugo(t *testing.T) {
	page := func(title string) string {
		return "<html lang=en><title>" + title + "</title><main><h1>" + title + "</h1><p>Some text.</p></main>"
	}
	feed := func(generator string, links ...string) string {
		items := ""
		for _, link := range links {
			items += "<item><title>x</title><link>" + link + "</link></item>"
		}
		return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><generator>` + generator + "</generator>" + items + "</channel></rss>"
	}
	hugo, site := "Hugo -- gohugo.io", "https://example.org/sub/"
	files := map[string]string{
		"index.html": page("Home"), "index.xml": feed(hugo, site+"posts/oven/"),
		"posts/index.html": page("Posts"), "posts/index.xml": feed(hugo, site+"posts/oven/"), "posts/oven/index.html": page("Oven"),
		"tags/index.html": page("Tags"), "tags/index.xml": feed(hugo, site+"tags/bread/", site+"tags/hot%20stones/"),
		"tags/bread/index.html": page("Tag bread"), "tags/bread/index.xml": feed(hugo, site+"posts/oven/"), "tags/bread/page/2/index.html": page("Tag bread, 2"),
		"tags/hot stones/index.html": page("Tag heat"), "tags/hot stones/index.xml": feed(hugo),
		// What others write so.
		"labels/index.html": page("Labels"), "labels/index.xml": feed("Else", site+"labels/a/"), "labels/a/index.html": page("Label"), "labels/a/index.xml": feed("Else"),
		"broken/index.html": page("Broken"), "broken/index.xml": "<rss",
	}
	root := must.Files(t, files)
	kept := []string{"broken/index.html", "index.html", "labels/a/index.html", "labels/index.html", "posts/index.html", "posts/oven/index.html"}
	c := mustRead(t, Site, root, document.Options{})
	must.Equal(t, ids(c), kept)
	if len(c.Warnings) != 4 || c.Warnings[0].Path != "tags/bread/index.html" || !c.Warnings[0].Skipped || c.Found != len(kept)+4 {
		t.Errorf("got %d files and the warnings %+v", c.Found, c.Warnings)
	}
	c = mustRead(t, Site, root, document.Options{Pages: []document.PageRule{{Glob: "tags/*/index.html", Boost: 1}}})
	got := ids(c)
	must.Be(t, len(got) == len(kept)+2, "with a rule: got %q", got)
}

// Pages that a server sends in the place of others are no documents.
func TestSiteErrorPages(t *testing.T) {
	files := map[string]string{"a.html": "<main>A page.</main>", "guide/500.html": "<main>The road number 500.</main>"}
	for _, name := range []string{"404.html", "404/index.html", "500.html", "_global-error.html"} {
		files[name] = "<main>This page is " + name + "</main>"
	}
	c, err := Site(t.Context(), must.Files(t, files), document.Options{})
	if err != nil || !slices.Equal(ids(c), []string{"a.html", "guide/500.html"}) || len(c.Warnings) != 4 {
		t.Errorf("got %v, %v, %+v", err, ids(c), c.Warnings)
	}
}
