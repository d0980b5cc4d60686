package terms

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mycel/builder/analyse"
	"mycel/builder/ingest"
	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// siteOf reads a site, of HTML if its files are.
func siteOf(t *testing.T, files map[string]string) []*analyse.Page {
	t.Helper()
	dir := t.TempDir()
	read := ingest.Docs
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if filepath.Ext(name) == ".html" {
			read = ingest.Site
		}
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.OK(t, os.WriteFile(path, []byte(content), 0o644))
	}
	c := must.Get(read(context.Background(), dir, document.Options{URLStyle: document.URLStyleDirectory}))(t)
	var pages []*analyse.Page
	for i := range c.Documents {
		pages = append(pages, &analyse.Page{Doc: &c.Documents[i]})
	}
	return pages
}

// called lists where the links of a site lead, by their texts.
func calledBy(pages []*analyse.Page) map[string]string {
	out := map[string]string{}
	for _, r := range references(pages) {
		to := pages[r.to].Doc
		out[pages[r.from].Doc.Links[r.link].Text] = to.ID + "#" + to.Sections[r.section].Anchor
	}
	return out
}

// Links are resolved as a link checker does, and in whatever way they are written.
func TestReferences(t *testing.T) {
	links := map[string]string{ // target as written: where it leads, "" for nowhere
		"other.md": "guide/other.md#other", "other.md#part-two": "guide/other.md#part-two", "./other.md#gone": "guide/other.md#other",
		"../index.md": "index.md#home", "../reference/": "reference/index.md#reference", "/reference/": "reference/index.md#reference",
		"/docs/guide/other/": "guide/other.md#other", "/docs/guide/other.html#part-two": "guide/other.md#part-two", "/guide/other": "guide/other.md#other",
		"/docs/": "index.md#home", "/old/name/": "guide/other.md#other", "../../other/": "",
		"https://example.org/guide/other/": "", "mailto:a@example.org": "", "#start": "", "missing.md": "", "start.md": "", "start.md#start": "",
		"%zz": "", "other.md?a=b#part-two": "guide/other.md#part-two", "Other.md#Part_Two": "guide/other.md#part-two",
		"/Docs/GUIDE/other": "guide/other.md#other", "%6fther.md#part%2Dtwo": "guide/other.md#part-two", "gone.png": "", "mailto:guide/other.md": "",
	}
	source, n := "# Start\n\n[by reference][ref]\n\n", 0
	want := map[string]string{"by reference": "guide/other.md#part-two"}
	for _, target := range sorted(links) {
		text := "link " + string(rune('a'+n))
		n++
		source += "[" + text + "](" + target + ")\n"
		if links[target] != "" {
			want[text] = links[target]
		}
	}
	source += "\n[ref]: other.md#part-two\n"
	pages := siteOf(t, map[string]string{
		"index.md": "# Home\n\nHome.", "guide/start.md": source, "reference/index.md": "# Reference\n\nAll.",
		"guide/other.md": "---\naliases: [/old/name/]\n---\n\n# Other\n\nOne.\n\n## Part two\n\nTwo.",
	})
	got := calledBy(pages)
	for text, to := range want {
		must.Equal(t, got[text], to, "%s leads to", text)
	}
	for text, to := range got {
		must.Be(t, want[text] != "", "%s leads to %q, want nowhere", text, to)
	}
	found := FindLinks(pages)
	if lost := []LostTarget{{"/guide/%zz", 1}, {"/guide/missing", 1}, {"/other", 1}}; found.Found != len(want) || found.Lost != 3 || !reflect.DeepEqual(found.MostLost, lost) {
		t.Errorf("got %d links found, %d lost, %v; want %d, 3, %v", found.Found, found.Lost, found.MostLost, len(want), lost)
	}
}

func sorted(m map[string]string) (keys []string) {
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// Links that stand beside the same other on several pages are menus, however they are called.
func TestMenus(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"a", "b", "c", "d"} {
		content := "<p>Text of " + name + ".</p>"
		if name == "d" {
			content = `<p>As <a href="a.html">the first of all</a> says.</p>`
		}
		files[name+".html"] = `<html><body><main><div><a href="a.html">Page A</a> <a href="b.html">Page B</a> <a href="c.html">Page C</a></div><h1>Title ` + name + `</h1>` + content + `</main></body></html>`
	}
	got := calledBy(siteOf(t, files))
	must.Be(t, len(got) == 1 && got["the first of all"] != "", "the content has the links %v", got)
}

// Every fifth page with links gives questions, and its links are gone; a text wants all that pages call so.
func TestHoldOut(t *testing.T) {
	files := map[string]string{"a0.md": "# Start\n\nNo links.\n", "f1.md": "# Target\n\n## Part\n\nText.\n", "f2.md": "# Second\n\nText.\n"}
	for _, name := range []string{"b", "c", "d", "e", "g", "h"} {
		files[name+".md"] = "# Page\n\n[the one](f1.md#part) and [" + name + "](f2.md)\n"
	}
	files["c.md"] += "\n[The One](f2.md)\n"
	files["g.md"] += "\n[the one](f1.md#part) again\n"
	pages := siteOf(t, files)
	docs := make([]document.Document, len(pages))
	for i, p := range pages {
		docs[i] = *p.Doc
	}
	got := HoldOut(docs)
	want := []LinkText{{"the one", "g.md", []string{"f1/#part", "f2/"}}, {"g", "g.md", []string{"f2/"}}}
	must.Equal(t, got, want)
	for _, d := range docs {
		must.Be(t, strings.ContainsAny(d.ID[:1], "bcdeh") == (len(d.Links) > 0), "%s has %d links", d.ID, len(d.Links))
	}
}

// A report names the three addresses to which most links lead in vain.
func TestMostLost(t *testing.T) {
	text := "# Home\n"
	for n, name := range []string{"one", "two", "three", "four"} {
		for i := range n + 1 {
			text += fmt.Sprintf("\n[%s %d](%s.md)\n", name, i, name)
		}
	}
	found := FindLinks(siteOf(t, map[string]string{"index.md": text}))
	want := []LostTarget{{"/four", 4}, {"/three", 3}, {"/two", 2}}
	must.Be(t, found.Lost == 10 && reflect.DeepEqual(found.MostLost, want), "got %d links lost, %v; want 10, %v", found.Lost, found.MostLost, want)
}
