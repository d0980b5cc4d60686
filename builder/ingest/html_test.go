package ingest

import (
	"errors"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/html"
	"mycel/internal/must"
)

// page parses body as a page's main content.
func mainContent(t *testing.T, body string) document.Document {
	t.Helper()
	return parsePage(t, "<!DOCTYPE html><title>T</title><main>"+body+"</main>")
}

func parsePage(t *testing.T, src string) document.Document {
	t.Helper()
	d, err := html.Parse("page.html", []byte(src), document.Options{})
	must.Hold(t, err == nil, "%s: %v", src, err)
	checkDocument(t, d)
	return d
}

func TestHTMLText(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"white space collapses", "<p> a \n\t b<b> c</b>d </p>", "a b cd"},
		{"no-break space", "a&nbsp;&nbsp;b", "a b"},
		{"invisible characters", "zero&#8203;width so&shy;ft m&#x200E;ark &#xFEFF;bom", "zerowidth soft mark bom"},
		{"joiners stay", "می\u200cخواهم 👩\u200d🚀", "می\u200cخواهم 👩\u200d🚀"},
		{"normalisation across elements", "cafe<b>&#x301;</b>", "caf\u00e9"},
		{"blocks", "a<p>b</p>c<div>d<div>e</div></div>f", "a\n\nb\n\nc\n\nd\n\ne\n\nf"},
		{"empty blocks", "<p>a</p><p></p><div> </div><p>b</p>", "a\n\nb"},
		{"line breaks", "a<br>b<br><br>c", "a\nb\nc"},
		{"rule", "a<hr>b", "a\n\nb"},
		{"list", "x<ul><li>a<li><p>b</p><p>c</p></li><li>d</ul>y", "x\n\na\nb\n\nc\nd\n\ny"},
		{"nested list", "<ol><li><p>a</p><ul><li>b</li></ul></li><li>c</li></ol>", "a\nb\nc"},
		{"text after nested list", "<ul><li>a<ul><li>b</li></ul>tail</li></ul>", "a\nb\ntail"},
		{"definition list", "<dl><dt>t<dd><p>d</p><p>e</p><dd>f<dt>u<dt>v<dd>g</dl>", "t\nd\n\ne\nf\n\nu\nv\ng"},
		{"titles of notes", "<h2>A</h2>b<div class=note><h3 class=title>Note</h3><p>c</p></div>d<div class='alert alert-info'><h4>e</h4>f</div>", "b\n\nNote\n\nc\n\nd\n\ne\n\nf"},
		{"table", "<table><tr><th>a<th>b<tr><td>c<td></table>", "a | b\nc"},
		{"blocks in cells", "<table><tr><td><p>a</p><p>b</p></td><td><ul><li>c<li>d</ul></td></tr></table>", "a\nb | c\nd"},
		{"empty first cell", "<table><tr><td>a<td>b<tr><td><td>d</table>", "a | b\nd"},
		{"layout table", "<table role=presentation><tr><td>a<td>b</table>", "a\n\nb"},
		{"nested tables", "<table><tr><td>a<td><table><tr><td>b<td>c</table></table>", "a\n\nb | c"},
		{"preformatted", "x<pre>\n\n  a\n\tb\n\n c  \n</pre>y", "x\n\n  a\n\tb\n\n c\n\ny"},
		{"preformatted lines in elements", "<pre><div>a</div><div>b</div><span>c<br></span>d</pre>", "a\nb\nc\nd"},
		{"listing in two languages", "<pre><code>a</code><code>b</code> c <code>d</code></pre>", "a\nb c d"},
		{"highlighted listing", "<table><tr><td class=linenos><pre>1\n2</pre></td><td><pre><span class=ln>1</span>a\n<span class=boring>x\n</span>b</pre></td></table>", "a\nb"},
		{"language of a listing", "<div class='language-sh x'><button></button><span class=lang>sh</span><pre>a</pre></div><p class=x><span class=lang>b</span></p>", "a\n\nb"},
		{"version labels", "<span class='theme-doc-version-badge badge'>Version: 2</span><div class='theme-doc-version-banner alert'>unreleased</div>a", "a"},
		{"details", "<details><summary>s</summary>t</details>", "s\n\nt"},
		{"image", `a<img alt="b">c <img alt=""><img role=presentation alt=d>`, "a b c"},
		{"long alternative text", `a<img alt="` + strings.Repeat("long ", 40) + `">`, "a"},
		{"captioned image", "<figure><div><img alt=a></div><figcaption>b</figcaption></figure>", "b"},
		{"image without caption", "<figure><img alt=a></figure>", "a"},
		{"exponent", "10<sup>5</sup> 1<sup>st</sup> x<sup>2</sup>", "10^5 1st x2"},
		{"ruby", "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字", "漢字"},
		{"formula", "<math><semantics><mi>x</mi><annotation>\\x</annotation></semantics></math>", "x"},
		{"never text", "a<script>b</script><style>c</style><template>d</template><noscript>e</noscript><svg><text>f</text></svg><iframe>g</iframe>h", "ah"},
		{"controls", "a <button>b</button><select><option>c</select><input value=d><textarea>e</textarea>", "a"},
		{"pictures of controls", "a<label for=menu><img alt=Menu></label><label>b <img alt=c></label>", "a b c"},
		{"hidden", "a<p hidden>b</p><p aria-hidden=true>c</p><p style='color:red; Display: None'>d</p><dialog>e</dialog><p class='x sr-only'>f</p>", "a"},
		{"shown after all", "<div role=tabpanel hidden>a</div><div hidden=until-found>b</div><dialog open>c</dialog>", "a\n\nb\n\nc"},
		{"navigation", "a<nav>b</nav><div role=navigation>c</div><search>d</search><form role=search>e</form><ul class=breadcrumb><li>f</ul><div id=toc>g</div><div class=navheader>h</div>", "a"},
		{"links to the pages around", "a<p>Next: <a rel=next href=b.html>B</a>, Up: <a rel=up href=c.html>C</a> [<a href=d.html>Contents</a>]</p>", "a"},
		{"a link to the next page in a sentence", "<p>When the starter has doubled, which takes a day or two, <a rel=next href=b.html>go on</a>.</p>", "When the starter has doubled, which takes a day or two, go on."},
		{"aside", "a<aside>b</aside><aside class='callout-warning'><a>c</a></aside><aside role=doc-footnote>d</aside><aside><a>e</a></aside>", "a\n\nb\n\nc\n\nd"},
		{"skip link", "<a href='#x'>Skip to main content</a><a href='/y'>Skip to y</a>", "Skip to y"},
		{"footnote marks", "a<sup><a href='#user-content-fn-1' data-footnote-ref>1</a></sup> b<sup class=footnote-reference><a href='#fn-a'>a</a></sup> c<a href='#f1'><sup>*</sup></a> " +
			"d<sup id=r1>[<a href='#fn1'>1</a>]</sup> e<a href='/page/#note-2'>[2]</a> f<sup><a href='#cite_note-3'><span>[</span>note 3<span>]</span></a></sup>, " +
			"g<sup>2</sup> step <a href='#step-3'>3</a> <a href='#id4'>[draft]</a> <a href=other.html>[4]</a>", "a b c d e f, g2 step 3 [draft] [4]"},
		{"footnote links", "a<sup><a class=footnote-ref href='#fn1'>1</a></sup> b <a href='#r'>↩</a>", "a b"},
		{"footer", "a<footer>b</footer><blockquote>c<footer>d</footer></blockquote>", "a\n\nc\n\nd"},
	} {
		t.Run(test.name, func(t *testing.T) {
			must.Equal(t, mainContent(t, test.body+"<p>.").Text, strings.TrimPrefix(test.want+"\n\n.", "\n\n"), "%s", test.body)
		})
	}
}

