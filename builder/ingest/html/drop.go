package html

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mycel/builder/ingest/document"
)

// isDropped reports whether the element n and all below it is something other than
// content: navigation, a control, something hidden.
func (w *walker) isDropped(n *html.Node) bool {
	_, ignored := mark(n, "ignore")
	return ignored || w.excluded[n] || isNeverText(n) || isHidden(n) || isNavigation(n) || w.level == 0 && w.heading == nil && isTrail(n) || isVersionLabel(n) || isListingExtra(n) || isDoxygenExtra(n) ||
		w.isPageFrame(n) || w.isPermalink(n) || w.isButton(n) || w.isToolLink(n) || isSidebar(n, w.isBody)
}

// isNeverText reports whether n is an element whose text readers do not read.
func isNeverText(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Svg, atom.Title, atom.Head,
		atom.Iframe, atom.Object, atom.Video, atom.Audio, atom.Canvas, atom.Map, atom.Noframes,
		atom.Input, atom.Select, atom.Textarea, atom.Datalist, atom.Option, atom.Progress, atom.Meter,
		atom.Rt, atom.Rp, // pronunciation set above ruby text; it would split the word
		atom.Annotation: // the TeX source beside a MathML formula
		return true
	}
	return false
}

// hiddenClasses are those that style sheets use for text that only screen readers get.
var hiddenClasses = []string{"sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screenreader-only"}

// isHidden reports whether n is not shown. Tab panels count as shown: all but one are hidden at any time, and a click
// brings each up. So does what the browser's own search may reveal.
func isHidden(n *html.Node) bool {
	if role(n) == "tabpanel" {
		return false
	}
	if hasAttr(n, "hidden") && !strings.EqualFold(attr(n, "hidden"), "until-found") {
		return true
	}
	if n.DataAtom == atom.Dialog && !hasAttr(n, "open") {
		return true
	}
	style := strings.ToLower(strings.ReplaceAll(attr(n, "style"), " ", ""))
	return strings.EqualFold(attr(n, "aria-hidden"), "true") ||
		strings.Contains(style, "display:none") ||
		hasClass(n, hiddenClasses...)
}

// isNavigation reports whether n helps readers to get about: navigation, a search box, a skip link, a table of contents, a link to or from a footnote.
func isNavigation(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Nav, atom.Search, atom.Menu:
		return true
	case atom.A:
		return isSkipLink(n) || isFootnoteLink(n)
	case atom.Sup:
		return isFootnoteLink(n)
	case atom.Div, atom.Ul, atom.Ol, atom.Section, atom.Details:
		if isContentsList(n) || hasClass(n, "breadcrumb", "breadcrumbs", "navheader", "navfooter", "docnav") {
			return true
		}
	}
	switch n.DataAtom {
	case atom.P, atom.Div, atom.Li, atom.Td, atom.Span, atom.Center:
		if turnsPages(n) {
			return true
		}
	}
	if n.DataAtom == atom.Table && isPager(n) || strings.HasPrefix(strings.ToLower(attr(n, "aria-label")), "breadcrumb") {
		return true
	}
	switch role(n) {
	case "navigation", "search", "banner", "contentinfo",
		"tablist", "menu", "menubar", "toolbar":
		return true
	}
	return false
}

// turnsPages reports whether n leads to the pages around this one, as a line of Texinfo's manuals does:
// it has a link of this relation among its children, and little text beside links.
func turnsPages(n *html.Node) bool {
	const most = 48 // bytes, as of "Next: , Previous: , Up: [][]"
	beside, found := 0, false
	for c := n.FirstChild; c != nil && !found; c = c.NextSibling {
		found = c.DataAtom == atom.A && slices.ContainsFunc(strings.Fields(attr(c, "rel")), isNeighbour)
	}
	for c := n.FirstChild; c != nil && found && beside <= most; c = c.NextSibling {
		if c.DataAtom != atom.A {
			beside += len(label(c))
		}
	}
	return found && beside <= most
}

// pagerLabels are those of links to the pages around, which older manuals of Texinfo have in a table.
var pagerLabels = strings.Fields("<< < up > >> top contents index ? next previous prev home")

// isPager reports whether a table has links to the pages around, and hardly a sign beside them.
func isPager(table *html.Node) bool {
	const least, most = 3, 48 // links, bytes beside them
	links, beside := 0, 0
	traverse(table, func(n *html.Node) visit {
		switch {
		case n.DataAtom == atom.A && slices.Contains(pagerLabels, strings.ToLower(label(n))):
			links++
			return skip
		case n.DataAtom == atom.A:
			beside = most + 1
		case n.Type == html.TextNode:
			beside += len(strings.TrimSpace(n.Data))
		}
		if beside > most {
			return stop
		}
		return descend
	}, func(*html.Node) {})
	return links >= least && beside <= most
}

// arrows stand between the links of a trail.
var arrows = []string{"»", "›", "→"}

