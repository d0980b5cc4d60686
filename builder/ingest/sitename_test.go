package ingest

import (
	"fmt"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

func titlesOf(t *testing.T, named []string) []string {
	t.Helper()
	files := map[string]string{}
	for i, name := range named {
		files[fmt.Sprintf("%02d.html", i)] = "<title>" + name + "</title><main><div class=title>x</div><p>Text of " + name + ".</p></main>"
	}
	c := mustRead(t, Site, must.Files(t, files), document.Options{})
	var titles []string
	for _, d := range c.Documents {
		titles = append(titles, d.Title)
	}
	return titles
}

func TestSiteNamesAreLeftOutOfTitles(t *testing.T) {
	for _, test := range []struct {
		name         string
		titles, want []string
	}{
		{"before", []string{"Lamps: Wick", "Lamps: Glass: Care", "Lamps: Oil", "Lamps: Handle", "Lamps: "},
			[]string{"Wick", "Glass: Care", "Oil", "Handle", "Lamps:"}},
		{"behind", []string{"Wick | Lamps", "Glass - Care | Lamps", "Oil | Lamps", "Handle | Lamps", "Other | Shop"},
			[]string{"Wick", "Glass - Care", "Oil", "Handle", "Other | Shop"}},
		{"in brackets", []string{"Wick (Lamps (version 3))", "Glass (Lamps (version 3))", "Oil (Lamps (version 3))", "burn (f) (Lamps (version 3))", "burn(f)"},
			[]string{"Wick", "Glass", "Oil", "burn (f)", "burn(f)"}},
		{"both", []string{"Lamps: Wick | Docs", "Lamps: Glass | Docs", "Lamps: Oil | Docs", "Lamps: Handle | Docs"},
			[]string{"Wick", "Glass", "Oil", "Handle"}},
		{"of few pages", []string{"Lamps: Wick", "Lamps: Glass", "Lamps: Oil", "Handle", "Chimney", "Base", "Shade"},
			[]string{"Lamps: Wick", "Lamps: Glass", "Lamps: Oil", "Handle", "Chimney", "Base", "Shade"}},
	} {
		must.Equal(t, titlesOf(t, test.titles), test.want, "%s", test.name)
	}
}

// A page without a heading in its content loses the name of the site, which the other <title>s have.
func TestSiteNameOfOtherPages(t *testing.T) {
	files := map[string]string{"archive.html": "<title>Archive | Lamps</title><header><h1>Archive</h1></header><main><p>Wick, Glass.</p></main>"}
	for _, name := range []string{"Wick", "Glass", "Oil", "Handle"} {
		files[name+".html"] = "<title>" + name + " | Lamps</title><main><h1>" + name + "</h1><p>About the " + name + ".</p></main>"
	}
	c := mustRead(t, Site, must.Files(t, files), document.Options{})
	got := c.Documents[len(c.Documents)-1]
	must.Be(t, got.Title == "Archive", "%s: got the title %q", got.ID, got.Title)
}

// The mark of a page tells a store of its title too, which depends on other pages.
func TestSiteNameChangesTheMark(t *testing.T) {
	c := &document.Corpus{}
	for _, name := range []string{"Wick", "Glass", "Oil", "Handle"} {
		c.Documents = append(c.Documents, document.Document{HTML: true, Title: "Lamps: " + name, Named: "Lamps: " + name})
	}
	before := c.Documents[0]
	leaveOutSiteNames(c)
	got := c.Documents[0]
	must.Be(t, got.Title == "Wick" && got.Mark != before.Mark, "title %q, mark changed: %v", got.Title, got.Mark != before.Mark)
}

func TestSiteName(t *testing.T) {
	for _, test := range []struct {
		want   string
		titles []string
	}{
		{"Lamps", []string{"Lamps: Wick", "Lamps: Glass: Care", "Lamps: Oil", "Lamps: Handle", "Lamps"}},
		{"Lamps", []string{"Wick | Lamps", "Glass - Care | Lamps", "Oil | Lamps", "Handle | Lamps", "Other | Shop"}},
		{"Lamps (version 3)", []string{"Wick (Lamps (version 3))", "Glass (Lamps (version 3))", "Oil (Lamps (version 3))", "burn (f) (Lamps (version 3))"}},
		{"", []string{"Wick | Lamps", "Glass | Lamps", "Oil | Lamps"}},
		{"", []string{"Lamps: Wick", "Lamps: Glass", "Lamps: Oil", "Lamps: Base", "Handle", "Chimney", "Base", "Shade", "Feet"}},
		{"", []string{"Wick", "Glass", "Oil", "Handle"}},
	} {
		var docs []document.Document
		for _, title := range test.titles {
			docs = append(docs, document.Document{HTML: true, Named: title})
		}
		must.Equal(t, SiteName(docs), test.want, "%q", test.titles)
	}
}

func TestSiteNameThatPagesDeclare(t *testing.T) {
	page := func(site, title string) string {
		return `<meta property="og:site_name" content="` + site + `"><title>` + title + "</title><main><h1>" + title + "</h1><p>Text.</p></main>"
	}
	for _, test := range []struct {
		want  string
		files map[string]string
	}{
		{"Lamp oil", map[string]string{"a.html": page("Lamp\n oil", "Wick")}},
		{"Lamps", map[string]string{
			"a.html": page("Lamps", "Wick | Docs"), "b.html": page("Lamps", "Glass | Docs"),
			"c.html": "<title>Oil | Docs</title><p>Text.</p>", "d.html": "<title>Base | Docs</title><p>Text.</p>",
		}},
		{"Docs", map[string]string{
			"a.html": page("Lamps", "Wick | Docs"), "b.html": page("", "Glass | Docs"),
			"c.html": "<title>Oil | Docs</title><p>Text.</p>", "d.html": "<title>Base | Docs</title><p>Text.</p>",
		}},
	} {
		c := mustRead(t, Site, must.Files(t, test.files), document.Options{})
		must.Equal(t, SiteName(c.Documents), test.want)
	}
}
