package document

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mycel/builder/varint"
	"mycel/internal/must"
)

// Of lines, l is a link to a heading, o a link to another place, t the title of contents, x other text; | begins a section.
// 2 is a line with two links to headings, and 3
// is one with three. A list of contents has two lines or three links at least, three of four to headings, its title above it, and ends with its section.
func TestContentsRanges(t *testing.T) {
	for lines, want := range map[string]string{
		"": "", "x": "", "l": "", "ll": "[0 2]", "xllx": "[1 3]", "tll": "[0 3]", "xtll": "[1 4]", "xll": "[1 3]", "tx": "", "t": "", "txll": "[2 4]",
		"lllo": "[0 4]", "llo": "", "oooo": "", "loll": "[0 4]", "lo": "",
		"l|l": "", "ll|ll": "[0 2] [2 4]", "lllo|o": "[0 4]", "t|ll": "[1 3]", "lll|o": "[0 3]", "x|ll": "[1 3]",
		"llxll": "[0 2] [3 5]", "llxo": "[0 2]", "ltl": "[0 3]", "lltll": "[0 5]", "llx": "[0 2]",
		"2": "", "3": "[0 1]", "2l": "[0 2]",
	} {
		var all []placeLine
		section := 0
		for _, kind := range lines {
			if kind == '|' {
				section++
				continue
			}
			n := len(all)
			l := placeLine{start: n, end: n + 1, section: section, text: string(kind)}
			switch kind {
			case 'l':
				l.links, l.headings, l.isLink = 1, 1, true
			case '2', '3':
				l.links, l.headings, l.isLink = int(kind-'0'), int(kind-'0'), true
			case 'o':
				l.links, l.isLink = 1, true
			case 't':
				l.text = "Contents:"
			}
			all = append(all, l)
		}
		var got []string
		for _, r := range contentsRanges(all) {
			got = append(got, fmt.Sprint(r))
		}
		must.Be(t, strings.Join(got, " ") == want, "%s: got %s, want %s", lines, got, want)
	}
}

// A list of members weighs half, unless its author gave any of it a weight.
func TestWeighList(t *testing.T) {
	for name, c := range map[string]struct{ had, want []Weight }{
		"none":    {nil, []Weight{{10, 20, 0.5}}},
		"before":  {[]Weight{{0, 10, 2}}, []Weight{{0, 10, 2}, {10, 20, 0.5}}},
		"behind":  {[]Weight{{20, 30, 2}}, []Weight{{10, 20, 0.5}, {20, 30, 2}}},
		"around":  {[]Weight{{0, 30, 2}}, []Weight{{0, 30, 2}}},
		"in part": {[]Weight{{0, 5, 3}, {19, 30, 2}}, []Weight{{0, 5, 3}, {19, 30, 2}}},
	} {
		d := &Document{}
		d.Weights = slices.Clone(c.had)
		if d.WeighList(Section{Start: 10, End: 20}); !slices.Equal(d.Weights, c.want) {
			t.Errorf("%s: got %v, want %v", name, d.Weights, c.want)
		}
	}
	d := &Document{}
	if d.WeighList(Section{Start: 10, End: 10}); d.Weights != nil {
		t.Errorf("an empty section weighs %v", d.Weights)
	}
	// Five entries at least, and one of three lines.
	for entries, want := range map[string]bool{"eeeee": true, "eeee": false, "eeeeexxxxxxxxxx": true, "eeeeexxxxxxxxxxx": false} {
		d := &Document{Text: entries, Sections: OneSection(entries)}
		var lines []placeLine
		for _, kind := range entries {
			lines = append(lines, placeLine{isEntry: kind == 'e'})
		}
		if d.weighMembers(lines); (d.Weights != nil) != want {
			t.Errorf("%s: weights %v", entries, d.Weights)
		}
	}
}

// A field has one line. The first value of a name counts, and empty names and values are left out.
func TestFacets(t *testing.T) {
	var f Facets
	for _, pair := range [][2]string{{" a\n", " one\n two"}, {"a", "other"}, {"", "x"}, {"b", " \n"}, {"c", "3"}} {
		f.SetField(pair[0], pair[1])
		f.SetSort(pair[0], pair[1])
		f.AddFilter(pair[0], pair[1])
	}
	f.AddFilter("a", "another")
	f.AddFilter("a", "other")
	f.AddFilters("d", []string{"z", " y ", "", "z"})
	f.AddFilters("e", []string{"", " "})
	f.AddFilters(" ", []string{"x"})
	want := Facets{
		Fields: map[string]string{"a": "one two", "c": "3"}, Sort: map[string]string{"a": "one two", "c": "3"},
		Filters: map[string][]string{"a": {"another", "one two", "other"}, "c": {"3"}, "d": {"y", "z"}},
	}
	must.Equal(t, f, want)
	f.Multiply(3)
	f.Multiply(4)
	must.Equal(t, f.Boost, 12, "boosts of 3 and 4")
	if f.Multiply(1000); f.Boost != 100 {
		t.Errorf("the greatest boost is %v", f.Boost)
	}
	for s, want := range map[string][2]bool{"0": {false, true}, "0.001": {true, true}, "10": {true, true}, "10.1": {true, false}, "100": {true, false}, "100.1": {}, "-1": {}, "NaN": {}, "x": {}, "": {}} {
		_, boost := ParseBoost(s)
		_, weight := ParseWeight(s)
		must.Be(t, (boost == nil) == want[0] && (weight == nil) == want[1], "%q: boost %v, weight %v", s, boost, weight)
	}
}

