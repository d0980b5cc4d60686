package ingest

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/html"
	"mycel/builder/ingest/jsonl"
	"mycel/builder/ingest/markdown"
	"mycel/internal/must"
)

func TestAssignments(t *testing.T) {
	for _, test := range []struct {
		list string
		want []html.Assignment
	}{
		{"", nil},
		{"title", []html.Assignment{{Key: "title"}}},
		{" a , b ", []html.Assignment{{Key: "a"}, {Key: "b"}}},
		{"image[src], alt[ ALT ]", []html.Assignment{{Key: "image", Attribute: "src"}, {Key: "alt", Attribute: "alt"}}},
		{"by:Lund, Edvard", []html.Assignment{{Key: "by", Value: "Lund, Edvard", Inline: true}}},
		{"tag, image[src], by: a:b[c]", []html.Assignment{{Key: "tag"}, {Key: "image", Attribute: "src"}, {Key: "by", Value: " a:b[c]", Inline: true}}},
		{",:x", nil},
		{"[src],a", []html.Assignment{{Key: "a"}}},
		{"a[src", nil},
		{"a[],b", nil},
		{"a:", []html.Assignment{{Key: "a", Inline: true}}},
	} {
		must.Equal(t, html.ParseAssignments(test.list), test.want, "%q", test.list)
	}
}

func FuzzAssignments(f *testing.F) {
	for _, s := range []string{"a", "a[b],c:d", "a[b", "[", ":", ",,", "a:b,c", "\u00a0a\u0301,b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		list := html.ParseAssignments(s)
		for i, a := range list {
			checkLine(t, "key", a.Key)
			must.Be(t, a.Key != "", "%q: entry %d has no key", s, i)
			if a.Inline && (i != len(list)-1 || !strings.HasSuffix(s, a.Value)) {
				t.Errorf("%q: a value that is written out, %q, does not end the list", s, a.Value)
			}
		}
	})
}

// TestMarks reads facets of pages.
func TestMarks(t *testing.T) {
	for _, test := range []struct {
		name, page string
		want       document.Facets
	}{
		{"both families, ours first", `<main><p data-mycel-filter="a:1" data-pagefind-filter="a:2">x`, document.Facets{Filters: map[string][]string{"a": {"1"}}}},
		{"values of a key", `<main>x<p data-pagefind-filter="tag">b<p data-pagefind-filter="tag">a<p data-pagefind-filter="tag"> a `, document.Facets{Filters: map[string][]string{"tag": {"a", "b"}}}},
		{"first metadata wins", `<main>x<p data-mycel-meta="k:1"><p data-mycel-meta="k:2">`, document.Facets{Fields: map[string]string{"k": "1"}}},
		{"defaults lose", `<p data-pagefind-default-meta="k:1"><main>x<p data-mycel-meta="k:2">`, document.Facets{Fields: map[string]string{"k": "2"}}},
		{"hidden elements speak", `<main>x<p hidden data-mycel-meta="k">v</p>`, document.Facets{Fields: map[string]string{"k": "v"}}},
		{"outside the content too", `<html data-mycel-filter="v[lang]" lang=en><main>x`, document.Facets{Filters: map[string][]string{"v": {"en"}}}},
		{"ignored altogether", `<main>x<div data-pagefind-ignore=all><p data-mycel-sort="k:1"></div>`, document.Facets{}},
		{"ignored content", `<main>x<div data-pagefind-ignore><p data-mycel-sort="k:1"></div>`, document.Facets{Sort: map[string]string{"k": "1"}}},
		{"no key", `<main>x<p data-mycel-sort=":1">`, document.Facets{}},
		{"versions", `<meta name="DocSearch:Version" content="1.0, latest"><main>x`, document.Facets{Filters: map[string][]string{"version": {"1.0", "latest"}}}},
		{"weight of the page", `<body data-pagefind-weight=3><main>abc`, document.Facets{Weights: []document.Weight{{Start: 0, End: 3, Factor: 3}}}},
		{"weight of parts", `<main>ab<p data-mycel-weight=0>cd <b data-mycel-weight=2>ef</b> gh</p>ij`, document.Facets{Weights: []document.Weight{{Start: 2, End: 6, Factor: 0}, {Start: 6, End: 9, Factor: 2}, {Start: 9, End: 12, Factor: 0}}}},
		{"weight of headings", `<main><h1 data-pagefind-weight=10>a</h1>b`, document.Facets{}},
		{"no weight", `<main>a<p data-pagefind-weight=11>b<p data-pagefind-weight=x>c`, document.Facets{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := parsePage(t, test.page)
			must.Be(t, reflect.DeepEqual(d.Facets, test.want), "got %+v, want %+v\n%q", d.Facets, test.want, d.Text)
		})
	}
}

