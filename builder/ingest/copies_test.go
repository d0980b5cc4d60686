package ingest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// An index page goes where it repeats a page beside it, and nowhere else.
func TestSiteCopies(t *testing.T) {
	dir := t.TempDir()
	const chapter = "<title>%</title><main><h1 id=a>Rye</h1><p>Grey flour.</p></main>"
	for rel, content := range map[string]string{
		"index.html":     chapter,
		"rye.html":       chapter,
		"2/index.html":   chapter,
		"2/oat.html":     "<main><h1 id=a>Rye</h1><p>White flour.</p></main>",
		"3/rye.html":     chapter,
		"3/rye-too.html": chapter,
	} {
		where := filepath.Join(dir, filepath.FromSlash(rel))
		must.OK(t, os.MkdirAll(filepath.Dir(where), 0o755))
		must.OK(t, os.WriteFile(where, []byte(content), 0o644))
	}
	c := mustRead(t, Site, dir, document.Options{})
	var got []string
	for _, d := range c.Documents {
		got = append(got, d.ID)
	}
	must.Equal(t, got, []string{"2/index.html", "2/oat.html", "3/rye-too.html", "3/rye.html", "rye.html"})
	if len(c.Warnings) != 1 || c.Warnings[0] != (document.Warning{Path: "index.html", Message: "has the same content as rye.html", Skipped: true}) {
		t.Errorf("warnings %+v", c.Warnings)
	}
}

// A manual in one page goes where its chapters are pages of their own. Versions of a long page
// stay: none of them has parts of the others.
func TestSiteCollections(t *testing.T) {
	files := map[string]string{}
	manual, chapters := "<main><h1>Manual</h1>", ""
	for _, name := range []string{"rye", "oat", "wheat", "spelt"} {
		chapter := "<h2 id=" + name + ">All of " + name + "</h2><p>Bread of " + name + " is baked slowly, for longer than an hour.</p>"
		files[name+".html"] = "<main>" + chapter + "</main>"
		manual += chapter
		chapters += chapter
	}
	files["manual.html"] = manual + "<h2>Colophon</h2><p>The end.</p></main>"
	for _, version := range []string{"1", "2", "3", "4", "5"} {
		files[version+"/long.html"] = "<main><h1>Long</h1>" + strings.ReplaceAll(chapters, "Bread", "Cake") + "</main>"
	}
	c := mustRead(t, Site, must.Files(t, files), document.Options{})
	want := []string{"1/long.html", "2/long.html", "3/long.html", "4/long.html", "5/long.html", "oat.html", "rye.html", "spelt.html", "wheat.html"}
	must.Equal(t, ids(c), want)
	if len(c.Warnings) != 1 || c.Warnings[0] != (document.Warning{Path: "manual.html", Message: "repeats 4 other pages", Skipped: true}) {
		t.Errorf("warnings %+v", c.Warnings)
	}
}

// A section that is a link to another page with its beginning weighs less; a section that says more of it does not.
func TestEntriesOfPages(t *testing.T) {
	const begins = "Rye wants a cold oven, and a night of patience."
	entry := func(heading, text string) string {
		return "<main><h1>Tagged</h1><p>One post tagged so, and a sentence that stands nowhere else.</p><h2>" + heading + "</h2>" + text + "</main>"
	}
	for name, test := range map[string]struct {
		page string
		want int
	}{
		"beginning": {entry("<a href=rye.html>Rye</a>", "<p>3 May</p><p>"+begins[:45]+"…</p><p><a href=rye.html>Read more</a></p>"), 1},
		"title":     {entry("<a href=rye.html>Rye</a>", "<p>3 May</p>"), 1},
		"more":      {entry("<a href=rye.html>Rye</a>", "<p>"+begins+"</p><p>This page is for those who have a mill at home.</p>"), 0},
		"no link":   {entry("Rye", "<p>"+begins+"</p>"), 0},
		"own place": {entry("<a href=#rye>Rye</a>", "<p>"+begins+"</p>"), 0},
		"weighed":   {entry("<a href=rye.html>Rye</a>", "<p data-mycel-weight=2>"+begins+"</p>"), 1},
	} {
		root := must.Files(t, map[string]string{"rye.html": "<main><h1>Rye</h1><p>" + begins + "</p><p>Then bake it.</p></main>", "tag.html": test.page})
		c := mustRead(t, Site, root, document.Options{})
		if tag := c.Documents[1]; len(tag.Weights) != test.want || name == "weighed" && tag.Weights[0].Factor != 2 {
			t.Errorf("%s: got the weights %v of %+v", name, tag.Weights, tag.Sections)
		}
	}
}