// Links are kept with their texts, but for those without a text or that lead to no page.
func TestLinksOfOutline(t *testing.T) {
	for link, want := range map[[2]string]bool{
		{"a.html", "An a"}: true, {"//b", "b"}: true, {" a.html ", "a"}: true, {"MAIL", "m"}: true, {"telephone.html", "t"}: true, {"data.html", "d"}: true,
		{"", "a"}: false, {"a.html", " "}: false, {"#a", "a"}: false, {"mailto:a@b", "a"}: false, {"MailTo:a@b", "a"}: false, {"javascript:x()", "x"}: false, {"data:,x", "x"}: false, {"tel:1", "1"}: false,
		{"a.html", strings.Repeat("ö", maxLinkText)}: true, {"a.html", strings.Repeat("ö", maxLinkText+1)}: false,
	} {
		var o Outline
		if o.Link(link[0], link[1]); len(o.Links) == 1 != want {
			t.Errorf("%q: links %v", link, o.Links)
		}
	}
}

// Preformatted text nests, keeps its white space, loses the blank lines around it, and counts for nothing in a heading.
func TestVerbatim(t *testing.T) {
	for name, c := range map[string]struct {
		write func(o *Outline)
		text  string
		codes string // kinds and texts
	}{
		"one": {func(o *Outline) {
			o.Words("a")
			o.StartVerbatim(Fenced)
			o.Words("\n\n  x\n y \n\n")
			o.EndVerbatim()
			o.Words("b")
		}, "a\n\n  x\n y\n\nb", "  x\n y"},
		"nested": {func(o *Outline) {
			o.StartVerbatim(Fenced)
			o.Words("x\n")
			o.StartVerbatim(Output)
			o.Words(" y")
			o.EndVerbatim()
			o.Words("z")
			o.EndVerbatim()
		}, "x\n y\nz", "x\n y\nz"},
		"blank": {func(o *Outline) {
			o.Words("a")
			o.StartVerbatim(Fenced)
			o.Words(" \n ")
			o.EndVerbatim()
			o.Words("b")
		}, "a\n\nb", ""},
		"not ended": {func(o *Outline) { o.StartVerbatim(Fenced); o.Words("x\n") }, "x", "x"},
		"gaps within it": {func(o *Outline) {
			o.StartVerbatim(Fenced)
			o.Words("x")
			o.Gap(GapBlock)
			o.Gap(GapLine)
			o.Words("y")
			o.Gap(GapSpace)
			o.Words("z")
			o.LineBreak()
			o.Words("w")
			o.EndVerbatim()
		}, "x\nyz\nw", "x\nyz\nw"},
	} {
		var o Outline
		c.write(&o)
		text, sections := o.Finish()
		var codes []string
		for _, code := range o.CodeRanges() {
			codes = append(codes, text[code.Start:code.End])
		}
		if text != c.text || strings.Join(codes, "|") != c.codes || len(sections) != 1 {
			t.Errorf("%s: got %q with code %q in %d sections", name, text, codes, len(sections))
		}
	}
}

// The words of an element of code are one part; those of the next element are another.
func TestCodeRanges(t *testing.T) {
	var o Outline
	code := func(s string) {
		o.StartCode()
		o.Words(s)
		o.EndCode()
	}
	o.Words("Of ")
	code("a  ? b : c")
	o.Words(" ")
	code("d e")
	o.Words(" there is ")
	code("f")
	code("g")
	want := []string{"a ? b : c", "d e", "fg"}
	var got []string
	for _, c := range o.CodeRanges() {
		got = append(got, string(o.Text[c.Start:c.End]))
	}
	must.Equal(t, got, want, "code of %q", o.Text)
}