func TestMarkWarnings(t *testing.T) {
	d := parsePage(t, `<main>a<p data-pagefind-weight=11>b<p data-mycel-sort=":1">`)
	want := []string{`an attribute for sort names no key: ":1"`, `weight: got "11", want a number from 0 to 10`}
	must.Equal(t, d.Warnings, want)
}

func TestSelectors(t *testing.T) {
	const src = `<main>a</main><div class=doc>b<p class="x y">c<p id=z>d</div>`
	for _, test := range []struct {
		o    document.Options
		want string
		skip bool
	}{
		{document.Options{}, "a", false},
		{document.Options{RootSelector: ".doc"}, "b\n\nc\n\nd", false},
		{document.Options{RootSelector: "body", ExcludeSelectors: []string{".x.y, main", "#z"}}, "b", false},
		{document.Options{RootSelector: ".none"}, "", true},
	} {
		must.OK(t, test.o.Prepare())
		d, err := html.Parse("page.html", []byte(src), test.o)
		must.Be(t, d.Text == test.want && (err != nil) == test.skip, "%+v: got %q, %v, want %q", test.o, d.Text, err, test.want)
	}
}

func TestInvalidOptions(t *testing.T) {
	for _, o := range []document.Options{
		{RootSelector: "a["}, {ExcludeSelectors: []string{"p", ">>"}}, {Glob: "[a"},
		{Pages: []document.PageRule{{}}}, {Pages: []document.PageRule{{Glob: "{a"}}}, {Pages: []document.PageRule{{Glob: "a", Boost: 101}}},
	} {
		must.Be(t, must.Err(Site(context.Background(), "testdata/site", o)) != nil, "%+v: no error", o)
	}
}

func TestPageRules(t *testing.T) {
	c := must.Get(Docs(context.Background(), "testdata/docs", document.Options{
		Glob: "**/*.md", Language: "de",
		Pages: []document.PageRule{{Glob: "README.md", Exclude: true}, {Glob: "guide/**", Boost: 2}, {Glob: "**", Boost: 3}},
	}))(t)
	must.Hold(t, len(c.Documents) != 0, "no documents")
	for _, d := range c.Documents {
		want := 3.0
		if strings.HasPrefix(d.ID, "guide/") {
			want = 6
		}
		if d.Boost != want || d.Lang != "de" || d.ID == "README.md" || !strings.HasSuffix(d.ID, ".md") {
			t.Errorf("%s: got a boost of %g, language %q, want %g, de", d.ID, d.Boost, d.Lang, want)
		}
	}
	if !slices.ContainsFunc(c.Warnings, func(w document.Warning) bool { return w.Path == "README.md" && strings.Contains(w.Message, "excluded") }) {
		t.Errorf("got warnings %v, want one of README.md", c.Warnings)
	}
}

// Pages whose headings are mostly versions weigh less, unless their author gives them a boost. Numbered chapters do not.
func TestReleaseNotes(t *testing.T) {
	page := func(headings ...string) string {
		return "# A page\n\n## " + strings.Join(headings, "\n\nText.\n\n## ") + "\n\nText.\n"
	}
	notes := page("Unreleased", "0.115.0 (2024-09-17)", "[1.2.3] - 2020-01-31", "v2.0.0-rc.1", "4.3.1 / 2023-01-26", "9.5.3 December 23, 2023")
	boost := func(text string, o document.Options) float64 {
		dir := t.TempDir()
		must.OK(t, os.WriteFile(filepath.Join(dir, "page.md"), []byte(text), 0o644))
		return must.Get(Docs(context.Background(), dir, o))(t).Documents[0].Boost
	}
	for text, want := range map[string]float64{
		notes:                                   0.7,
		"---\nmycel: {boost: 2}\n---\n" + notes: 2,
		page("1.1 Bread", "1.2 Salt", "1.3. Rye", "2.1: Ovens", "2.2 The year"):                    0,
		page("1.0", "1.1", "1.2", "1.3"):                                                           0,
		page("1.0", "1.1", "1.2", "1.3", "1.4", "Bread", "Salt", "Rye", "Ovens", "Heat", "Stones"): 0,
	} {
		must.Equal(t, boost(text, document.Options{}), want, "%s: boost", text)
	}
	must.Equal(t, boost(notes, document.Options{Pages: []document.PageRule{{Glob: "*.md", Boost: 3}}}), 3, "boost by a rule")
}

func TestKeepIndexURL(t *testing.T) {
	for rel, want := range map[string]string{"index.html": "index.html", "a/index.htm": "a/index.htm", "a/b.html": "a/b.html"} {
		must.Equal(t, (document.Options{KeepIndexURL: true}).PageURL(rel), want, "%s", rel)
	}
}