// isTrail reports whether n is a trail of links with arrows between them, as pages have above their first heading.
func isTrail(n *html.Node) bool {
	arrow, linked := false, false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		arrow = arrow || c.PrevSibling != nil && c.Type == html.TextNode && slices.Contains(arrows, strings.TrimSpace(c.Data))
	}
	for c := n.FirstChild; arrow && !linked && c != nil; c = c.NextSibling { // a link with an arrow in it is no trail
		linked = find(c, linkTarget) != ""
	}
	return linked
}

func linkTarget(n *html.Node) string {
	if n.DataAtom == atom.A {
		return attr(n, "href")
	}
	return ""
}

func isNeighbour(relation string) bool {
	return slices.Contains([]string{"next", "prev", "previous", "up"}, relation)
}

// admonitionWords mark asides that belong to the text, whatever is in them.
var admonitionWords = []string{
	"admonition", "callout", "note", "tip", "hint", "info", "important",
	"warning", "caution", "danger", "attention", "footnote", "topic",
}

// isSidebar reports whether n stands beside the content: an <aside> that is mostly links, or that is neither in
// the content that a page marks nor a note in the text, as Starlight and docutils write them.
func isSidebar(n *html.Node, isBody bool) bool {
	if n.DataAtom != atom.Aside && role(n) != "complementary" || isAdmonition(n) {
		return false
	}
	return isBody && !hasAncestor(n, atom.Article, atom.Section, atom.Main) || mostlyLinks(n)
}

// mostlyLinks reports whether at least half of the text below n is links.
func mostlyLinks(n *html.Node) bool {
	all, linked, depth := 0, 0, 0
	traverse(n, func(n *html.Node) visit {
		switch {
		case n.Type == html.TextNode:
			size := len(strings.TrimSpace(n.Data))
			all += size
			if depth > 0 {
				linked += size
			}
		case n.Type == html.ElementNode && (isNeverText(n) || isHidden(n)):
			return skip
		case n.DataAtom == atom.A || n.DataAtom == atom.Button:
			depth++
		}
		return descend
	}, func(n *html.Node) {
		if n.DataAtom == atom.A || n.DataAtom == atom.Button {
			depth--
		}
	})
	return 2*linked >= all
}

// isAdmonition reports whether an element says that it is a note in the text.
func isAdmonition(n *html.Node) bool {
	if strings.HasPrefix(role(n), "doc-") || role(n) == "note" {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(attr(n, "class")), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_'
	})
	return slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains(admonitionWords, word)
	})
}

func isSkipLink(n *html.Node) bool {
	return strings.HasPrefix(attr(n, "href"), "#") &&
		(hasClass(n, "skip-link", "skip-to-content", "skiplink") ||
			strings.HasPrefix(strings.ToLower(label(n)), "skip to "))
}

// isFootnoteLink reports whether n leads to a footnote or back from it: by its role or class, or as a raised
// or bracketed mark that links within the page.
func isFootnoteLink(n *html.Node) bool {
	if n.DataAtom == atom.A && (role(n) == "doc-noteref" || role(n) == "doc-backlink" ||
		hasClass(n, "footnote-ref", "footnote-reference", "footnote-backref", "fn-backref")) {
		return true
	}
	if n.DataAtom == atom.A && !strings.Contains(attr(n, "href"), "#") {
		return false
	}
	mark := label(n)
	if len(mark) > maxFootnoteMark || !footnoteMark.MatchString(mark) {
		return false
	}
	raised, linked := hasAncestor(n, atom.Sup), false
	traverse(n, func(c *html.Node) visit {
		raised = raised || c.DataAtom == atom.Sup
		linked = linked || c.DataAtom == atom.A && strings.Contains(attr(c, "href"), "#")
		return descend
	}, func(*html.Node) {})
	return linked && (raised || strings.HasPrefix(mark, "["))
}

// footnoteMark is what a link to a footnote shows: a number, a letter or a sign, in brackets or not.
var footnoteMark = regexp.MustCompile(`^[\[(]?(?:(?:note|nb|fn) ?)?(?:\d{1,3}|[a-z]|[ivx]{1,4}|\*{1,3}|[†‡§¶‖]{1,2})[\])]?$`)

const maxFootnoteMark = 12 // bytes

// contentsNames are the ids and classes that site generators give to the list of a
// page's own headings, or of the pages below it.
var contentsNames = []string{
	"toc", "TOC", "tsd-page-navigation", "table-of-contents", "table_of_contents", "tableofcontents", "TableOfContents",
	"theme-doc-toc-desktop", "theme-doc-toc-mobile", "bd-toc", "toctree-wrapper",
}

func isContentsList(n *html.Node) bool {
	return slices.Contains(contentsNames, attr(n, "id")) || hasClass(n, contentsNames...) ||
		hasClass(n, "contents") && hasClass(n, "topic")
}

// isVersionLabel reports whether n tells which version of the documentation this is,
// as Docusaurus does above the title of every page.
func isVersionLabel(n *html.Node) bool {
	return hasClass(n, "theme-doc-version-badge", "theme-doc-version-banner")
}

