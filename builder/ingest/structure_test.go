package ingest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/html"
	"mycel/builder/ingest/markdown"
	"mycel/internal/must"
)

// outline lists the sections of a document with text: "heading #anchor: text".
func outline(d document.Document) (list []string) {
	for _, s := range d.Sections {
		if text := strings.TrimSpace(d.Text[s.Start:s.End]); text != "" {
			list = append(list, s.Heading+" #"+s.Anchor+": "+text)
		}
	}
	return list
}

// Where headings end, and which elements begin a section without a heading.
func TestPlaces(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       []string
	}{
		{"a heading in <details> ends with it", "<h2 id=s>Shop</h2><details id=d><summary><h3>Pay</h3></summary><p>a</p></details><p>b</p>",
			[]string{"Pay #d: a", "Shop #s: b"}},
		{"a heading in each of two", "<h2 id=s>Shop</h2><p>z</p><details><h3 id=p>Pay</h3>a</details><details><h3 id=q>Send</h3>b</details><p>c</p>",
			[]string{"Shop #s: z", "Pay #p: a", "Send #q: b", "Shop #s: c"}},
		{"in an aside, a figure, a card, a panel", "<h2 id=s>Shop</h2><aside><h3 id=a>A</h3>a</aside>b<figure><h3 id=c>C</h3>c</figure>d" +
			"<div class=card><h4 id=e>E</h4>e</div>f<div role=tabpanel><h4 id=g>G</h4>g</div>h",
			[]string{"A #a: a", "Shop #s: b", "C #c: c", "Shop #s: d", "E #e: e", "Shop #s: f", "G #g: g", "Shop #s: h"}},
		{"before any heading", "<aside><h3 id=a>A</h3>a</aside>b", []string{"A #a: a", " #: b"}},
		{"one inside another", "<details id=o><summary><h2>Outer</h2></summary>a<details id=i><summary><h3>Inner</h3></summary>b</details>c</details>d",
			[]string{"Outer #o: a", "Inner #i: b", "Outer #o: c", " #: d"}},
		{"a summary with an id", "<details id=d><summary>How?</summary>So.</details>", []string{"How? #d: So."}},
		{"a summary of prose", "<h2 id=s>Shop</h2><details><summary>How?</summary><p>So.</p></details>", []string{"How? #s: So."}},
		{"a summary of a listing", "<h2 id=s>Shop</h2><details><summary>Show code</summary><pre>x</pre></details>", []string{"Shop #s: Show code\n\nx"}},
		{"a summary of what is open", "<h2 id=s>Shop</h2><details open><summary>Hide</summary><p>x</p></details>", []string{"Shop #s: Hide\n\nx"}},
		{"a list of definitions ends", "<h2 id=o>Options</h2><dl><dt id=dry>dry</dt><dd>Shows.</dd></dl><p>All of them.</p>",
			[]string{"dry #dry: Shows.", "Options #o: All of them."}},
		{"a term in a group", "<dl><div id='add,int'><dt>func add(x: int)</dt><dd>Adds.</dd></div><div><dt id=sub>sub</dt><dd>Subtracts.</dd></div></dl>",
			[]string{"func add(x: int) #add,int: Adds.", "sub #sub: Subtracts."}},
		{"a term that links to itself and to types", "<dl><dt id=add>func <a href='#add'>add</a>(x: <a href='int.html'>int</a>)</dt><dd>Adds.</dd></dl>",
			[]string{"func add(x: int) #add: Adds."}},
		{"an entry of an index", "<h2 id=i>Index</h2><dl><dt id=x1><a href='a.html#add'>add</a></dt><dd>a.html</dd></dl>", []string{"Index #i: add\na.html"}},
		{"an entry that links to itself", "<h2 id=m>Methods</h2><div class=entry id=push><div class=signature>def <b>push</b>(x) <a href='#push'>#</a></div><p>Adds x.</p></div><p>Done.</p>",
			[]string{"def push(x) #push: Adds x.", "Methods #m: Done."}},
		{"an item that links to itself", "<ul><li id=rate><a href='#rate'>rate</a>: how often</li></ul>", []string{"rate #rate: rate: how often"}},
		{"a paragraph with a permalink", "<h2 id=s>Shop</h2><p id=p4>No name. <a href='#p4'>¶</a></p>", []string{"Shop #s: No name."}},
		{"a row with an id", "<h2 id=c>Settings</h2><table><tr><th>Name<th>Use</tr><tr id=opt-max-age><td>max_age<td>seconds</tr><tr id=row2><td>depth<td>levels</tr></table>",
			[]string{"Settings #c: Name | Use", "max_age #opt-max-age: seconds", "Settings #c: depth | levels"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			must.Equal(t, outline(mainContent(t, test.body)), test.want, "%s", test.body)
		})
	}
}