// TestSearchHead reads what the front matter of each generator says about search.
func TestSearchHead(t *testing.T) {
	for _, test := range []struct {
		head, skip string
		want       document.Facets
	}{
		{"draft: true", "draft", document.Facets{}},
		{"draft: false", "", document.Facets{}},
		{"unlisted: true", "unlisted", document.Facets{}},
		{"pagefind: false", "kept out", document.Facets{}},
		{"search: false", "kept out", document.Facets{}},
		{"search: {exclude: true}", "kept out", document.Facets{}},
		{"search_exclude: true", "kept out", document.Facets{}},
		{"mycel: false", "kept out", document.Facets{}},
		{"noindex: true", "not to be indexed", document.Facets{}},
		{"robots: NOINDEX, follow", "not to be indexed", document.Facets{}},
		{"Draft: True", "draft", document.Facets{}},
		{"draft: yes", "draft", document.Facets{}},
		{"published: false", "not published", document.Facets{}},
		{"publish: no", "not published", document.Facets{}},
		{"permalink: false", "not published", document.Facets{}},
		{"build: {list: never}", "not published", document.Facets{}},
		{"_build:\n  render: never", "not published", document.Facets{}},
		{"build: {list: always}", "", document.Facets{}},
		{"status: Draft", "is draft", document.Facets{}},
		{"status: new", "", document.Facets{}},
		{"hidden: true", "hidden", document.Facets{}},
		{"sidebar: {hidden: true}", "", document.Facets{}},
		{"noIndex: on", "not to be indexed", document.Facets{}},
		{"seo: {noindex: true}", "not to be indexed", document.Facets{}},
		{"head:\n  - - meta\n    - name: robots\n      content: noindex", "not to be indexed", document.Facets{}},
		{"head:\n  - tag: meta\n    attrs: {name: robots, content: 'noindex, nofollow'}", "not to be indexed", document.Facets{}},
		{"head:\n  - - meta\n    - name: description\n      content: noindex", "", document.Facets{}},
		{"exclude_search: true", "kept out", document.Facets{}},
		{"excludeFromSearch: true", "kept out", document.Facets{}},
		{"searchable: false", "kept out", document.Facets{}},
		{"search: No", "kept out", document.Facets{}},
		{"in_search_index: false", "kept out", document.Facets{}},
		{"search: true\npublished: 2020-01-01", "", document.Facets{}},
		{"search:\n  boost: 2", "", document.Facets{Boost: 2}},
		{"search: {boost: 2}\nmycel: {boost: 0.5}", "", document.Facets{Boost: 1}},
		{"search: {boost: none}", "", document.Facets{}},
		{"tags: [b, a, b]\ncategories: One", "", document.Facets{Filters: map[string][]string{"tags": {"a", "b"}, "categories": {"One"}}}},
		{"description: Short\ndate: 2024-05-01", "", document.Facets{Fields: map[string]string{"description": "Short"}, Sort: map[string]string{"date": "2024-05-01"}}},
		{"mycel:\n  meta: {by: me}\n  filters: {version: [1, 2.10], kind: x}\n  sort: {weight: 3}", "",
			document.Facets{Fields: map[string]string{"by": "me"}, Filters: map[string][]string{"version": {"1", "2.10"}, "kind": {"x"}}, Sort: map[string]string{"weight": "3"}}},
	} {
		t.Run(test.head, func(t *testing.T) {
			d, err := markdown.Parse("page.md", "---\n"+test.head+"\n---\nText.\n", document.Options{})
			if (err != nil) != (test.skip != "") || err != nil && !strings.Contains(err.Error(), test.skip) {
				t.Fatalf("got %v, want %q", err, test.skip)
			}
			must.Equal(t, d.Facets, test.want)
		})
	}
}

func TestSearchHeadNotations(t *testing.T) {
	for _, head := range []string{
		"---\ntags: [a, b]\nsearch:\n  boost: 2\n---\n",
		"+++\ntags = ['a', 'b']\n[search]\nboost = 2\n+++\n",
		"{\"tags\": [\"a\", \"b\"], \"search\": {\"boost\": 2}}\n",
	} {
		d, err := markdown.Parse("page.md", head+"Text.\n", document.Options{})
		must.Be(t, err == nil && d.Boost == 2 && slices.Equal(d.Filters["tags"], []string{"a", "b"}), "%s: got %+v, %v", head, d.Facets, err)
	}
}

func TestChosenFields(t *testing.T) {
	o := document.Options{MetaFields: []string{}, FilterFields: []string{"version"}, SortFields: []string{"weight"}}
	d, err := markdown.Parse("page.md", "---\nversion: 1.10\nweight: 3\ntags: [a]\ndescription: d\n---\nText.\n", o)
	want := document.Facets{Filters: map[string][]string{"version": {"1.10"}}, Sort: map[string]string{"weight": "3"}}
	must.Be(t, err == nil && reflect.DeepEqual(d.Facets, want), "got %+v, %v, want %+v", d.Facets, err, want)
}