// isDoxygenExtra reports whether n is a link of Doxygen to the parts of a page, a hint that a pointer brings up, or the
// place of a definition in its source.
func isDoxygenExtra(n *html.Node) bool {
	switch {
	case n.DataAtom == atom.P:
		return hasClass(n, "definition") && strings.HasPrefix(label(n), "Definition at line ")
	case n.DataAtom != atom.Div:
		return false
	}
	return hasClass(n, "ttc", "dynheader") || hasClass(n, "summary") && n.Parent != nil && hasClass(n.Parent, "header")
}

// isListing reports whether n is a listing: preformatted text, or one that Doxygen writes with an element a line.
func isListing(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		return true
	case atom.Div:
		return hasClass(n, "fragment") && n.FirstChild != nil && find(n, isLine) != ""
	}
	return false
}

// isLine returns the class of a line of such a listing.
func isLine(n *html.Node) string {
	if hasClass(n, "line") {
		return "line"
	}
	return ""
}

// isListingExtra reports whether n numbers the lines of a listing, names its language
// in a corner, as VitePress does, or holds lines that mdBook shows on demand only.
func isListingExtra(n *html.Node) bool {
	if n.DataAtom == atom.Span && hasClass(n, "lang") {
		return n.Parent != nil && strings.HasPrefix(attr(n.Parent, "class"), "language-")
	}
	return isNumbering(n) || n.DataAtom == atom.Td && hasClass(n, "gutter") || n.DataAtom == atom.Span && hasClass(n, "boring") ||
		hasClass(n, "linenos", "lineno", "linenodiv", "line-numbers-rows", "line-numbers-wrapper", "ln", "lnt")
}

// isPageFrame reports whether n is the header or footer of the page. Headers inside the main content are kept, since
// many themes put the h1 there; footers only in quotations, where they name the author.
func (w *walker) isPageFrame(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Header:
		return w.isBody && !hasAncestor(n, atom.Article, atom.Section, atom.Main)
	case atom.Footer:
		return !hasAncestor(n, atom.Blockquote)
	}
	return false
}

func hasAncestor(n *html.Node, atoms ...atom.Atom) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if slices.Contains(atoms, p.DataAtom) {
			return true
		}
	}
	return false
}

// permalinkClasses are those of the links that a heading carries to itself.
var permalinkClasses = []string{
	"anchor", "anchor-link", "anchorjs-link", "header-anchor", "header-link", "headerlink",
	"heading-anchor", "heading-link", "hash-link", "permalink", "autolink", "td-heading-self-link",
}

// permalinkTexts are what such links show. An arrow leads back from a footnote.
var permalinkTexts = []string{"#", "◆", "¶", "§", "🔗", "⚓", "⚓\uFE0F", "∞", "↩", "↩\uFE0E", "↩\uFE0F", "↑", "⏎"}

// isPermalinkText reports whether a label is that of a link to itself: a sign of the list, or a sign of
// an icon font, which has a code point for private use.
func isPermalinkText(label string) bool {
	r, size := utf8.DecodeRuneInString(label)
	return slices.Contains(permalinkTexts, label) || size > 0 && size == len(label) && unicode.Is(unicode.Co, r)
}

// isPermalink reports whether n is a link that a heading, a caption or a definition
// carries to itself. A link around the whole heading is the heading.
func (w *walker) isPermalink(n *html.Node) bool {
	if n.DataAtom != atom.A || !strings.Contains(attr(n, "href"), "#") {
		return false
	}
	text := label(n)
	if isPermalinkText(text) {
		return true
	}
	return w.heading != nil && hasClass(n, permalinkClasses...) && len(text) < w.headingBytes
}

// isButton reports whether n is a button or the picture of one, other than a button around a whole heading, which opens an accordion.
func (w *walker) isButton(n *html.Node) bool {
	if n.DataAtom == atom.Label && label(n) == "" { // a picture that opens a menu
		return true
	}
	if n.DataAtom != atom.Button && role(n) != "button" {
		return false
	}
	return w.heading == nil || len(label(n)) < w.headingBytes
}

// kindOfPre returns the kind of preformatted text in HTML, by the language that renderers
// leave in a class: of the element, of its code, or of an element around it.
func kindOfPre(n *html.Node) document.CodeKind {
	around := []*html.Node{n.FirstChild, n, n.Parent}
	if n.Parent != nil {
		around = append(around, n.Parent.Parent)
	}
	for _, e := range around {
		if e == nil || e.Type != html.ElementNode {
			continue
		}
		for class := range strings.FieldsSeq(attr(e, "class")) {
			for _, prefix := range []string{"language-", "lang-", "highlight-"} {
				if name, ok := strings.CutPrefix(class, prefix); ok {
					name, _, _ = strings.Cut(name, ",") // "rust,ignore"
					return document.KindOfListing(name)
				}
			}
		}
	}
	return document.Fenced
}