// What tools write beside the text, and what style sheets show apart.
func TestTextOfTools(t *testing.T) {
	for _, test := range []struct{ name, body, heading, text string }{
		{"source of a signature", "<dl><dt id=mix>mix(x)<a href='_modules/m.html#mix'><span class=viewcode-link>[source]</span></a></dt><dd>Mixes.</dd></dl>", "mix(x)", "Mixes."},
		{"editor of a heading", "<h2>Use<span class=mw-editsection>[<a href='/e'>edit</a>]</span></h2>a", "Use", "a"},
		{"source of a heading", "<h2>Use <a href='/s'>Source</a></h2>a", "Use", "a"},
		{"a heading that is such a word", "<h2><a href='/s'>Source</a></h2>a", "Source", "a"},
		{"the word in a sentence", "<h2>A</h2>Read the <a href='/s'>source</a>.", "A", "Read the source."},
		{"in brackets behind a listing", "<h2>A</h2><p>a <a href='/s'>[docs]</a></p>", "A", "a"},
		{"a button to copy", "<h2>A</h2><div class=copy-button>Copy</div><pre>a</pre>", "A", "a"},
		{"labels", "<h2>A</h2><label>npm</label><label>yarn</label>", "A", "npm yarn"},
		{"keys", "<h2>A</h2><p>Press <kbd>Alt</kbd><kbd>F4</kbd>.</p>", "A", "Press Alt F4."},
		{"badges", "<h2>Log<span class='new-badge'>beta</span></h2>a<span class=badge>b</span>c", "Log beta", "a b c"},
		{"cards", "<h2>A</h2><a class=card><span class=card-title>Bread</span><span class=card-text>Bake it</span></a><a class=card>Oil</a>", "A", "Bread Bake it Oil"},
		{"elements of a site's own", "<h2>A</h2><x-chip>one</x-chip><x-chip>two</x-chip>.", "A", "one two."},
		{"shown as blocks", "<h2>A</h2><span style='display: block'>a</span>b", "A", "a b"},
		{"text with a hyphen", "<h2>A</h2><b>Opt-In</b>ning", "A", "Opt-Inning"},
		{"parts of a word", "<h2>A</h2>un<b>do</b> <span class=initial>O</span><span class=rest>nce</span> <code><a>Map</a><a>Entry</a></code>", "A", "undo Once MapEntry"},
		{"an aside of the content", "<h2>A</h2><aside>Soot and gum.</aside><aside><a href=x>Pens</a> <a href=y>Paper</a></aside>", "A", "Soot and gum."},
		{"an element left out between words", "<h2>A</h2>a<div class=toc>b</div>c", "A", "a\n\nc"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := mainContent(t, test.body)
			if got := d.Sections[len(d.Sections)-1]; got.Heading != test.heading || d.Text != test.text {
				t.Errorf("%s\n got %q, %q\nwant %q, %q", test.body, got.Heading, d.Text, test.heading, test.text)
			}
		})
	}
}