func TestJSONFacets(t *testing.T) {
	d, err := jsonl.ParseJSONLine([]byte(`{"_id":"a","text":"t","boost":1.5,"filters":{"v":["2","1"],"k":"x"},"sort":{"day":5},"metadata":{"tags":["q"],"description":"d"}}`), document.Options{})
	want := document.Facets{
		Boost: 1.5, Filters: map[string][]string{"v": {"1", "2"}, "k": {"x"}, "tags": {"q"}},
		Sort: map[string]string{"day": "5"}, Fields: map[string]string{"description": "d"},
	}
	must.Be(t, err == nil && reflect.DeepEqual(d.Facets, want), "got %+v, %v, want %+v", d.Facets, err, want)
	for line, part := range map[string]string{
		`{"_id":"a","text":"t","boost":0}`:               "boost",
		`{"_id":"a","text":"t","boost":"x"}`:             "boost",
		`{"_id":"a","text":"t","filters":[1]}`:           "want an object",
		`{"_id":"a","text":"t","filters":{"k":{"l":1}}}`: "a value or a list",
	} {
		must.Say(t, must.Err(jsonl.ParseJSONLine([]byte(line), document.Options{})), part, "%s", line)
	}
}

// Aliases of YAML cannot make a short file long.
func TestAliases(t *testing.T) {
	fields, _, err := markdown.SplitFrontMatter("---\na: &a [x, x]\nb: &b [*a, *a]\nc: {d: *b}\ne: *a\n---\n")
	must.Be(t, err == nil && len(fields.Lists["b"]) == 0 && len(fields.Lists["e"]) == 0 && len(fields.Lists["a"]) == 2, "got %v, %v", fields, err)
	keys := slices.Collect(maps.Keys(fields.Nests))
	must.Be(t, len(keys) == 0, "got nested lists %q", keys)
}

// Docusaurus calls the docs of no release current. They are next where their folder says so: a site may
// release its current docs.
func TestUnreleasedVersion(t *testing.T) {
	const page = `<html><head><meta name="docsearch:version" content="current"></head><body><main><h1>X</h1><p>Text.</p></main></body></html>`
	for rel, want := range map[string]string{"docs/next/x/index.html": "next", "docs/x/index.html": "current", "docs/next.html": "current"} {
		d := must.Get(html.Parse(rel, []byte(page), document.Options{}))(t)
		got := d.Filters["version"]
		must.Be(t, len(got) == 1 && got[0] == want, "%s: got %q, want %q", rel, got, want)
	}
}

// Themes show permalinks with signs of an icon font: the Read the Docs theme U+F0C1. They are no text.
func TestIconFontPermalinks(t *testing.T) {
	const page = "<html><body><main><h1>Oven<a class=headerlink href=#oven>\uf0c1</a></h1><dl class=py><dt class=\"sig sig-object py\" id=knead>" +
		"<span class=\"sig-name descname\">knead</span>(dough)<a class=headerlink href=#knead title=Permalink>\uf0c1</a></dt><dd><p>Kneads it.</p></dd></dl></main></body></html>"
	d := must.Get(html.Parse("x.html", []byte(page), document.Options{}))(t)
	all := d.Title + d.Text
	for _, s := range d.Sections {
		all += s.Heading
	}
	must.Be(t, !strings.Contains(all, "\uf0c1") && strings.Contains(d.Text, "knead(dough)"), "got %q", all)
}

// Texinfo writes a category before the name that it defines, and doxygen a sign as the permalink of a heading.
func TestNamesOfReferences(t *testing.T) {
	const page = `<html><body><main><h1>Tools</h1><dl class="def"><dt id="index-line"><span class="category">Function: </span><span><em></em> <strong>line</strong> <em>(<var>x</var>)</em></span></dt><dd><p>Draws.</p></dd></dl>` +
		`<h2 class="memtitle"><span class="permalink"><a href="#a8">&#9670;&#160;</a></span>SDL_Line()</h2><p>Draws, too.</p></main></body></html>`
	d := must.Get(html.Parse("x.html", []byte(page), document.Options{}))(t)
	var headings []string
	for _, s := range d.Sections {
		headings = append(headings, s.Heading)
	}
	if want := []string{"Tools", "line", "SDL_Line()"}; !slices.Equal(headings, want) || !strings.Contains(d.Text, "Function: line (x)") {
		t.Errorf("got headings %q, want %q, in %q", headings, want, d.Text)
	}
}