func TestHTMLHeadings(t *testing.T) {
	for _, test := range []struct{ name, body, heading, anchor string }{
		{"own id", "<h2 id=a>X</h2>", "X", "a"},
		{"id inside", "<h2><span><a name=a></a></span>X</h2>", "X", "a"},
		{"id before", "<p>t</p><a id=a></a> <!-- c --><h2>X</h2>", "X", "a"},
		{"id in a paragraph before", "<p><a name=a></a></p><h2>X</h2>", "X", "a"},
		{"permalink before", "<section id=a><span>source</span><a href='#a'></a><h2>X</h2></section>", "X", "a"},
		{"link elsewhere before", "<section id=a><span>source</span><a href='b.html#a'></a><h2>X</h2></section>", "X", ""},
		{"anchors that HTML leaves open", "<div><h3><a id=a />Y</h3></div><div><h2><a id=b />X</h2></div>", "X", "b"},
		{"id of an element before", "<p id=a>t</p><h2 id=a>X</h2>", "X", ""},
		{"text before is no anchor", "<p id=a>t</p><h2>X</h2>", "X", ""},
		{"section", "<section id=a><h2>X</h2>t</section>", "X", "a"},
		{"nested wrappers", "<div id=a><div class=w> <h2>X</h2></div>t</div>", "X", "a"},
		{"section that it does not open", "<section id=a>t<h2>X</h2></section>", "X", ""},
		{"section opened by another", "<section id=a><h3></h3><h2>X</h2></section>", "X", ""},
		{"permalink only", "<h2>X<a class=anchor href='#a%20b'>#</a></h2>", "X", ""},
		{"permalink target", "<h2>X<a class=anchor href='#a%2Fb'>#</a></h2>", "X", "a/b"},
		{"id with space", "<h2 id='a b'>X</h2>", "X", ""},
		{"link around all", "<h2 id=a><a class=header href='#a'>X <code>y</code></a></h2>", "X y", "a"},
		{"permalink around all", "<h2 id=a><a class=header-anchor href='#a'>X</a></h2>", "X", "a"},
		{"permalink with label", "<h2 id=a>X <a class='anchor' href='#a'>Link to X</a></h2>", "X", "a"},
		{"zero-width permalink", "<h2 id=a>X <a class=hash-link href='#a'>&#8203;</a></h2>", "X", "a"},
		{"pilcrow", "<h2 id=a>X<a href='#a'>¶</a></h2>", "X", "a"},
		{"accordion", "<h2 id=a><button>X</button></h2>", "X", "a"},
		{"button beside", "<h2 id=a>X<button>Copy</button></h2>", "X", "a"},
		{"line break", "<h2 id=a>X<br>y\n z</h2>", "X y z", "a"},
		{"image", "<h2 id=a><img alt=X></h2>", "X", "a"},
		{"in a list in a cell", "<ul><li><table><tr><td><h2 id=a>X</h2>t</table></ul>", "X", "a"},
		{"exponent", "<h2 id=a>10<sup>3</sup> X</h2>", "10^3 X", "a"},
		{"heading in a heading", "<h2 id=a>X<object><p><h3>y</h3></object><b><div><h4 id=b>z</h4></div></b></h2>", "X z", "a"},
		{"before a note", "<h2 id=a>X</h2><div class=note><h3>Note</h3>t</div>", "X", "a"},
		{"inside preformatted", "<pre>t<h2 id=a>X  y</h2>u</pre>", "X y", "a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := mainContent(t, test.body)
			got := d.Sections[len(d.Sections)-1]
			if got.Level != 2 || got.Heading != test.heading || got.Anchor != test.anchor {
				t.Errorf("%s\n got h%d %q #%s\nwant h2 %q #%s", test.body, got.Level, got.Heading, got.Anchor, test.heading, test.anchor)
			}
		})
	}
}

