package ingest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// lampPage is a page without landmarks, between the header and the footer of its site.
func lampPage(name, content string) string {
	return `<html><head><title>` + name + ` | Lamps</title></head><body>
<div><h1><a href="index.html">Lamps 3.2</a></h1><ul><li><a href="index.html">Home</a><li><a href="all.html">All lamps</a></ul></div>
<div>Lamps &gt; ` + name + `</div><div>Print this page</div>
<div><h1 id="` + name + `">` + name + `</h1>` + content + `</div>
<div>Last change on 2026-03-0` + fmt.Sprint(len(name)) + `</div><p>© Lamp makers</p></body></html>`
}

var lampContents = map[string]string{
	"Wick":   "<p>A wick of <code>cotton</code> burns.</p><h2>Trim</h2><p>Cut it.</p>",
	"Glass":  "<p>A glass guards the flame.</p>",
	"Oil":    "<p>Oil feeds it. Home</p><pre>Home\nPrint this page</pre>",
	"Handle": "<p>A handle carries all.</p><p>Home is where it hangs.</p>",
}

func readLamps(t *testing.T, contents map[string]string, page func(name, content string) string) map[string]document.Document {
	t.Helper()
	files := map[string]string{}
	for name, content := range contents {
		files[strings.ToLower(name)+".html"] = page(name, content)
	}
	c := mustRead(t, Site, must.Files(t, files), document.Options{})
	docs := map[string]document.Document{}
	for _, d := range c.Documents {
		docs[d.Title] = d
	}
	return docs
}

func TestFrameIsLeftOut(t *testing.T) {
	docs := readLamps(t, lampContents, lampPage)
	for name, want := range map[string]string{
		"Wick":   "Lamps > Wick\n\nA wick of cotton burns.\n\nCut it.",
		"Glass":  "Lamps > Glass\n\nA glass guards the flame.",
		"Oil":    "Lamps > Oil\n\nOil feeds it. Home\n\nHome\nPrint this page",
		"Handle": "Lamps > Handle\n\nA handle carries all.\n\nHome is where it hangs.",
	} {
		d := docs[name]
		must.Equal(t, d.Text, want, "%s: text", name)
		at := 0
		for _, s := range d.Sections {
			must.Be(t, s.Start == at, "%s: sections %+v are not contiguous", name, d.Sections)
			at = s.End
			must.Be(t, s.Heading != "Lamps 3.2", "%s: the name of the site is a section", name)
		}
		must.Equal(t, at, len(d.Text), "%s: sections end at", name)
	}
	wick, oil := docs["Wick"], docs["Oil"]
	if len(wick.Code) != 1 || wick.Text[wick.Code[0].Start:wick.Code[0].End] != "cotton" {
		t.Errorf("got the code %v of %q, want cotton", wick.Code, wick.Text)
	}
	if len(oil.Code) != 1 || oil.Text[oil.Code[0].Start:oil.Code[0].End] != "Home\nPrint this page" {
		t.Errorf("got the code %v of %q, want the listing", oil.Code, oil.Text)
	}
	if s := wick.Sections[len(wick.Sections)-1]; s.Heading != "Trim" || s.Anchor != "Wick" || wick.Text[s.Start:s.End] != "Cut it." {
		t.Errorf("got the last section %+v of %q", s, wick.Text)
	}
}

