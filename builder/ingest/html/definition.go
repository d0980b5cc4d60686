package html

import (
	"cmp"
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

// define begins the section of the term n if it has one, and reports whether the heading shows all of n. Of several
// terms with one definition the first counts, and one below its own heading needs no other: that is found by the term's
// id if it says more, as QuerySet.filter does below filter().
func (w *walker) define(n *html.Node) bool {
	if w.out.Level > 0 || w.out.Cells > 0 || w.out.InVerbatim() {
		return false
	}
	if n.DataAtom != atom.Dt {
		w.enterEntry(n)
		return false
	}
	if prev := previousElement(n); prev != nil && prev.DataAtom == atom.Dt {
		return false
	}
	id := termID(n)
	if id == "" {
		return false
	}
	name, whole := term(n, id)
	if utf8.RuneCountInString(name) > maxTerm {
		name, whole = shortSignature(name), false
	}
	depth := w.definitionDepth(n)
	if name == "" || depth == 0 || utf8.RuneCountInString(name) > maxTerm {
		return false
	}
	return w.beginEntry(name, id, depth) && whole
}

// beginEntry begins the section of an entry, unless it stands below its own heading.
func (w *walker) beginEntry(name, id string, depth int) bool {
	if open := w.out.Open(); open != nil && strings.Contains(open.Heading, name) {
		if strings.HasSuffix(id, "."+strings.TrimSuffix(open.Heading, "()")) {
			open.Anchor = id
		}
		return false
	}
	if w.slugs != nil {
		w.slugs.Use(id)
	}
	level := min(w.level+depth, maxLevel)
	w.out.Section(level, name, id)
	w.anchors.set(level, id)
	return true
}

// termID returns the id of a term: its own, of an element in it, of an empty one before it, as Texinfo writes them at the
// end of the definition before, or of the <div> that groups it with its definition.
func termID(n *html.Node) string {
	if id := cmp.Or(find(n, anchorID), anchorBefore(n)); id != "" {
		return id
	}
	if prev := previousElement(n); prev != nil && prev.DataAtom == atom.Dd {
		if id := anchorAtEnd(prev); id != "" {
			return id
		}
	}
	if group := n.Parent; group.DataAtom == atom.Div && group.Parent != nil && group.Parent.DataAtom == atom.Dl && previousElement(n) == nil {
		return anchorID(group)
	}
	return ""
}

// maxSignature bounds the nodes among which the link of an entry to itself is looked for.
const maxSignature = 64

// enterEntry begins the section of an entry other than a term, if n is one: an element with an id that has a link
// to itself in its first line, or a row of a table that is named as its first cell is.
func (w *walker) enterEntry(n *html.Node) {
	switch n.DataAtom {
	case atom.Div, atom.Li, atom.Article, atom.Section, atom.P, atom.Tr:
	default:
		return
	}
	id := asAnchor(attr(n, "id"))
	if id == "" || n == w.content {
		return
	}
	var line *html.Node
	if n.DataAtom == atom.Tr {
		if line = firstCell(n); line == nil || w.isLayoutCell(line) || !names(id, label(line)) {
			return
		}
	} else if line = selfLinked(n, id); line == nil {
		return
	}
	full := withoutPermalink(labelWithout(line, isTermTool))
	name := full
	if line == n {
		name = cmp.Or(find(n, linkName), find(n, emphasis))
	}
	if utf8.RuneCountInString(name) > maxTerm {
		name = shortSignature(name)
	}
	if name == "" || utf8.RuneCountInString(name) > maxTerm {
		return
	}
	depth, place := 1, w.out.Scope()
	for _, s := range w.scopes {
		if s.entry > 0 {
			depth++
		}
	}
	before, whole := w.anchors, n
	if n.Parent.DataAtom == atom.Summary && n.Parent.Parent != nil { // rustdoc: the entry is what opens and closes
		whole = n.Parent.Parent
	}
	if w.beginEntry(name, id, depth) {
		w.scopes = append(w.scopes, scope{whole, place, w.level, before, min(w.level+depth, maxLevel)})
		if line != n && name == full {
			w.shown = line
		}
	}
}

// linkName returns the text of a link to the page itself, "" if that is only a sign.
func linkName(n *html.Node) string {
	if text := label(n); linkFragment(n) != "" && !isPermalinkText(text) {
		return text
	}
	return ""
}

// emphasis returns the text of an element that sets a name off.
func emphasis(n *html.Node) string {
	switch n.DataAtom {
	case atom.Code, atom.Strong, atom.B, atom.Dfn, atom.Tt:
		return label(n)
	}
	return ""
}

// selfLinked returns the block with a link to n among the first of its nodes, nil without such a link, or with a heading
// comes first.
func selfLinked(n *html.Node, id string) (line *html.Node) {
	seen := 0
	traverse(n, func(c *html.Node) visit {
		if seen++; seen > maxSignature || headingLevel(c) > 0 || c != n && (c.DataAtom == atom.Dt || asAnchor(attr(c, "id")) != "" && c.DataAtom != atom.A) {
			return stop
		}
		if linkFragment(c) == id {
			for line = c; line != n && blockGap(line) == document.GapNone && line.DataAtom != atom.Pre; line = line.Parent {
			}
			return stop
		}
		return descend
	}, func(*html.Node) {})
	return line
}

func firstCell(row *html.Node) *html.Node {
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
			return c
		}
	}
	return nil
}

// names reports whether an id has the letters of a name, as opt-max-size has those of --max-size.
func names(id, name string) bool {
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return -1
			}
			return unicode.ToLower(r)
		}, s)
	}
	id, name = letters(id), letters(name)
	return strings.ContainsFunc(name, unicode.IsLetter) && (id == name || len(name) > 2 && strings.HasSuffix(id, name))
}

// shortSignature returns a long signature up to its arguments.
func shortSignature(s string) string {
	if i := strings.IndexAny(s, "(<{["); i > 0 {
		return strings.TrimRight(s[:i], " ")
	}
	return s
}

// definitionDepth returns how many lists of definitions n is in, 0 if these are notes.
func (w *walker) definitionDepth(n *html.Node) (depth int) {
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
	all := withoutPermalink(labelWithout(n, isTermTool))
	if name = signatureName(n); name != "" {
		return name, name == all
	}
	here := func(n *html.Node) string {
		if linkFragment(n) == id && !isPermalinkText(label(n)) {
			return id
		}
		return ""
	}
	elsewhere := func(n *html.Node) string { return linkElsewhere(n, id) }
	if find(n, here) == "" && find(n, elsewhere) != "" {
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

// linkElsewhere returns where the link n leads, "" if it is none, or one to the element with the id that it is in.
func linkElsewhere(n *html.Node, id string) string {
	href := attr(n, "href")
	if n.DataAtom != atom.A || linkFragment(n) == id || isPermalinkText(label(n)) || isTermTool(n) {
		return ""
	}
	return href
}

// withoutPermalink returns the label of a heading or term without that of the link to itself at its end.
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