func TestHTMLMainContent(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"main", "<article>a</article><main>b</main><div role=main>c</div>", "b"},
		{"hidden main", "<main hidden>a</main><main>b</main>", "b"},
		{"role", "a<div role=main>b</div><article>c</article>", "b"},
		{"only article", "a<article>b</article>", "b"},
		{"two articles", "<header>h</header><article><header>a</header></article><article>b</article><footer>f</footer>", "a\n\nb"},
		{"body", "<header>h</header><nav>n</nav>a<aside>s</aside><footer>f</footer>", "a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			must.Equal(t, parsePage(t, "<title>T</title>"+test.src).Text, test.want, "%s", test.src)
		})
	}
}

func TestHTMLTitle(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"heading", "<title>T</title><main><h2>B</h2><h1>A <b>a</b></h1>x", "A a"},
		{"heading outside main", "<title> T\n&amp; t</title><h1>A</h1><main>x", "T & t"},
		{"empty heading", "<title>T</title><main><h1> </h1>x", "T"},
		{"site name", "<title>B &amp; c - Site - name</title><main>x<h2>B &amp; c</h2>", "B & c"},
		{"no site name", "<title>B-52</title><main><h2>B</h2>", "B-52"},
		{"title of a drawing", "<main><svg><title>S</title></svg>x", "page"},
		{"file name", "<main>x", "page"},
	} {
		t.Run(test.name, func(t *testing.T) {
			must.Equal(t, parsePage(t, test.src).Title, test.want, "%s", test.src)
		})
	}
}