// Three pages are too few to show a frame, and content in <main> keeps what only half of the pages have.
func TestFrameStays(t *testing.T) {
	few := map[string]string{}
	for _, name := range []string{"Wick", "Glass", "Oil"} {
		few[name] = lampContents[name]
	}
	if d := readLamps(t, few, lampPage)["Glass | Lamps"]; !strings.Contains(d.Text, "All lamps") {
		t.Errorf("of three pages, one has the text %q", d.Text)
	}
	more := maps.Clone(lampContents)
	for _, name := range []string{"Base", "Ring", "Hook", "Vent"} {
		more[name] = "<p>The " + name + " holds.</p>"
	}
	marked := readLamps(t, more, func(name, content string) string {
		end := "<p>Light.</p>"
		if lampContents[name] != "" {
			end = "<p>Handmade</p>"
		}
		return "<body><main><h1>" + name + "</h1><h2>Use</h2>" + content + end + "</main></body>"
	})
	if d := marked["Glass"]; d.Text != "A glass guards the flame.\n\nHandmade" || len(d.Sections) != 2 {
		t.Errorf("got the text %q of a page with <main>, in %+v", d.Text, d.Sections)
	}
	same := readLamps(t, lampContents, func(name, _ string) string { return "<body><main><h1>" + name + "</h1><p>To do.</p></main></body>" })
	if d := same["Glass"]; d.Text != "To do." {
		t.Errorf("got the text %q of a page that has no other", d.Text)
	}
}

// Within <main> that is frame which nearly all pages have at an end, and what site tools ask of readers.
func TestFrameInContent(t *testing.T) {
	docs := readLamps(t, lampContents, func(name, content string) string {
		return "<body><main><h1>" + name + "</h1><p>Read in 3 minutes</p>" + content + "<p>Handmade since 1899</p><h4>Feedback</h4><p>Yes No</p></main></body>"
	})
	if d := docs["Glass"]; d.Text != "A glass guards the flame." || len(d.Sections) != 1 {
		t.Errorf("got %q in %+v", d.Text, d.Sections)
	}
	one := readLamps(t, map[string]string{"Oil": "<p>It burns.</p>"}, func(name, content string) string {
		return "<main><h1>" + name + "</h1>" + content + "<h2>Was this page helpful?</h2><p>Suggest an edit</p></main>"
	})
	if d := one["Oil"]; d.Text != "It burns." || len(d.Sections) != 1 {
		t.Errorf("got %q in %+v", d.Text, d.Sections)
	}
	asked := readLamps(t, map[string]string{"Edit this page": "<p>Press the pen.</p>"}, func(name, content string) string {
		return "<main><h1>" + name + "</h1>" + content + "</main>"
	})
	if d := asked["Edit this page"]; d.Text != "Press the pen." {
		t.Errorf("got %q of a page about that", d.Text)
	}
	sentence := "Edit this page with a pen that writes on wet paper, and nobody will ask who of us wrote the first line of it."
	if d := readLamps(t, map[string]string{"Pen": "<p>A pen.</p><p>" + sentence + "</p>"}, func(name, content string) string {
		return "<main><h1>" + name + "</h1>" + content + "</main>"
	})["Pen"]; !strings.HasSuffix(d.Text, sentence) {
		t.Errorf("got %q of a page whose last sentence begins as tools ask", d.Text)
	}
}

// A menu is found among the pages that could have it, however long it is, and behind the title.
func TestFrameOfSomePages(t *testing.T) {
	menus := map[string]string{"fi": "Etusivu|Lamput", "et": "Avaleht|Lambid", "lv": "Sākums|Lampas", "lt": "Pradžia|Lempos", "sl": "Domov|Svetilke", "hr": "Početna|Svjetiljke"}
	files := map[string]string{}
	for folder, menu := range menus {
		for i := range 4 {
			word := string(rune('a'+i)) + folder
			files[folder+"/"+word+".html"] = "<title>" + word + "</title><body><div>" + strings.ReplaceAll(menu, "|", "</div><div>") + "</div><h1>" + word + "</h1><p>Text of " + word + "</p></body>"
		}
	}
	long := ""
	for i := range 150 {
		long += "<li><a href=x>Part " + strings.Repeat(string(rune('a'+i%26)), 1+i/26) + "</a>"
	}
	for i := range 4 {
		word := "tool" + string(rune('a'+i))
		files["tools/"+word+".html"] = "<body><h1>" + word + "</h1><ul>" + long + "</ul><p>Text of " + word + "</p></body>"
	}
	c := mustRead(t, Site, must.Files(t, files), document.Options{})
	for _, d := range c.Documents {
		must.Equal(t, d.Text, "Text of "+d.Title, "%s: text", d.ID)
	}
}

