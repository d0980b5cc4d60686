package html

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Tools set links and buttons beside headings, signatures and listings: to the source, to the editor, to the
// clipboard. They are no text of the page.

// toolClasses are those of such links.
var toolClasses = []string{
	"viewcode-link", "viewcode-back", // Sphinx
	"mw-editsection",           // MediaWiki
	"link-seesrc", "link-edit", // Nim
	"srclink", "out-of-band", "rightside", "hideme", "test-arrow", "notable-traits", // rustdoc
	"view-source", "view_source", // Crystal, ExDoc
	"showSource", "toggleSource", "defines-source", // YARD
	"method-click-advice", "source-link", "edit-link", "edit-page-link", "edit-this-page", "theme-edit-this-page",
	"copybtn", "copy-btn", "btn-copy", "copy-button", "copy-code-button", "clipboard-copy", "clipboard-button", "code-copy",
}

// toolLabels are what such links show, in brackets or alone.
var toolLabels = strings.Split("source|src|source code|view source|show source|see source|docs|documentation|edit|edit source|edit | edit source|"+
	"edit on github|view on github|link|permalink|permalink to this heading|copy|copy link|top|back to top|⇧|⧉|📋", "|")

// isToolLink reports whether n is a link or a button of a tool: by its class, by its label in brackets, or by
// its label beside other text of a heading, a term or a summary.
func (w *walker) isToolLink(n *html.Node) bool {
	if hasClass(n, toolClasses...) {
		return true
	}
	if n.DataAtom == atom.Span {
		first := n.FirstChild // a bracket, before the link
		if first == nil || first.Type != html.TextNode || !strings.HasPrefix(strings.TrimSpace(first.Data), "[") || find(n, linkTarget) == "" {
			return false
		}
	} else if n.DataAtom != atom.A {
		return false
	}
	text, named := toolLabel(n)
	switch {
	case n.DataAtom == atom.Span:
		return named && isBracketed(text)
	case !named || isBracketed(text):
		return named
	case w.heading != nil:
		return len(text) < w.headingBytes
	}
	return !w.out.InVerbatim() && besideText(n, len(text))
}

// toolLabel returns the label of a link that tools use, "" for another label.
func toolLabel(n *html.Node) (text string, ok bool) {
	text = label(n)
	return text, len(text) <= 32 && slices.Contains(toolLabels, strings.ToLower(strings.Trim(text, "[](){}¶ ")))
}

func isBracketed(s string) bool { return strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") }

// isTermTool is isToolLink for nodes in a term.
func isTermTool(n *html.Node) bool {
	if hasClass(n, toolClasses...) {
		return true
	}
	_, named := toolLabel(n)
	return n.DataAtom == atom.A && named && n.PrevSibling != nil
}

// besideText reports whether n, a link whose label has this number of bytes, stands beside the text of a term or a
// caption.
func besideText(n *html.Node, bytes int) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		switch p.DataAtom {
		case atom.Dt, atom.Summary, atom.Caption, atom.Figcaption:
			return bytes < len(label(p))
		case atom.P, atom.Li, atom.Dd, atom.Td, atom.Div:
			return false
		}
	}
	return false
}