func TestHTMLSkipped(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"robots", `<meta name=robots content="nofollow,NoIndex"><p>x`, "robots"},
		{"robots none", `<meta name=robots content=none><p>x`, "robots"},
		{"redirect", `<meta http-equiv=Refresh content="0;URL='/x'"><p>x`, "redirects"},
		{"no text", "<main><script>x</script></main>", "no text"},
		{"frames", "<frameset><frame src=a></frameset>", "no text"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := html.Parse("page.html", []byte(test.src), document.Options{})
			var skip document.SkipError
			must.Be(t, errors.As(err, &skip) && strings.Contains(err.Error(), test.want), "got %v, want to skip it because of %q", err, test.want)
		})
	}
	parsePage(t, `<meta name=robots content="index, follow"><meta http-equiv=refresh content=30><p>x`)
}

func TestHTMLCharset(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"declared", "<meta charset=windows-1252><main>caf\xe9", "café"},
		{"declared the long way", `<meta http-equiv=Content-Type content="text/html; charset='Shift_JIS'"><main>` + "\x83\x8f", "ワ"},
		{"wrongly declared", "<meta charset=iso-8859-1><main>café", "café"},
		{"byte order mark", "\uFEFF<main>café", "café"},
		{"UTF-16, little-endian", inUTF16("<main>café 😀", false), "café 😀"},
		{"UTF-16, big-endian, declared otherwise", inUTF16("<meta charset=iso-8859-1><main>café", true), "café"},
		{"line ends", "<main><pre>a\r\nb\rc", "a\nb\nc"},
	} {
		t.Run(test.name, func(t *testing.T) {
			must.Equal(t, parsePage(t, test.src).Text, test.want)
		})
	}
	for _, test := range []struct{ name, src, want string }{
		{"declared UTF-8", "<meta charset=utf-8>\xe9", "invalid UTF-8 at byte 20"},
		{"unknown", "<meta charset=klingon>\xe9", "invalid UTF-8 at byte 22"},
		{"UTF-16 without a mark", "<\x00p\x00>\x00a\x00", "NUL at byte 1"},
		{"UTF-32", "\xff\xfe\x00\x00<\x00\x00\x00", "NUL at byte 0"},
		{"byte order mark of UTF-8, declared otherwise", "\uFEFF<meta charset=iso-8859-1>\xe9", "invalid UTF-8"},
		{"binary", "<main>\x00", "NUL at byte 6"},
	} {
		t.Run(test.name, func(t *testing.T) {
			must.Refuse(t, must.Err(html.Parse("page.html", []byte(test.src), document.Options{})), document.ErrEncoding, test.want)
		})
	}
}

func TestDescriptionOfHTML(t *testing.T) {
	page := func(title, description, text string) string {
		return "<html lang=en><title>" + title + `</title><meta name="Description" content="` + description + `"><main><h1>` + title + "</h1><p>" + text + "</p></main>"
	}
	root := must.Files(t, map[string]string{
		"index.html":    page("Bread", "All about\n bread", "Welcome."),
		"oven.html":     page("Oven", "Where it is baked", "Bricks keep the heat."),
		"salt.html":     page("Salt", "All about bread", "Salt slows the yeast."),
		"water.html":    page("Water", "Water wakes the yeast. It…", "Water wakes the yeast. It is warm."),
		"v1/oven.html":  page("Oven", "Where it is baked", "Bricks keep heat."),
		"v1/index.html": page("Bread, version 1", "All about bread", "Welcome."),
	})
	c := mustRead(t, Site, root, document.Options{})
	want := map[string]string{"index.html": "All about bread", "oven.html": "Where it is baked", "v1/oven.html": "Where it is baked"}
	for _, d := range c.Documents {
		must.Equal(t, d.Meta[document.Description], want[d.ID], "%s: description", d.ID)
	}
}
