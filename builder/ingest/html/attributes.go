package html

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mycel/builder/ingest/document"
)

// Authors mark elements with attributes of two families, which have the same meaning:
//
//	data-mycel-body       data-pagefind-body        the content; there may be several
//	data-mycel-ignore     data-pagefind-ignore      not content; "all": no facets in it either
//	data-mycel-meta       data-pagefind-meta        a field that is shown
//	data-mycel-default-meta …                       the same, where nothing else gives the field
//	data-mycel-filter     data-pagefind-filter      a value to filter by
//	data-mycel-sort       data-pagefind-sort        a value to sort by
//	data-mycel-weight     data-pagefind-weight      how much the text counts, 0 to 10
//	data-mycel-index-attrs …                        attributes whose values are text at the place of the element
//
// The values of meta, filter and sort are lists of entries. "key" takes the text of the element, and "key[attribute]"
// the value of an attribute. "key:value" gives the value itself. It is the last entry, because the value may have
// commas.

// markPrefixes are the beginnings of the attributes' names.
var markPrefixes = []string{"data-mycel-", "data-pagefind-"}

// mark returns the value of the attribute called name in either family, ours first.
func mark(n *html.Node, name string) (value string, ok bool) {
	for _, prefix := range markPrefixes {
		for _, a := range n.Attr {
			if a.Namespace == "" && strings.HasPrefix(a.Key, prefix) && a.Key[len(prefix):] == name {
				return a.Val, true
			}
		}
	}
	return "", false
}

// Assignment is one entry of a list in an attribute.
type Assignment struct {
	Key       string
	Attribute string // attribute with the value, "" for none
	Value     string // value in the list
	Inline    bool   // whether Value is given
}

// ParseAssignments reads the value of a meta, filter or sort attribute. Entries without a key are left out.
func ParseAssignments(s string) []Assignment {
	var out []Assignment
	for s != "" {
		end := strings.IndexAny(s, ",:[")
		if end < 0 {
			end = len(s)
		}
		a := Assignment{Key: document.OneLine(s[:end])}
		s = s[end:]
		switch {
		case strings.HasPrefix(s, ":"):
			a.Value, a.Inline = s[1:], true
			s = ""
		case strings.HasPrefix(s, "["):
			inside, rest, closed := strings.Cut(s[1:], "]")
			if a.Attribute = strings.ToLower(strings.TrimSpace(inside)); !closed || a.Attribute == "" {
				return out
			}
			_, s, _ = strings.Cut(rest, ",")
		default:
			s = strings.TrimPrefix(s, ",")
		}
		if a.Key != "" {
			out = append(out, a)
		}
	}
	return out
}

// of returns the value of the entry for the element n.
func (a *Assignment) of(n *html.Node) string {
	switch {
	case a.Inline:
		return a.Value
	case a.Attribute != "":
		return attr(n, a.Attribute)
	}
	return innerText(n)
}

// innerText returns the visible text below n in one line, or the hidden text if no other is there, because marked
// elements are often for programs alone. It is cut soon after maxLabel bytes.
func innerText(n *html.Node) string {
	return cmp.Or(textBelow(n, true), textBelow(n, false))
}

func textBelow(root *html.Node, visible bool) string {
	var o document.Outline
	traverse(root, func(n *html.Node) visit {
		switch {
		case len(o.Text) > maxLabel:
			return stop
		case n.Type == html.TextNode:
			o.Words(n.Data[:min(len(n.Data), maxLabel)])
		case n.DataAtom == atom.Script || n.DataAtom == atom.Style || n.DataAtom == atom.Template:
			return skip
		case visible && n != root && n.Type == html.ElementNode && isHidden(n):
			return skip
		case blockGap(n) > document.GapNone || n.DataAtom == atom.Br:
			o.Gap(document.GapSpace)
		}
		return descend
	}, func(*html.Node) {})
	return document.OneLine(string(o.Text))
}

