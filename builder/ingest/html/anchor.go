package html

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mycel/builder/ingest/document"
)

// headingAnchor returns the fragment id under which readers reach the heading h in
// content, or "". In order of preference it is the id of
//
//   - the heading itself,
//   - an element inside it,
//   - an empty element just before it, or the target of an empty link there to the same page,
//   - the <section>, <div>, <details> or the like below content that the heading opens,
//     or an empty element just before such an element, as JavaDoc writes it,
//
// and failing these the target of a link of the heading to itself.
func headingAnchor(h, content *html.Node) string {
	if id := find(h, anchorID); id != "" { // the heading itself comes first
		return id
	}
	if id := anchorBefore(h); id != "" {
		return id
	}
	if id := anchorAround(h, content); id != "" {
		return id
	}
	return find(h, func(n *html.Node) string {
		if n.DataAtom != atom.A {
			return ""
		}
		if text := label(n); text == "" || isPermalinkText(text) || hasClass(n, permalinkClasses...) || text == label(h) {
			return linkFragment(n)
		}
		return ""
	})
}

// anchorBefore returns the id of the empty element just before h, or where that leads on the same page.
func anchorBefore(h *html.Node) string {
	for n := h.PrevSibling; n != nil && isEmpty(n); n = n.PrevSibling {
		if id := cmp.Or(find(n, anchorID), find(n, linkFragment)); id != "" {
			return id
		}
	}
	return ""
}

// anchorAtEnd returns the id of the first of the empty elements at the end of n, which readers see before the element
// behind n.
func anchorAtEnd(n *html.Node) (id string) {
	for c := n.LastChild; c != nil && isEmpty(c); c = c.PrevSibling {
		id = cmp.Or(find(c, anchorID), id)
	}
	return id
}

// linkFragment returns the fragment that the link n leads to on the same page.
func linkFragment(n *html.Node) string {
	fragment, ok := strings.CutPrefix(attr(n, "href"), "#")
	if !ok || n.DataAtom != atom.A {
		return ""
	}
	id, err := url.PathUnescape(fragment)
	if err != nil || !utf8.ValidString(id) {
		return ""
	}
	return asAnchor(id)
}

// anchorAround returns the id of the innermost sectioning element below content
// that has h for its first visible content, or of an empty element before such an element.
func anchorAround(h, content *html.Node) string {
	for n := h; n != content && n.Parent != nil; n = n.Parent {
		prev := n.PrevSibling
		for ; prev != nil && isEmpty(prev); prev = prev.PrevSibling {
			if id := find(prev, anchorID); id != "" {
				return id
			}
		}
		if prev != nil || n.Parent == content {
			return ""
		}
		switch n.Parent.DataAtom {
		case atom.Section, atom.Div, atom.Article, atom.Details, atom.Summary, atom.Aside, atom.Figure, atom.Header, atom.Li:
			if id := anchorID(n.Parent); id != "" {
				return id
			}
		}
	}
	return ""
}

// isEmpty reports whether n shows nothing. An element counts as empty only if it
// holds no more than a few nodes, so that the question is cheap.
func isEmpty(n *html.Node) bool {
	const few = 8
	empty, seen := true, 0
	traverse(n, func(n *html.Node) visit {
		seen++
		switch {
		case seen > few || n.DataAtom == atom.Img || headingLevel(n) > 0 ||
			n.Type == html.TextNode && strings.TrimSpace(n.Data) != "":
			empty = false
			return stop
		case n.Type == html.ElementNode && isHidden(n):
			return skip
		}
		return descend
	}, func(*html.Node) {})
	return empty
}

// anchorID returns the id of n, or the name of an <a>. A button has an id for scripts.
func anchorID(n *html.Node) string {
	if n.DataAtom == atom.Button {
		return ""
	}
	if id := asAnchor(attr(n, "id")); id != "" {
		return id
	}
	if n.DataAtom == atom.A {
		return asAnchor(attr(n, "name"))
	}
	return ""
}

// dropRepeatedAnchors takes ids and names from all elements but the first that has them: browsers go to this element. A
// parser repeats the id of an open element in each block that follows, as of <a id="x"/>, which HTML does not close.
func dropRepeatedAnchors(root *html.Node) {
	seen := map[string]bool{}
	traverse(root, func(n *html.Node) visit {
		if id := anchorID(n); id != "" {
			if seen[id] {
				n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "id" || a.Key == "name" })
			}
			seen[id] = true
		}
		return descend
	}, func(*html.Node) {})
}

// asAnchor returns id if it can be one: it must not hold white space.
func asAnchor(id string) string {
	if strings.ContainsFunc(id, func(r rune) bool { return document.KindOf(r) != document.Visible }) {
		return ""
	}
	return id
}