// Doxygen writes titles, signatures and listings without the elements for them.
func TestDoxygen(t *testing.T) {
	d := parsePage(t, `<body><div class=header><div class=summary><a href=#m>Macros</a></div><div class=headertitle><div class=title>Crate_Seal Reference</div></div></div>
<div class=contents><div class=dynheader>Include graph:</div><h2 class=memtitle id=a1>Crate_Open()</h2><table class=memname><tr><td>int Crate_Open</td><td>(</td><td>int</td><td>lid,</td></tr>
<tr><td></td><td></td><td>int</td><td>how</td></tr></table><p>Opens it.</p><p class=definition>Definition at line <a href=x>8</a> of file x.h.</p>
<div class=fragment><div class=line><a name=l1></a><span class=lineno>1</span> <span class=k>int</span> x;</div><div class=line>y</div></div><div class=ttc>int x</div></div></body>`)
	want := "int Crate_Open ( int lid, int how\n\nOpens it.\n\n int x;\ny"
	must.Be(t, d.Text == want && d.Title == "Crate_Seal Reference", "got %q, %q, want %q", d.Title, d.Text, want)
	must.Be(t, len(d.Code) == 1 && d.Code[0].Kind == document.Fenced, "got the code %v", d.Code)
}

// A page that is a listing of source stands behind pages that explain.
func TestListingsOfSource(t *testing.T) {
	code := strings.Repeat("int x = 1;\n", 300)
	for body, want := range map[string]float64{
		"<h1>crate.h</h1><pre>" + code + "</pre>":                                  0.25,
		"<h1>crate.h</h1><pre>int x;</pre>":                                        0,
		"<h1>crate</h1><p>" + strings.Repeat("It explains. ", 60) + "<pre>" + code: 0,
	} {
		must.Equal(t, mainContent(t, body).Boost, want, "%.60q: boost", body)
	}
}

// A list of the page's own headings is no text; other lists of links are.
func TestContentsLists(t *testing.T) {
	const sections = "<h2 id=rise>Rise</h2>a<h2 id=bake>Bake well</h2>b"
	for _, test := range []struct{ name, list, want string }{
		{"of headings", "<ul><li><a href='#rise'>Rise</a><li><a href='#bake'>Bake well</a></ul>", "x\n\na\n\nb"},
		{"numbered and nested", "<ol><li>1. <a href='#rise'>Rise</a><ol><li>1.1 <a href='#bake'>Bake well</a></ol></ol>", "x\n\na\n\nb"},
		{"by names", "<ul><li><a href='#rise-1'>Rise</a><li><a href='#b%61ke'>bake</a></ul>", "x\n\na\n\nb"},
		{"with words beside", "<ul><li><a href='#rise'>Rise</a>, which takes an hour<li><a href='#bake'>Bake well</a></ul>", "x\n\nRise, which takes an hour\nBake well\n\na\n\nb"},
		{"to other pages", "<ul><li><a href='#rise'>Rise</a><li><a href='b.html#bake'>Bake well</a></ul>", "x\n\nRise\nBake well\n\na\n\nb"},
		{"in a table", "<table><tr><td><a href='#rise'>1 Rise</a><td>&nbsp;<tr><td><a href='#bake'>2 Bake well</a></table>", "x\n\na\n\nb"},
		{"in blocks below a title", "<div><a onclick=t()>► Table Of Contents</a><div><div><a href='#rise'>1. Rise</a></div><div><a href='#bake'>2. Bake well</a></div></div></div>", "x\n\na\n\nb"},
		{"with names above members", "<ul>Rise<li><a href='#rise'>Rise(dough)</a></ul><ul>Bake<li><a href='#bake'>Bake(dough)</a></ul>", "x\n\na\n\nb"},
		{"with other lines between", "<p><a href='#rise'>Rise</a><p>or<p><a href='#bake'>Bake well</a>", "x\n\nRise\n\nor\n\nBake well\n\na\n\nb"},
		{"in a line with a name", "<p>Type: <a href='#rise'>Rise</a> | <a href='#bake'>Bake well</a></p>", "x\n\nType: Rise | Bake well\n\na\n\nb"},
		{"of one line", "<p><a href='#rise'>Rise</a></p>", "x\n\nRise\n\na\n\nb"},
		{"to places that are no headings", "<ul><li><a href='#f1'>Flour</a><li><a href='#f2'>Water</a></ul>", "x\n\nFlour\nWater\n\na\n\nb"},
	} {
		t.Run(test.name, func(t *testing.T) {
			must.Equal(t, mainContent(t, "x"+test.list+sections).Text, test.want)
		})
	}
	d, err := markdown.Parse("a.md", "# Bread\n\n- [Rise](#rise)\n    - [Bäcken](#bäcken)\n\nText.\n\n## Rise\n\na\u0308 `b`\n\n## Bäcken\n\nc", document.Options{})
	if err != nil || d.Text != "Text.\n\nä b\n\nc" || d.Text[d.Code[0].Start:d.Code[0].End] != "b" {
		t.Errorf("Markdown: got %q, %v, %v", d.Text, d.Code, err)
	}
}

