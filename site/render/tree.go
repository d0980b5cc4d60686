package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// parseFragment parses the content of a page into the children of one node.
func parseFragment(r io.Reader) (*html.Node, error) {
	body := element(atom.Div)
	nodes, err := html.ParseFragment(r, &html.Node{Type: html.ElementNode, DataAtom: atom.Body, Data: "body"})
	if err != nil {
		return nil, err
	}
	for _, n := range nodes {
		body.AppendChild(n)
	}
	clean(body)
	return body, nil
}

// clean removes what the site's policy forbids: scripts, styles, and their
// attributes.
func clean(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if c.Type == html.CommentNode || c.DataAtom == atom.Script || c.DataAtom == atom.Style {
			n.RemoveChild(c)
		} else {
			clean(c)
		}
		c = next
	}
	kept := n.Attr[:0]
	for _, a := range n.Attr {
		if a.Key != "style" && !strings.HasPrefix(a.Key, "on") {
			kept = append(kept, a)
		}
	}
	n.Attr = kept
}

func element(tag atom.Atom, attrs ...string) *html.Node {
	n := &html.Node{Type: html.ElementNode, DataAtom: tag, Data: tag.String()}
	for i := 0; i+1 < len(attrs); i += 2 {
		n.Attr = append(n.Attr, html.Attribute{Key: attrs[i], Val: attrs[i+1]})
	}
	return n
}

// all returns the descendants of n for which want is true, in document order.
func all(n *html.Node, want func(*html.Node) bool) []*html.Node {
	var found []*html.Node
	for c := range n.Descendants() {
		if want(c) {
			found = append(found, c)
		}
	}
	return found
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func setAttr(n *html.Node, key, value string) {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
}

// text returns the text below n on one line.
func text(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// takeTitle removes the heading of level 1 at the beginning of body, which the layout shows, and
// returns its text; "" if there is none.
func takeTitle(body *html.Node) string {
	n := body.FirstChild
	for n != nil && n.Type == html.TextNode && strings.TrimSpace(n.Data) == "" {
		n = n.NextSibling
	}
	if n == nil || n.DataAtom != atom.H1 {
		return ""
	}
	body.RemoveChild(n)
	return text(n)
}

func headingLevel(n *html.Node) int {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return int(n.Data[1] - '0')
	}
	return 0
}

// addHeadings gives every heading an id and a link to itself, lists those of
// level 2 in the contents, and collects all ids of the page.
func (p *page) addHeadings() error {
	for _, n := range all(p.body, func(n *html.Node) bool { return attr(n, "id") != "" }) {
		p.ids[attr(n, "id")] = true
	}
	slugs := slugger{used: p.ids}
	for _, h := range all(p.body, func(n *html.Node) bool { return headingLevel(n) > 0 }) {
		if headingLevel(h) == 1 {
			return fmt.Errorf("a second heading of level 1: %q", text(h))
		}
		id, title := attr(h, "id"), text(h)
		if id == "" {
			id = slugs.slug(title)
			setAttr(h, "id", id)
		}
		if headingLevel(h) == 2 {
			p.contents = append(p.contents, heading{ID: id, Text: title})
		}
		link := element(atom.A, "class", "anchor", "href", "#"+id, "aria-label", "Link to “"+title+"”")
		link.AppendChild(&html.Node{Type: html.TextNode, Data: "#"})
		h.AppendChild(link)
	}
	return nil
}

// slugger gives headings the ids that GitHub gives them, so that one link works in
// both places: lower case, spaces as hyphens, no other marks, repeats numbered.
type slugger struct{ used map[string]bool }

func (s *slugger) slug(heading string) string {
	base := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
	id := base
	for i := 1; s.used[id]; i++ {
		id = fmt.Sprintf("%s-%d", base, i)
	}
	s.used[id] = true
	return id
}

// frame makes tables and code that may be wider than the page scroll sideways; tables are put into
// a frame. Keyboard users can reach it.
func frame(body *html.Node) {
	for _, n := range all(body, func(n *html.Node) bool { return n.DataAtom == atom.Table || n.DataAtom == atom.Pre }) {
		switch {
		case n.DataAtom == atom.Table:
			frame := element(atom.Div, "class", "table", "tabindex", "0")
			n.Parent.InsertBefore(frame, n)
			n.Parent.RemoveChild(n)
			frame.AppendChild(n)
			for _, th := range all(n, func(n *html.Node) bool { return n.DataAtom == atom.Th && text(n) == "" }) {
				th.DataAtom, th.Data = atom.Td, "td" // a cell without a text is the header of nothing
			}
		case isFigure(n):
			setAttr(n, "aria-hidden", "true")
		default:
			setAttr(n, "tabindex", "0")
		}
	}
}

// isFigure reports whether a code block is a drawing made of characters, marked in Markdown by the
// language figure. Read aloud or searched, it would be noise; the text beside it says the same.
func isFigure(pre *html.Node) bool {
	code := pre.FirstChild
	return code != nil && attr(code, "class") == "language-figure"
}
