package html

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mycel/builder/ingest/document"
)

// visit is what a traversal does after it has entered a node.
type visit uint8

const (
	descend visit = iota // go on to the children
	skip                 // pass over the children
	stop                 // end the traversal
)

// traverse visits root and all below it in document order, without recursion. It
// calls leave after the children of every node for which enter said descend.
func traverse(root *html.Node, enter func(*html.Node) visit, leave func(*html.Node)) {
	if root == nil {
		return
	}
	for n := root; ; {
		v := enter(n)
		switch {
		case v == stop:
			return
		case v == descend && n.FirstChild != nil:
			n = n.FirstChild
			continue
		case v == descend:
			leave(n)
		}
		for n != root && n.NextSibling == nil {
			n = n.Parent
			leave(n)
		}
		if n == root {
			return
		}
		n = n.NextSibling
	}
}

// find returns what the first node below root, root included, for which value is not "" has for a value.
func find(root *html.Node, value func(*html.Node) string) string {
	found := ""
	traverse(root, func(n *html.Node) visit {
		if found = value(n); found != "" {
			return stop
		}
		return descend
	}, func(*html.Node) {})
	return found
}

// attr returns the value of an attribute, or "".
func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// role returns the first token of the role attribute in lower case.
func role(n *html.Node) string {
	first, _, _ := strings.Cut(strings.TrimSpace(attr(n, "role")), " ")
	return strings.ToLower(first)
}

// hasClass reports whether n has one of the classes.
func hasClass(n *html.Node, classes ...string) bool {
	for token := range strings.FieldsSeq(attr(n, "class")) {
		if slices.Contains(classes, token) {
			return true
		}
	}
	return false
}

// maxLevel is the level of the deepest headings.
const maxLevel = 6

// headings are the elements of headings, by their levels.
var headings = []atom.Atom{atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6}

// headingLevel returns 1 to maxLevel for h1 to h6, and 0 for all else.
func headingLevel(n *html.Node) int {
	if n.DataAtom == atom.Div && hasClass(n, "title") && n.Parent != nil && hasClass(n.Parent, "headertitle") {
		return 1 // Doxygen
	}
	return slices.Index(headings, n.DataAtom) + 1
}

// boxClasses are those of notes and warnings set off from the text, or of the part of
// one that has its title, as DocBook, Docusaurus and Bootstrap write them.
var boxClasses = []string{
	"note", "tip", "important", "warning", "caution", "danger",
	"admonition", "admonition-heading", "alert",
}

// isBoxTitle reports whether n is the title of a note or a warning, such as Note. It is written as a heading, but what
// comes behind the box does not stand under it. With an id it is a place that readers are sent to.
func isBoxTitle(n *html.Node) bool {
	return headingLevel(n) > 2 && attr(n, "id") == "" && previousElement(n) == nil &&
		n.Parent != nil && n.Parent.DataAtom == atom.Div && hasClass(n.Parent, boxClasses...)
}

// maxLabel bounds the label of a link, a button or a heading, in bytes.
const maxLabel = 1 << 10

// label returns the text below n in one line, without text that is never shown, and cut off soon after maxLabel bytes.
func label(n *html.Node) string { return labelWithout(n, func(*html.Node) bool { return false }) }

// labelWithout is label, without elements of a kind.
func labelWithout(n *html.Node, left func(*html.Node) bool) string {
	var o document.Outline
	traverse(n, func(n *html.Node) visit {
		switch {
		case len(o.Text) > maxLabel:
			return stop
		case n.Type == html.TextNode:
			o.Words(n.Data[:min(len(n.Data), maxLabel)])
		case n.Type == html.ElementNode && (isHidden(n) || isNeverText(n) || left(n)):
			return skip
		}
		return descend
	}, func(*html.Node) {})
	return string(o.Text[:min(len(o.Text), maxLabel)])
}
