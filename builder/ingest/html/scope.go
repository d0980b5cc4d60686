package html

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mycel/builder/ingest/document"
)

// scope is an open element with which the headings in it end.
type scope struct {
	n       *html.Node
	place   document.Scope
	level   int // of the heading before it
	anchors anchors
	entry   int // level of the section of an entry of a reference, 0 for another element
}

// scopeClasses are those of cards, tabs and the parts of an accordion.
var scopeClasses = []string{
	"card", "tab-pane", "tab-panel", "tabpanel", "tabbed-block", "sd-card", "sd-tab-content", "accordion-item", "accordion-body", "sidebar", "topic", "admonition",
}

// openScope begins an element whose headings do not bear on what comes behind it.
func (w *walker) openScope(n *html.Node) {
	switch n.DataAtom {
	case atom.Details, atom.Aside, atom.Figure, atom.Dialog, atom.Dl:
	default:
		if n == w.content || role(n) != "tabpanel" && !hasClass(n, scopeClasses...) {
			return
		}
	}
	w.scopes = append(w.scopes, scope{n: n, place: w.out.Scope(), level: w.level, anchors: w.anchors})
}

func (w *walker) closeScope(n *html.Node) {
	for last := len(w.scopes) - 1; last >= 0 && w.scopes[last].n == n; last-- {
		if w.out.EndScope(w.scopes[last].place) {
			w.level, w.anchors = w.scopes[last].level, w.scopes[last].anchors
		}
		w.scopes = w.scopes[:last]
	}
}

// levelOf returns the level of the heading n below a heading of another level in open elements, 0 if n is no heading. A
// heading in an entry is below the entry.
func levelOf(n *html.Node, above int, open []scope) int {
	level := headingLevel(n)
	if n.DataAtom == atom.Summary && isQuestion(n) {
		level = above + 1
	}
	if level > 0 && len(open) > 0 {
		level = max(level, open[len(open)-1].entry+1)
	}
	return min(level, maxLevel)
}

// isQuestion reports whether a <summary> is the heading of the text that it opens. One of a listing, or
// of an open element, only says where a click leads; but an id makes it a place to jump to.
func isQuestion(n *html.Node) bool {
	details := n.Parent
	if details == nil || details.DataAtom != atom.Details || find(n, isHeading) != "" {
		return false
	}
	text := label(n)
	if text == "" || utf8.RuneCountInString(text) > maxTerm {
		return false
	}
	if anchorID(details) != "" || anchorID(n) != "" {
		return true
	}
	return !hasAttr(details, "open") && find(details, isProse) != ""
}

func isHeading(n *html.Node) string { return strings.Repeat("h", headingLevel(n)) }

// isProse returns the name of an element of prose.
func isProse(n *html.Node) string {
	if slices.Contains([]atom.Atom{atom.P, atom.Li, atom.Dd, atom.Blockquote}, n.DataAtom) {
		return n.Data
	}
	return ""
}
