package html

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mycel/builder/ingest/document"
)

// lesserBoost is the boost of pages that list names of a whole site without explanations: listings of source and
// generated indexes of references.
const lesserBoost = 0.25

// indexFile matches the files of such indexes of JavaDoc, YARD, Nim, Sphinx, DocBook and gtk-doc.
var indexFile = regexp.MustCompile(`(^|/)((class-use|index-files)/[^/]*|index-all|allclasses(-index|-frame|-noframe)?|allpackages-index|` +
	`overview-(tree|frame)|package-(tree|use|frame)|constant-values|deprecated-list|serialized-form|` +
	`_index|(class|method|file)_list|theindex|genindex(-[^/]*)?|(py-)?modindex|bookindex|api-index-[^/]*)\.html?$`)

// doxygenIndex matches index files of Doxygen. Other sites use these names for pages.
var doxygenIndex = regexp.MustCompile(`(^|/)(annotated|classes|files|hierarchy|inherits|(functions|globals|namespacemembers)(_[^/]*)?)\.html?$`)

// isIndex reports whether the page at rel is a generated index.
func (s *htmlSurvey) isIndex(rel string) bool {
	return indexFile.MatchString(rel) || strings.HasPrefix(s.generator, "doxygen") && doxygenIndex.MatchString(rel)
}

// isSource reports whether a page is a long listing of source with little other text.
func isSource(d *document.Document) bool {
	const least, share = 2000, 0.9
	listed := 0
	for _, c := range d.Code {
		if c.Kind == document.Fenced {
			listed += c.End - c.Start
		}
	}
	return len(d.Text) >= least && float64(listed) >= share*float64(len(d.Text))
}

// isNumbering reports whether n has the line numbers of a listing in the next cell of a table.
func isNumbering(n *html.Node) bool {
	if n.DataAtom != atom.Pre || n.Parent == nil || n.Parent.DataAtom != atom.Td || strings.Trim(label(n), " 0123456789") != "" {
		return false
	}
	next := n.Parent.NextSibling
	for next != nil && next.Type != html.ElementNode {
		next = next.NextSibling
	}
	return next != nil && find(next, func(n *html.Node) string {
		if isListing(n) {
			return n.Data
		}
		return ""
	}) != ""
}

// sentence matches text that is more than a label.
var sentence = regexp.MustCompile(`\n|[.:!?。！？]( |$)`)

// joinKicker joins the words above the title of a page, such as the name of a package, to the section of the title.
// Readers do not look for them as a section.
func joinKicker(d *document.Document) {
	const most = 80 // bytes
	if len(d.Sections) < 2 || d.Sections[0].Level > 0 || d.Sections[1].Level > 2 {
		return
	}
	words := strings.TrimSpace(d.Text[:d.Sections[0].End])
	if len(words) <= most && !sentence.MatchString(words) {
		d.Sections = d.Sections[1:]
		d.Sections[0].Start = 0
	}
}