// A list of the members of a page with words beside each weighs less than their sections.
func TestListsOfMembers(t *testing.T) {
	var rows, prose, members strings.Builder
	for _, name := range strings.Fields("knead proof shape score bake cool") {
		fmt.Fprintf(&rows, "<tr><td>void<td><a href='#%s'>%[1]s</a>(Dough d)<td>What it does.", name)
		fmt.Fprintf(&prose, "<li>You can <a href='#%s'>%[1]s</a> the dough.", name)
		fmt.Fprintf(&members, "<h3 id=%s>%[1]s</h3>It does.", name)
	}
	for list, want := range map[string]int{"<h2>Summary</h2><table>" + rows.String() + "</table>": 1, "<h2>Steps</h2><ul>" + prose.String() + "</ul>": 0} {
		d := mainContent(t, list+members.String())
		if len(d.Weights) != want || want == 1 && (d.Weights[0].Factor != 0.5 || d.Weights[0].End != d.Sections[0].End) {
			t.Errorf("%.30s: got the weights %v of %+v", list, d.Weights, d.Sections)
		}
	}
}

// References of JavaDoc, Texinfo, ExDoc, YARD and gi-docgen, as their tools write them.
func TestReferences(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"an anchor before the list around a heading", "a<a id='open(Crate)'><!-- --></a><ul><li><h4>open</h4>Opens.</ul>", "[] a|open [open(Crate)] Opens."},
		{"words above the title", "<div>Package org.crates</div><h2>Class Crate</h2>A crate.", "Class Crate [] Package org.crates\n\nA crate."},
		{"a sentence above the title", "<p>Read this first.</p><h2>Crates</h2>A crate.", "[] Read this first.|Crates [] A crate."},
		{"an anchor at the end of the definition before", "<dl><dt id=index-cd>cd</dt><dd>Goes.<p><span id=index-fc></span><span id=index-history></span></dd><dt>fc [ -e name ]<dd>Lists.</dl>", "cd [index-cd] Goes.|fc [ -e name ] [index-fc] Lists."},
		{"a long signature", "<dl><dt id=fc>fc [ -e name ] " + strings.Repeat("[ -x ] ", 20) + "<dd>Lists.</dl>", "fc [fc] fc [ -e name ] " + strings.TrimSpace(strings.Repeat("[ -x ] ", 20)) + "\nLists."},
		{"a heading without an id", "<h2 id=open>open</h2>Opens.<h3>Errors</h3>None.<h2>close</h2>Closes.", "open [open] Opens.|Errors [open] None.|close [] Closes."},
		{"a heading in an entry", "<h1 id=all>Functions</h1><section id=get><div><a href='#get'><span class=sr-only>Link</span></a><h1>get(Key)</h1></div><section><h2>Specs</h2>Gets.</section></section>",
			"Functions [all] |get(Key) [get] |Specs [get] Gets."},
		{"an entry that opens and closes", "<h2 id=m>Methods</h2><details open><summary><section id=push><a href='#push' class=anchor></a><h4>fn <a href='#push'>push</a>(T)</h4></section></summary><div>Appends.<h5>Panics</h5>Never.</div></details>after",
			"Methods [m] |push [push] |fn push(T) [push] Appends.|Panics [push] Never.|Methods [m] after"},
		{"a heading with a button", "<h2>Vec<button id=copy>Copy</button></h2>x", "Vec [] x"},
		{"a link in brackets", "<h2>API <span>[<a href=e>edit</a>]</span> <span>[<a href=e>stable</a>]</span></h2>x", "API [stable] [] x"},
		{"a link within a heading", "<h3>Returns <a href='#t'>T</a></h3>x", "Returns T [] x"},
		{"a heading in a link", "<h3><a href='#returns'>Returns</a></h3>x", "Returns [returns] x"},
		{"numbers of lines in a cell", "<table><tr><td><pre>\n\n9\n10</pre><td><pre>def go\nend</pre></table>", "[] def go\nend"},
		{"a number and a listing", "<pre>42</pre><pre>print 42</pre>", "[] 42\n\nprint 42"},
		{"a trail above the title", "<div><a href=i.html>Index</a> &raquo; <b>Crate</b></div><h1>Crate</h1>x", "Crate [] x"},
		{"a link with an arrow above the title", "<a href=i.html>» <b>Index</b></a><h1>Crate</h1>x", "Crate [] » Index\n\nx"},
		{"an arrow before a link", "<p>→ <a href=i.html>Lift it</a></p><h1>Crate</h1>x", "Crate [] → Lift it\n\nx"},
		{"arrows below the title", "<h1>Crate</h1><p><a href=i.html>Open</a> » <b>Lift</b></p>", "Crate [] Open » Lift"},
		{"a table of links to the pages around", "<table><tr><td>[<a href=a.html> &lt;&lt; </a>]<td>[<a href=b.html> Up </a>]<td>[<a href=c.html>Contents</a>]</table>x", "[] x"},
		{"names that style sheets set apart", "<h1>Pango<span class=sep></span>Layout</h1>x", "Pango Layout [] x"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, got := mainContent(t, test.body), []string{}
			for _, s := range d.Sections {
				got = append(got, strings.TrimSpace(fmt.Sprintf("%s [%s] %s", s.Heading, s.Anchor, strings.TrimSpace(d.Text[s.Start:s.End]))))
			}
			must.Be(t, strings.Join(got, "|") == strings.ReplaceAll(test.want, " |", "|"), "got %q, want %q", strings.Join(got, "|"), test.want)
		})
	}
}

