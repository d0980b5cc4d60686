// Package html reads pages of HTML: it finds the content of a page and leaves out navigation.
package html

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"mycel/builder/ingest/document"
)

// Parse turns the page at the slash path rel into a document.
func Parse(rel string, raw []byte, o document.Options) (document.Document, error) {
	src, err := decodeHTML(raw)
	if err != nil {
		return document.Document{}, err
	}
	root, err := html.Parse(strings.NewReader(src))
	if err != nil {
		// The only input that the parser refuses is one nested too deep.
		return document.Document{}, fmt.Errorf("the HTML parser refuses it: %w", err)
	}
	s, m := surveyHTML(root), readMarks(root)
	d := document.Document{ID: rel, HTML: true, Marked: len(m.bodies) > 0}
	switch {
	case s.noindex:
		return d, document.SkipError("asks not to be indexed (meta robots)")
	case s.redirect:
		return d, document.SkipError("redirects to another page (meta refresh)")
	case s.finder:
		return d, document.SkipError("is the site's own index or search page (link rel)")
	case rel == "404.html" || rel == "404/index.html":
		return d, document.SkipError("is what readers get for addresses that do not exist")
	}
	var out document.Outline
	w := Walker{Out: &out, layout: s.layout, siteHeader: s.siteHeader(), excluded: o.Selectors.Excluded(root)}
	roots := m.bodies
	if len(roots) == 0 {
		n, isBody := s.content()
		if o.Selectors.Root != nil {
			if n, isBody = cascadia.Query(root, o.Selectors.Root), false; n == nil {
				return d, document.SkipError("has no element for the root selector")
			}
		}
		roots, w.isBody = []*html.Node{n}, isBody
	}
	for _, n := range roots {
		w.Walk(n)
		out.Gap(document.GapBlock)
	}
	text, sections := out.Finish()
	if text == "" && sections[0].Level == 0 {
		return d, document.SkipError("has no text in its main content")
	}
	d.URL = cmp.Or(o.Resolve(m.url), o.PageURL(rel))
	d.Title = cmp.Or(m.title, document.FirstHeading(sections, 1), withoutSiteName(s.title, sections), document.FileTitle(rel))
	d.Lang = cmp.Or(s.lang, m.language)
	d.Text, d.Sections = text, sections
	d.Code, d.Links = out.CodeRanges(), out.Links
	m.renameUnreleased(rel)
	d.Facets = m.Facets
	d.Weights = w.weighLinks(sections, out.WeightRanges())
	d.Warnings = append(m.warnings, w.warnings...)
	return d, nil
}

// titleSeparators stand between the name of a page and that of its site.
var titleSeparators = []string{" - ", " | ", " – ", " — ", " · ", " • ", " :: ", " » ", ": "}

// withoutSiteName returns the title of a page without the name of the site, as far as
// the page's first heading tells where that begins.
func withoutSiteName(title string, sections []document.Section) string {
	heading := document.AnyHeading(sections)
	rest, ok := strings.CutPrefix(title, heading)
	if _, apart := siteName(rest); ok && apart && heading != "" {
		return heading
	}
	return title
}