// writeAttributes writes the values of the attributes of n that its author wants to be searchable.
func writeAttributes(out *document.Outline, n *html.Node) {
	list, ok := mark(n, "index-attrs")
	if _, ignored := mark(n, "ignore"); !ok || ignored || isHidden(n) {
		return
	}
	for name := range strings.SplitSeq(list, ",") {
		if value := attr(n, strings.ToLower(strings.TrimSpace(name))); value != "" && !(n.DataAtom == atom.Img && strings.TrimSpace(name) == "alt") {
			out.Gap(document.GapSpace)
			out.Words(value)
			out.Gap(document.GapSpace)
		}
	}
}

// marks holds the attributes of a page that affect the search.
type marks struct {
	document.Facets
	bodies     []*html.Node // outermost elements marked as content, in order
	title, url string
	language   string
	warnings   []string
}

// Fields with a special meaning.
const (
	titleField = "title"
	urlField   = "url"
)

// readMarks reads the attributes of a page.
func readMarks(root *html.Node) *marks {
	m := &marks{}
	var defaults document.Facets
	inBody := 0
	traverse(root, func(n *html.Node) visit {
		if n.Type != html.ElementNode {
			return descend
		}
		if kind, ok := mark(n, "ignore"); ok && strings.EqualFold(strings.TrimSpace(kind), "all") {
			return skip
		}
		if _, ok := mark(n, "body"); ok {
			if inBody == 0 {
				m.bodies = append(m.bodies, n)
			}
			inBody++
		}
		m.assign(n, "meta", m.SetField)
		m.assign(n, "default-meta", defaults.SetField)
		m.assign(n, "filter", m.AddFilter)
		m.assign(n, "sort", m.SetSort)
		m.docsearch(n)
		return descend
	}, func(n *html.Node) {
		if _, ok := mark(n, "body"); ok && n.Type == html.ElementNode {
			inBody--
		}
	})
	for _, key := range document.SortedKeys(defaults.Fields) {
		m.SetField(key, defaults.Fields[key])
	}
	m.title, m.url = m.Fields[titleField], m.Fields[urlField]
	delete(m.Fields, titleField)
	delete(m.Fields, urlField)
	return m
}

// assign calls set with the entries in an attribute of n.
func (m *marks) assign(n *html.Node, name string, set func(key, value string)) {
	list, ok := mark(n, name)
	if !ok {
		return
	}
	assignments := ParseAssignments(list)
	if len(assignments) == 0 {
		m.warnings = append(m.warnings, "an attribute for "+name+" names no key: \""+document.OneLine(list)+"\"")
	}
	for _, a := range assignments {
		set(a.Key, a.of(n))
	}
}

// docsearch reads the meta elements for DocSearch, which site generators write.
func (m *marks) docsearch(n *html.Node) {
	if n.DataAtom != atom.Meta {
		return
	}
	switch strings.ToLower(attr(n, "name")) {
	case "docsearch:version":
		for version := range strings.SplitSeq(attr(n, "content"), ",") {
			m.AddFilter("version", version)
		}
	case "docsearch:language":
		m.language = cmp.Or(m.language, document.LangTag(attr(n, "content")))
	}
}

// renameUnreleased renames a version that Docusaurus calls current to next, if the page's folder is next: that
// version is unreleased. A released version may be called current too.
func (m *marks) renameUnreleased(rel string) {
	versions := m.Filters["version"]
	if i := slices.Index(versions, "current"); i >= 0 && slices.Contains(strings.Split(path.Dir(rel), "/"), "next") {
		versions[i] = "next"
	}
}

// weightOf returns the weight that n gives to its content; ok is false without a weight. Weights
// of headings are ignored, because their words weigh more anyway.
func weightOf(n *html.Node) (factor float64, ok bool, err error) {
	text, ok := mark(n, "weight")
	if !ok || headingLevel(n) > 0 {
		return 1, false, nil
	}
	factor, err = document.ParseWeight(strings.TrimSpace(text))
	return factor, err == nil, err
}
