package ingest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// References list functions, settings and terms as definitions, each with an id that
// readers are sent to. Such a term begins a section, as a heading does.

// maxTerm is the longest term that reads as a heading, in characters.
const maxTerm = 120

// define begins the section of the term n if it has one, and reports whether the
// heading shows all of n. Of several terms with one definition the first counts. A term
// that leads elsewhere is an entry of an index, and one below its own heading needs no
// other.
func (w *htmlWalker) define(n *html.Node) bool {
	if n.DataAtom != atom.Dt || w.out.level > 0 || w.out.cells > 0 || w.out.inVerbatim() {
		return false
	}
	if prev := previousElement(n); prev != nil && prev.DataAtom == atom.Dt {
		return false
	}
	id, depth := find(n, anchorID), 0
	if id == "" {
		return false
	}
	for p := n.Parent; p != nil && p != w.content; p = p.Parent {
		if p.DataAtom == atom.Dl {
			depth++
			if hasClass(p, "footnote", "citation") {
				return false
			}
		}
	}
	name, whole := signatureName(n), withoutPermalink(label(n))
	if name == "" {
		if name = whole; find(n, linkElsewhere) != "" {
			return false
		}
	}
	if name == "" || utf8.RuneCountInString(name) > maxTerm || strings.Contains(w.out.openHeading(), name) {
		return false
	}
	if w.slugs != nil {
		w.slugs.use(id)
	}
	w.out.section(min(w.level+depth, maxLevel), name, id)
	return name == whole
}

// signatureName returns the name in a signature as Sphinx writes it, with as much of
// module and class as readers see, or "".
func signatureName(n *html.Node) string {
	var name strings.Builder
	inName := false
	traverse(n, func(n *html.Node) visit {
		switch {
		case n.Type == html.TextNode && inName:
			name.WriteString(n.Data)
		case hasClass(n, "descname", "descclassname"):
			inName = true
		}
		return descend
	}, func(n *html.Node) {
		if hasClass(n, "descname", "descclassname") {
			inName = false
		}
	})
	return oneLine(name.String())
}

// linkElsewhere returns where the link n leads, "" if it is none, or one to itself.
func linkElsewhere(n *html.Node) string {
	if n.DataAtom != atom.A || slices.Contains(permalinkTexts, label(n)) {
		return ""
	}
	return attr(n, "href")
}

// withoutPermalink returns the label of a heading or term without that of the link to
// itself at its end.
func withoutPermalink(label string) string {
	for _, text := range permalinkTexts {
		if rest, ok := strings.CutSuffix(label, text); ok {
			return strings.TrimRight(rest, " ")
		}
	}
	return label
}
