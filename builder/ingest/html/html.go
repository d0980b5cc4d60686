// Package html reads pages of HTML: it finds the content of a page and leaves out navigation.
package html

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"mycel/builder/ingest/document"
)

// Parse turns the page at the slash path rel into a document.
func Parse(rel string, raw []byte, o document.Options) (document.Document, error) {
	src, warning, err := decodeHTML(raw)
	if err != nil {
		return document.Document{}, err
	}
	root, err := html.Parse(strings.NewReader(src))
	if err != nil {
		// The only input that the parser refuses is one nested too deep.
		return document.Document{}, fmt.Errorf("the HTML parser refuses it: %w", err)
	}
	composeShadowRoots(root)
	s, m := surveyHTML(root), readMarks(root)
	d := document.Document{ID: rel, HTML: true, Marked: len(m.bodies) > 0}
	switch {
	case s.noindex:
		return d, document.SkipError("asks not to be indexed (meta robots)")
	case s.redirect != "":
		return d, document.Redirect(s.redirect)
	case s.finder:
		return d, document.SkipError("is the site's own index or search page (link rel)")
	case rel == "404.html" || rel == "404/index.html":
		return d, document.SkipError("is what readers get for addresses that do not exist")
	case rel == "500.html" || rel == "_global-error.html": // of Next.js
		return d, document.SkipError("is what readers get after an error of the server")
	}
	var out document.Outline
	w := Walker{Out: &out, layout: s.layout, excluded: o.Selectors.Excluded(root)}
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
	dropRepeatedAnchors(root)
	for _, n := range roots {
		w.Walk(n)
		out.Gap(document.GapBlock)
	}
	text, sections := out.Finish()
	if text == "" && sections[0].Level == 0 {
		return d, document.SkipError("has no text in its main content")
	}
	d.URL = cmp.Or(o.Resolve(m.url), o.PageURL(rel))
	d.Text, d.Sections = text, sections
	d.Named, d.Site, d.Unmarked = s.title, s.site, w.isBody
	d.Title = cmp.Or(m.title, Title(&d))
	d.Lang = cmp.Or(s.lang, m.language)
	// Site tools make a description of the first words, which adds nothing to them.
	if s.description != "" && !strings.Contains(text, strings.TrimRight(s.description, ".… ")) {
		d.Meta = map[string]string{document.Description: s.description}
	}
	d.Code, d.Links = out.CodeRanges(), out.Links
	m.renameUnreleased(rel)
	d.Facets = m.Facets
	if isSource(&d) || s.isIndex(rel) {
		d.Multiply(lesserBoost)
	}
	d.Weights = out.WeightRanges()
	w.weighLinks(&d)
	d.LeaveOutContents(&out)
	joinKicker(&d)
	d.Warnings = slices.Concat(warning, m.warnings, w.warnings)
	return d, nil
}

// Title returns the title of a page whose author has marked none: its first heading of level 1 that is not the name of
// the site, else its name, else that of its file. The name comes before the heading where the page has several headings
// of level 1 and the first is no part of the name: they are headings of sections.
func Title(d *document.Document) string {
	var headings []string // of level 1
	for _, s := range d.Sections {
		if s.Level == 1 {
			headings = append(headings, s.Heading)
		}
	}
	if len(headings) > 1 && endsInSiteName(d.Named, headings[0]) {
		headings = headings[1:]
	}
	heading, name := "", withoutSiteName(d.Named, d.Sections)
	if len(headings) == 1 || len(headings) > 1 && (name == "" || strings.Contains(name, headings[0])) {
		heading = headings[0]
	}
	return cmp.Or(heading, name, document.FileTitle(d.ID))
}

// endsInSiteName reports whether a title ends in the name of its site.
func endsInSiteName(title, site string) bool {
	before, ok := strings.CutSuffix(title, site)
	return ok && slices.ContainsFunc(titleSeparators, func(s string) bool { return strings.HasSuffix(before, s) })
}

// titleSeparators stand between the name of a page and that of its site.
var titleSeparators = []string{" - ", " | ", " – ", " — ", " · ", " • ", " :: ", " » ", ": "}

// TitleAffixes returns the parts of a title that may name its site, "" for none: its beginning with the
// first separator, and its end from the last separator, or the brackets that it ends with. Text is left
// between an end and the beginning of the title.
func TitleAffixes(title string) (start, end string) {
	first, last := len(title), 0
	for _, s := range titleSeparators {
		if i := strings.Index(title, s); i > 0 && i < first {
			first, start = i, title[:i+len(s)]
		}
		last = max(last, strings.LastIndex(title, s))
	}
	if open := openingBracket(title); open > 0 {
		last = open
	}
	if last > 0 {
		end = title[last:]
	}
	return start, end
}

// AffixName returns the name that a part of a title has without separators and brackets.
func AffixName(affix string) string {
	for _, s := range titleSeparators {
		affix = strings.TrimPrefix(strings.TrimSuffix(affix, s), s)
	}
	affix = strings.TrimSpace(affix)
	if strings.HasPrefix(affix, "(") && strings.HasSuffix(affix, ")") {
		affix = affix[1 : len(affix)-1]
	}
	return strings.TrimSpace(affix)
}

// openingBracket returns where the bracket begins, with the space before it, that the last character of
// a title closes, or -1.
func openingBracket(title string) int {
	depth := 0
	for i := len(title) - 1; i > 0 && strings.HasSuffix(title, ")"); i-- {
		switch title[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				if title[i-1] != ' ' {
					return -1
				}
				return i - 1
			}
		}
	}
	return -1
}

// withoutSiteName returns the title of a page without the name of the site, as far as
// the page's first heading tells where that begins.
func withoutSiteName(title string, sections []document.Section) string {
	heading := document.AnyHeading(sections)
	rest, ok := strings.CutPrefix(title, heading)
	if ok && heading != "" && slices.ContainsFunc(titleSeparators, func(s string) bool { return strings.HasPrefix(rest, s) }) {
		return heading
	}
	return title
}