// Indexes that generators write stand behind the pages that explain.
func TestGeneratedIndexes(t *testing.T) {
	const page, doxygen = "<main><h1>x</h1>y", "<meta name=generator content='Doxygen 1.9.4'>"
	for _, test := range []struct {
		rel, src string
		want     float64
	}{
		{"api/org/crates/class-use/Crate.html", page, 0.25}, {"api/index-all.html", page, 0.25}, {"method_list.html", page, 0.25}, {"functions_a.html", doxygen + page, 0.25},
		{"functions_a.html", page, 0}, {"files.html", page, 0}, {"class-use.html", page, 0}, {"api/index.html", page, 0},
	} {
		d, err := html.Parse(test.rel, []byte(test.src), document.Options{})
		must.Be(t, err == nil && d.Boost == test.want, "%s: got the boost %g, %v, want %g", test.rel, d.Boost, err, test.want)
	}
}

func TestShadowRoots(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"in the place of the host", "a<x-y><template shadowrootmode=open><p>b</p></template></x-y>c", "a\n\nb\n\nc"},
		{"of the older name", "<x-y><template shadowroot=open>b</template></x-y>", "b"},
		{"slots", "<x-y><template shadowrootmode=open><slot name=t>none</slot>: <slot>none</slot></template><b slot=t>T</b>light</x-y>", "T: light"},
		{"an empty slot", "<x-y><template shadowrootmode=open><slot>none</slot></template> </x-y>", "none"},
		{"children without a slot", "<x-y><template shadowrootmode=open>b</template>light</x-y>", "b"},
		{"nested", "<x-y><template shadowrootmode=open>a <z-w><template shadowrootmode=closed>b <slot></slot></template>c</z-w></template></x-y>", "a b c"},
		{"a slot before a nested slot", "<x-y><template shadowrootmode=open><z-w><template shadowrootmode=open>(<slot>none</slot>)</template>in</z-w> <slot></slot></template>out</x-y>", "(in) out"},
		{"a slot in a slot", "<x-y><template shadowrootmode=open><z-w><template shadowrootmode=open>(<slot></slot>)</template><slot></slot></z-w></template>out</x-y>", "(out)"},
		{"other templates", "a<template><p>b</p></template>", "a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			must.Equal(t, mainContent(t, test.body).Text, test.want)
		})
	}
}

