package ingest

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
)

// parseHTML turns the page at the slash path rel into a document.
func parseHTML(rel string, raw []byte, o Options) (Document, error) {
	src, err := decodeHTML(raw)
	if err != nil {
		return Document{}, err
	}
	root, err := html.Parse(strings.NewReader(src))
	if err != nil {
		// The only input that the parser refuses is one nested too deep.
		return Document{}, fmt.Errorf("the HTML parser refuses it: %w", err)
	}
	s, m := surveyHTML(root), readMarks(root)
	d := Document{ID: rel, html: true, marked: len(m.bodies) > 0}
	switch {
	case s.noindex:
		return d, skipError("asks not to be indexed (meta robots)")
	case s.redirect:
		return d, skipError("redirects to another page (meta refresh)")
	case s.finder:
		return d, skipError("is the site's own index or search page (link rel)")
	case rel == "404.html" || rel == "404/index.html":
		return d, skipError("is what readers get for addresses that do not exist")
	}
	var out outline
	w := htmlWalker{out: &out, layout: s.layout, siteHeader: s.siteHeader(), excluded: o.selectors.excluded(root)}
	roots := m.bodies
	if len(roots) == 0 {
		n, isBody := s.content()
		if o.selectors.root != nil {
			if n, isBody = cascadia.Query(root, o.selectors.root), false; n == nil {
				return d, skipError("has no element for the root selector")
			}
		}
		roots, w.isBody = []*html.Node{n}, isBody
	}
	for _, n := range roots {
		w.walk(n)
		out.gap(gapBlock)
	}
	text, sections := out.finish()
	if text == "" && sections[0].Level == 0 {
		return d, skipError("has no text in its main content")
	}
	d.URL = cmp.Or(o.resolve(m.url), o.pageURL(rel))
	d.Title = cmp.Or(m.title, firstHeading(sections, 1), withoutSiteName(s.title, sections), fileTitle(rel))
	d.Lang = cmp.Or(s.lang, m.language)
	d.Text, d.Sections = text, sections
	d.Code, d.Links = out.codeRanges(), out.links
	m.renameUnreleased(rel)
	d.Facets = m.Facets
	d.Weights = w.weighLinks(sections, out.weightRanges())
	d.warnings = append(m.warnings, w.warnings...)
	return d, nil
}

// titleSeparators stand between the name of a page and that of its site.
var titleSeparators = []string{" - ", " | ", " – ", " — ", " · ", " • ", " :: ", " » ", ": "}

// withoutSiteName returns the title of a page without the name of the site, as far as
// the page's first heading tells where that begins.
func withoutSiteName(title string, sections []Section) string {
	heading := anyHeading(sections)
	rest, ok := strings.CutPrefix(title, heading)
	if _, apart := siteName(rest); ok && apart && heading != "" {
		return heading
	}
	return title
}