// A document with something in every field comes back as it was; a field that is
// new and not recorded fails here.
func TestDocumentRecord(t *testing.T) {
	want := Document{
		ID: "a.md", URL: "a.html", Title: "A", Lang: "en", Text: "ab c",
		Sections: []Section{{Start: 0, End: 2}, {Level: 2, Heading: "H", Anchor: "h", Start: 2, End: 4}},
		Meta:     map[string]string{"a": "b", "c": "d", "e": "", "f": "g"},
		Code:     []Code{{0, 1, Inline}, {2, 3, Output}}, Links: []Link{{"b.md#c", "B", 3}}, Aliases: []string{"old"},
		Facets: Facets{
			Fields: map[string]string{"f": "1"}, Filters: map[string][]string{"t": {"x", "y"}, "u": {"z"}, "v": nil, "w": {""}}, Sort: map[string]string{"date": "2"},
			Boost: 1.5, Weights: []Weight{{Start: 0, End: 1, Factor: 0.5}, {Start: 2, End: 3, Factor: 2}},
		},
		Warnings: []string{"w"}, HTML: true, Wrapped: true, Marked: true, Unmarked: true, Named: "N", Site: "S",
	}
	filled := want
	filled.Mark = [16]byte{1}
	v := reflect.ValueOf(filled)
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("the test leaves %s empty", v.Type().Field(i).Name)
		}
	}
	var w varint.Writer
	want.Record(&w)
	var got Document
	r := varint.NewReader(string(w.Bytes))
	got.ReadRecord(r)
	if err := r.Close(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	for range 10 {
		var again varint.Writer
		if got.Record(&again); string(again.Bytes) != string(w.Bytes) {
			t.Fatal("equal documents have different records")
		}
	}
	for n := range w.Bytes {
		r := varint.NewReader(string(w.Bytes[:n]))
		new(Document).ReadRecord(r)
		must.Be(t, r.Close() != nil, "a record of %d bytes is read when it ends after %d", len(w.Bytes), n)
	}
}

// Ids are those that each tool gives a heading, the second time as well.
func TestSlugRules(t *testing.T) {
	const heading = "1. The `Ünï_cödé` & “its” API -- v2.0!"
	for tool, want := range map[string][2]string{
		"":               {"1-the-ünï_cödé--its-api----v20", "1-the-ünï_cödé--its-api----v20-1"},
		"jekyll":         {"1-the-ünï_cödé--its-api--v20", "1-the-ünï_cödé--its-api--v20-1"},
		"hugo":           {"1-the-ünï_cödé--its-api----v20", "1-the-ünï_cödé--its-api----v20-1"},
		"vitepress":      {"_1-the-uni-code-its-api-v2-0", "_1-the-uni-code-its-api-v2-0-1"},
		"mkdocs":         {"1-the-uni_code-its-api-v20", "1-the-uni_code-its-api-v20_1"},
		"mkdocs-unicode": {"1-the-ünï_cödé-its-api-v20", "1-the-ünï_cödé-its-api-v20_1"},
		"mkdocs-pymdown": {"1-the-ünï_cödé--its-api----v20", "1-the-ünï_cödé--its-api----v20_1"},
		"sphinx":         {"the-uni-code-its-api-v2-0", "id1"},
		"mdbook":         {"1-the-Ünï_cödé--its-api----v20", "1-the-Ünï_cödé--its-api----v20-1"},
		"docsify":        {"_1-the-Ünï_cödé-its-api-v20", "_1-the-Ünï_cödé-its-api-v20-1"},
		"hexo":           {"1-The-Uni-code-its-API-v2-0", "1-The-Uni-code-its-API-v2-0-1"},
		"zola":           {"1-the-uni-code-its-api-v2-0", "1-the-uni-code-its-api-v2-0-1"},
		"quarto":         {"the-ünï_cödé-its-api----v2.0", "the-ünï_cödé-its-api----v2.0-1"},
	} {
		s := Slugger{Rule: SlugRuleOf(tool, "")}
		must.Equal(t, [2]string{s.Slug(heading), s.Slug(heading)}, want, "%s", tool)
	}
	for _, test := range []struct{ tool, heading, want string }{
		{"mkdocs", "安装", "_1"}, {"sphinx", "安装", "id1"}, {"hugo", "!", "heading"}, {"zola", "安装", "安装"}, {"quarto", "1.", "section"}, {"hugo", "हिन्दी", "हनद"},
	} {
		must.Equal(t, (&Slugger{Rule: SlugRuleOf(test.tool, "")}).Slug(test.heading), test.want, "%s: %q", test.tool, test.heading)
	}
	python := Slugger{Rule: SlugRuleOf("mkdocs", "")}
	for _, want := range []string{"_1", "_2", "a_1", "a", "a_2", "a_3"} {
		heading := map[string]string{"_1": "安", "_2": "装", "a_1": "A_1", "a_2": "A_1", "a": "A", "a_3": "A"}[want]
		must.Equal(t, python.Slug(heading), want, "%q", heading)
	}
	if SlugRuleOf("mkdocs", "slugify: !!python/object/apply:pymdownx.slugs.slugify").slug("A & b") != "a--b" {
		t.Error("the configuration of MkDocs does not count")
	}
}