func TestIndexedAttributes(t *testing.T) {
	d := mainContent(t, `<h1>H</h1>a<img src=x title="Quay at dawn" alt=Boats data-pagefind-index-attrs="title,alt">b `+
		`<input placeholder=Berth data-mycel-index-attrs=placeholder><p title=c data-pagefind-index-attrs=title data-pagefind-ignore>d</p>`)
	must.Equal(t, d.Text, "a Boats Quay at dawn b Berth")
	d = mainContent(t, `<h1>H</h1><a data-pagefind-filter=tag><span class=sr-only>More of </span>rye</a><i hidden data-pagefind-filter=kind>bread</i>`)
	got := d.Filters
	must.Be(t, slices.Equal(got["tag"], []string{"rye"}) && slices.Equal(got["kind"], []string{"bread"}), "got the filters %v", got)
}

// A page that does not declare its encoding has that of its language, and a warning.
func TestUndeclaredCharset(t *testing.T) {
	for _, test := range []struct{ src, text, charset string }{
		{"<main>na\xefve \x97 \x80", "naïve — €", "windows-1252"},
		{"<html lang=ru><main>\xeb\xe0\xec\xef\xe0", "лампа", "windows-1251"},
		{"<html lang=zh-TW><main>\xa7\xda", "我", "big5"},
	} {
		d, err := html.Parse("page.html", []byte(test.src), document.Options{})
		if err != nil || d.Text != test.text || len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], test.charset) {
			t.Errorf("%q: got %q, %v, %v", test.src, d.Text, d.Warnings, err)
		}
	}
	if _, err := html.Parse("page.html", []byte("<main>née, café, \xe9"), document.Options{}); err == nil {
		t.Error("a damaged page of UTF-8 is read in another encoding")
	}
}

// All sections of a page that is mostly items with links weigh less, however short; those of a page that has more to say do not.
func TestPagesOfLinks(t *testing.T) {
	const items = "<li><a href=rye.html>Rye from a cold oven</a> 3 May<li><a href=oat.html>Oats</a> 4 May"
	for page, want := range map[string]int{
		"<h1>Archive</h1><h2>2024</h2><ul>" + items + "</ul><h2>2023</h2><ol><li><a href=a.html>Spelt</a></ol>":                   2,
		"<h1>Breads</h1><p>We bake these with flour from the mill, and tell how we did it.</p><h2>All</h2><ul>" + items + "</ul>": 0,
		"<h1>Oven</h1><p><a href=stone.html>Stones</a></p>":                                                                       0,
	} {
		d := mainContent(t, page)
		must.Be(t, len(d.Weights) == want, "%.30s: got the weights %v of %+v", page, d.Weights, d.Sections)
	}
}