// A page without content of its own can still be found by its title.
func TestFrameOnly(t *testing.T) {
	contents := map[string]string{"Empty": ""}
	for name, content := range lampContents {
		contents[name] = content
	}
	d := readLamps(t, contents, func(name, content string) string {
		return "<title>" + name + "</title><body><p>Home</p>" + content + "<p>© 2026</p></body>"
	})["Empty"]
	must.Be(t, d.Text == "" && slices.Equal(d.Sections, document.OneSection("")), "got %q in %+v, want nothing", d.Text, d.Sections)
}

// A document whose text depends on other pages is another one than that which was read.
func TestFrameChangesMark(t *testing.T) {
	first := document.Document{Text: "a\nb", Sections: document.OneSection("a\nb"), Unmarked: true}
	p := framed{doc: &first}
	head, _ := p.ends(1)
	p.cut(head, nil)
	second := document.Document{Text: "a\nb", Sections: document.OneSection("a\nb"), Unmarked: true}
	p = framed{doc: &second}
	_, tail := p.ends(1)
	p.cut(nil, tail)
	if first.Text != "b" || second.Text != "a" || first.Mark == second.Mark || first.Mark == ([16]byte{}) {
		t.Errorf("got %q with mark %x and %q with mark %x", first.Text, first.Mark, second.Text, second.Mark)
	}
}

func TestTitleOfSeveralHeadings(t *testing.T) {
	for _, test := range []struct{ title, headings, want string }{
		{"JSON functions", "1. Overview|2. Details", "JSON functions"},
		{"Overview - Site", "Overview|Details", "Overview"},
		{"Wick — Lamps 3.2", "Lamps 3.2|Wick", "Wick"},
		{"", "Overview|Details", "Overview"},
		{"Other", "Overview", "Overview"},
	} {
		page := "<title>" + test.title + "</title><body>"
		for heading := range strings.SplitSeq(test.headings, "|") {
			page += "<h1>" + heading + "</h1><p>Text.</p>"
		}
		docs := readLamps(t, map[string]string{"a": ""}, func(string, string) string { return page })
		_, ok := docs[test.want]
		must.Be(t, ok, "title %q, headings %s: got %v, want %q", test.title, test.headings, docs, test.want)
	}
}

// A short page is both the beginning and the end of itself: a heading and the line below it are cut once.
func TestFrameOfShortPages(t *testing.T) {
	for lines := range 10 {
		files := map[string]string{}
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			before, after := "", ""
			for i := range lines {
				before += fmt.Sprint("<li>Box", strings.Repeat("x", i))
				after += fmt.Sprint("<li>Lid", strings.Repeat("x", i))
			}
			files[name+".html"] = "<body><h1>Crate " + name + "</h1><ul>" + before + "</ul><p>Only " + name + ".</p><ul>" + after +
				"</ul><h2>Details</h2><p>Inherits from Box.</p><p>Made by hand.</p></body>"
		}
		c, err := Site(t.Context(), must.Files(t, files), document.Options{})
		if err != nil || len(c.Documents) != len(files) || c.Documents[0].Text != "Only a." {
			t.Errorf("%d lines: got %d documents, the first %q, %v", lines, len(c.Documents), c.Documents[0].Text, err)
		}
	}
}

// A folder has a menu that its subfolders lack.
func TestFrameOfOneFolder(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		files["guide/"+name+".html"] = "<body><h1>Crate " + name + "</h1><ul><li>Home<li>News</ul><p>Only " + name + ".</p></body>"
		files["guide/api/"+name+".html"] = "<body><h1>Box " + name + "</h1><p>Member " + name + ".</p></body>"
	}
	c := mustRead(t, Site, must.Files(t, files), document.Options{})
	for _, d := range c.Documents {
		must.Be(t, !strings.Contains(d.Text, "News"), "%s: got %q", d.ID, d.Text)
	}
}
