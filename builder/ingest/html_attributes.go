package ingest

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Authors mark elements by attributes of two families, which mean the same:
//
//	data-mycel-body       data-pagefind-body        the content; there may be several
//	data-mycel-ignore     data-pagefind-ignore      not content; "all": no facets in it either
//	data-mycel-meta       data-pagefind-meta        a field that is shown
//	data-mycel-default-meta …                       the same, where nothing else gives the field
//	data-mycel-filter     data-pagefind-filter      a value to filter by
//	data-mycel-sort       data-pagefind-sort        a value to sort by
//	data-mycel-weight     data-pagefind-weight      how much the text counts, 0 to 10
//
// The values of meta, filter and sort are lists of "key", which is the element's text,
// "key[attribute]", which is that of the attribute, and "key:value", which is written
// out and stands last, for the value may have commas.

// markPrefixes begin the names of the attributes.
var markPrefixes = []string{"data-mycel-", "data-pagefind-"}

// mark returns the value of the attribute of that name in either family, ours first.
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

// assignment is one entry of a list in an attribute.
type assignment struct {
	key       string
	attribute string // whose value it is, "" for none
	value     string // as it is written out
	inline    bool   // it is written out
}

// parseAssignments reads the value of a meta, filter or sort attribute. Entries
// without a key are left out.
func parseAssignments(s string) []assignment {
	var out []assignment
	for s != "" {
		end := strings.IndexAny(s, ",:[")
		if end < 0 {
			end = len(s)
		}
		a := assignment{key: oneLine(s[:end])}
		s = s[end:]
		switch {
		case strings.HasPrefix(s, ":"):
			a.value, a.inline = s[1:], true
			s = ""
		case strings.HasPrefix(s, "["):
			inside, rest, closed := strings.Cut(s[1:], "]")
			if a.attribute = strings.ToLower(strings.TrimSpace(inside)); !closed || a.attribute == "" {
				return out
			}
			_, s, _ = strings.Cut(rest, ",")
		default:
			s = strings.TrimPrefix(s, ",")
		}
		if a.key != "" {
			out = append(out, a)
		}
	}
	return out
}

// of returns the value that n gives to the entry.
func (a *assignment) of(n *html.Node) string {
	switch {
	case a.inline:
		return a.value
	case a.attribute != "":
		return attr(n, a.attribute)
	}
	return innerText(n)
}

// innerText returns the text below n in one line, hidden or not: what authors mark is
// often for programs alone. It is cut off soon after maxLabel bytes.
func innerText(n *html.Node) string {
	var o outline
	traverse(n, func(n *html.Node) visit {
		switch {
		case len(o.text) > maxLabel:
			return stop
		case n.Type == html.TextNode:
			o.words(n.Data[:min(len(n.Data), maxLabel)])
		case n.DataAtom == atom.Script || n.DataAtom == atom.Style || n.DataAtom == atom.Template:
			return skip
		case blockGap(n) > gapNone || n.DataAtom == atom.Br:
			o.gap(gapSpace)
		}
		return descend
	}, func(*html.Node) {})
	return oneLine(string(o.text))
}

// htmlMarks is what the attributes of a page say.
type htmlMarks struct {
	Facets
	bodies     []*html.Node // outermost elements marked as content, in order
	title, url string
	language   string
	warnings   []string
}

// Fields that are more than something to show.
const (
	titleField = "title"
	urlField   = "url"
)

// readMarks reads the attributes of a page.
func readMarks(root *html.Node) *htmlMarks {
	m := &htmlMarks{}
	var defaults Facets
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
		m.assign(n, "meta", m.setField)
		m.assign(n, "default-meta", defaults.setField)
		m.assign(n, "filter", m.addFilter)
		m.assign(n, "sort", m.setSort)
		m.docsearch(n)
		return descend
	}, func(n *html.Node) {
		if _, ok := mark(n, "body"); ok && n.Type == html.ElementNode {
			inBody--
		}
	})
	for _, key := range sortedKeys(defaults.Fields) {
		m.setField(key, defaults.Fields[key])
	}
	m.title, m.url = m.Fields[titleField], m.Fields[urlField]
	delete(m.Fields, titleField)
	delete(m.Fields, urlField)
	return m
}

// assign gives set what an attribute of n says.
func (m *htmlMarks) assign(n *html.Node, name string, set func(key, value string)) {
	list, ok := mark(n, name)
	if !ok {
		return
	}
	assignments := parseAssignments(list)
	if len(assignments) == 0 {
		m.warnings = append(m.warnings, "an attribute for "+name+" names no key: \""+oneLine(list)+"\"")
	}
	for _, a := range assignments {
		set(a.key, a.of(n))
	}
}

// docsearch reads the meta elements that site generators write for DocSearch.
func (m *htmlMarks) docsearch(n *html.Node) {
	if n.DataAtom != atom.Meta {
		return
	}
	switch strings.ToLower(attr(n, "name")) {
	case "docsearch:version":
		for version := range strings.SplitSeq(attr(n, "content"), ",") {
			m.addFilter("version", version)
		}
	case "docsearch:language":
		m.language = cmp.Or(m.language, langTag(attr(n, "content")))
	}
}

// renameUnreleased gives the version that Docusaurus calls current the name of its folder, where that
// says that the version is unreleased: next. A released version may be called current, too.
func (m *htmlMarks) renameUnreleased(rel string) {
	versions := m.Filters["version"]
	if i := slices.Index(versions, "current"); i >= 0 && slices.Contains(strings.Split(path.Dir(rel), "/"), "next") {
		versions[i] = "next"
	}
}

// weightOf returns the weight that n gives to what it holds; ok is false if it gives
// none. That of a heading is not read: words of headings weigh more in any case.
func weightOf(n *html.Node) (factor float64, ok bool, err error) {
	text, ok := mark(n, "weight")
	if !ok || headingLevel(n) > 0 {
		return 1, false, nil
	}
	factor, err = parseWeight(strings.TrimSpace(text))
	return factor, err == nil, err
}