func TestPageURL(t *testing.T) {
	for _, test := range []struct{ rel, html, directory, source string }{
		{"a.md", "a.html", "a/", "a.md"},
		{"g/a.b.markdown", "g/a.b.html", "g/a.b/", "g/a.b.markdown"},
		{"g/a.MDX", "g/a.html", "g/a/", "g/a.MDX"},
		{"g/a.txt", "g/a.html", "g/a/", "g/a.txt"},
		{"README.md", "./", "./", "README.md"},
		{"g/readme.md", "g/", "g/", "g/readme.md"},
		{"g/index.md", "g/", "g/", "g/index.md"},
		{"g/_index.md", "g/", "g/", "g/_index.md"},
		{"g/index.txt", "g/index.html", "g/index/", "g/index.txt"},
		{"index.html", "./", "./", "index.html"},
		{"g/index.htm", "g/", "g/", "g/index.htm"},
		{"g/a.htm", "g/a.htm", "g/a/", "g/a.htm"},
		{"README.html", "README.html", "README/", "README.html"},
		{"a b/c?d#e%.md", "a%20b/c%3Fd%23e%25.html", "a%20b/c%3Fd%23e%25/", "a%20b/c%3Fd%23e%25.md"},
		{"(guides)/a.mdx", "a.html", "a/", "%28guides%29/a.mdx"},
		{"g/(a)/index.md", "g/", "g/", "g/%28a%29/index.md"},
		{"(guides)/index.md", "./", "./", "%28guides%29/index.md"},
		{"(a)/b.html", "%28a%29/b.html", "%28a%29/b/", "%28a%29/b.html"},
		{"a:b.md", "./a:b.html", "./a:b/", "./a:b.md"},
		{"é.md", "%C3%A9.html", "%C3%A9/", "%C3%A9.md"},
	} {
		for style, want := range map[URLStyle]string{URLStyleHTML: test.html, URLStyleDirectory: test.directory, URLStyleSource: test.source} {
			must.Equal(t, (Options{URLStyle: style}).PageURL(test.rel), want, "style %s of %s", style, test.rel)
		}
	}
}

// A page is found by its description and by words of its file's name that its title lacks.
func TestAbout(t *testing.T) {
	for _, test := range []struct{ id, title, want string }{
		{"guide/daily-notes.md", "Write every day", "D. daily notes"}, {"a/Callouts.md", "Callouts", "D."}, {"a/2-useEffect_v2.md", "Effects", "D. useEffect v"},
		{"index.md", "Home", "D."}, {"setup/README.md", "Begin", "D. setup"}, {"a/b.html", "Other", "D."}, {"record-7", "Other", "D."}, {"notes.txt", "N", "D. notes"},
	} {
		d := Document{ID: test.id, Title: test.title, Meta: map[string]string{Description: "D."}}
		must.Equal(t, d.About(), test.want, "%s", test.id)
	}
	must.Equal(t, (&Document{ID: "a-b.md", Title: "C"}).About(), "a b", "without a description")
}

func TestBaseURL(t *testing.T) {
	for _, test := range []struct{ base, ref, want string }{
		{"", "a.html", "a.html"},
		{"https://e.org/d", "a.html", "https://e.org/d/a.html"},
		{"https://e.org/d/", "./", "https://e.org/d/"},
		{"/d", "a/", "/d/a/"},
		{"/d", "/a", "/a"},
		{"/d", "https://e.org/", "https://e.org/"},
		{"/d", "", ""},
		{"/d", "./a:b.html", "/d/a:b.html"},
	} {
		must.Equal(t, (Options{BaseURL: test.base}).Resolve(test.ref), test.want, "%q and %q", test.base, test.ref)
	}
}

// Scalars and lists of decoded values are taken as text. Values without a text or a name are left out.
func TestValues(t *testing.T) {
	m := map[string]any{
		"text": " one\n line ", "true": true, "number": int64(7), "share": 0.5, "infinite": math.Inf(1), "none": math.NaN(), "null": nil, "empty": " \n",
		" \n": "nameless", "list": []any{" a ", int64(1), "", nil, []any{"b"}}, "nothing": []any{""}, "": []any{"nameless"}, "table": map[string]any{"a": "b"},
	}
	must.Equal(t, Scalars(m), map[string]string{"text": "one line", "true": "true", "number": "7", "share": "0.5"}, "scalars")
	if got, want := Lists(m), map[string][]string{"list": {"a", "1"}}; !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("lists %q", got)
	}
	must.Be(t, OrNil(map[string]string{}) == nil && OrNil(map[string]string{"a": "b"}) != nil, "no fields are not nil")
}
