package html

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mycel/builder/ingest/document"
)

// References list functions, settings and terms as definitions, each with an id that
// readers are sent to. Such a term begins a section, as a heading does.

// maxTerm is the longest term that reads as a heading, in characters.
const maxTerm = 120

// define begins the section of the term n if it has one, and reports whether the
// heading shows all of n. Of several terms with one definition the first counts, and one
// below its own heading needs no other: that is found by the term's id if it says more, as
// QuerySet.filter does below filter().
func (w *Walker) define(n *html.Node) bool {
	if n.DataAtom != atom.Dt || w.Out.Level > 0 || w.Out.Cells > 0 || w.Out.InVerbatim() {
		return false
	}
	if prev := previousElement(n); prev != nil && prev.DataAtom == atom.Dt {
		return false
	}
	id := find(n, anchorID)
	if id == "" {
		return false
	}
	name, whole := term(n, id)
	depth := w.definitionDepth(n)
	if name == "" || depth == 0 || utf8.RuneCountInString(name) > maxTerm {
		return false
	}
	if open := w.Out.OpenHeading(); strings.Contains(open, name) {
		if strings.HasSuffix(id, "."+strings.TrimSuffix(open, "()")) {
			w.Out.AnchorHeading(id)
		}
		return false
	}
	if w.Slugs != nil {
		w.Slugs.Use(id)
	}
	w.Out.Section(min(w.level+depth, maxLevel), name, id)
	return whole
}

// definitionDepth returns how many lists of definitions n is in, 0 if these are notes.
func (w *Walker) definitionDepth(n *html.Node) (depth int) {
	for p := n.Parent; p != nil && p != w.content; p = p.Parent {
		if p.DataAtom == atom.Dl {
			if depth++; hasClass(p, "footnote", "citation") {
				return 0
			}
		}
	}
	return depth
}

// term returns what n defines, and whether that is all of n. A term that leads elsewhere
// is an entry of an index, and defines nothing.
func term(n *html.Node, id string) (name string, whole bool) {
	all := withoutPermalink(label(n))
	if name = signatureName(n); name != "" {
		return name, name == all
	}
	elsewhere := func(n *html.Node) string { return linkElsewhere(n, id) }
	if find(n, elsewhere) != "" {
		return "", false
	}
	return all, true
}

// signatureName returns the name in a signature as Sphinx and Texinfo write it, with as much of
// module and class as readers see, or "".
func signatureName(n *html.Node) string {
	var name strings.Builder
	inName := false
	traverse(n, func(n *html.Node) visit {
		switch {
		case n.Type == html.TextNode && inName:
			name.WriteString(n.Data)
		case isSignatureName(n):
			inName = true
		}
		return descend
	}, func(n *html.Node) {
		if isSignatureName(n) {
			inName = false
		}
	})
	return document.OneLine(name.String())
}

// isSignatureName reports whether n is a part of the name in a signature. Texinfo says before it of what
// category the name is.
func isSignatureName(n *html.Node) bool {
	if n.DataAtom == atom.Strong && n.Parent.DataAtom == atom.Span {
		prev := previousElement(n.Parent)
		return prev != nil && hasClass(prev, "category", "category-def")
	}
	return hasClass(n, "descname", "descclassname")
}

// linkElsewhere returns where the link n leads, "" if it is none, or one to the element
// with the id that it is in.
func linkElsewhere(n *html.Node, id string) string {
	href := attr(n, "href")
	if n.DataAtom != atom.A || href == "#"+id || isPermalinkText(label(n)) {
		return ""
	}
	return href
}

// withoutPermalink returns the label of a heading or term without that of the link to
// itself at its end.
func withoutPermalink(label string) string {
	if r, size := utf8.DecodeLastRuneInString(label); unicode.Is(unicode.Co, r) {
		return strings.TrimRight(label[:len(label)-size], " ")
	}
	for _, text := range permalinkTexts {
		if rest, ok := strings.CutSuffix(label, text); ok {
			return strings.TrimRight(rest, " ")
		}
	}
	return label
}
