// Package html reads pages of HTML: it finds the content of a page and leaves out navigation.
package html

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
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
	m.renameUnreleased(rel)
	d := document.Document{ID: rel, HTML: true, Marked: len(m.bodies) > 0, Facets: m.Facets}
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
	w := walker{out: &document.Outline{}, layout: s.layout, excluded: o.Selectors.Excluded(root)}
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
		w.walk(n)
		w.out.Gap(document.GapBlock)
	}
	w.finish(&d)
	if d.Text == "" && d.Sections[0].Level == 0 {
		return d, document.SkipError("has no text in its main content")
	}
	d.URL = cmp.Or(o.Resolve(m.url), o.PageURL(rel))
	d.Named, d.Site, d.Unmarked = s.title, s.site, w.isBody
	d.Title = cmp.Or(m.title, Title(&d))
	d.Lang = cmp.Or(s.lang, m.language)
	// Site tools make a description of the first words, which adds nothing to them.
	if s.description != "" && !strings.Contains(d.Text, strings.TrimRight(s.description, ".… ")) {
		d.Meta = map[string]string{document.Description: s.description}
	}
	if isSource(&d) || s.isIndex(rel) {
		d.Multiply(lesserBoost)
	}
	joinKicker(&d)
	d.Warnings = slices.Concat(warning, m.warnings, w.warnings)
	return d, nil
}

// Read reads HTML that a renderer of Markdown wrote: it sets text, sections, code, links and weights of a document. Headings
// without an id get one of slugs. An error says that the elements of src are nested too deep.
func Read(d *document.Document, src []byte, slugs document.Slugger) error {
	renameUnclosed(src)
	root, err := html.Parse(bytes.NewReader(src))
	if err != nil {
		return fmt.Errorf("the HTML parser refuses it: %w", err)
	}
	dropRepeatedAnchors(root)
	s := surveyHTML(root)
	w := walker{out: &document.Outline{}, layout: s.layout, slugs: &slugs}
	w.walk(s.body)
	w.finish(d)
	return nil
}

// hiding are tags of elements in which nothing is seen. Without its end tag such an element would hide the rest of the page.
var hiding = regexp.MustCompile(`(?i)<(/?)(button|iframe|noembed|noframes|noscript|object|plaintext|script|select|style|svg|template|textarea|title|xmp)\b`)

// renameUnclosed makes an element that shows its content of each hiding element whose end the author forgot.
func renameUnclosed(src []byte) {
	open := map[string][]byte{} // the last start tag by name
	for _, m := range hiding.FindAllSubmatchIndex(src, -1) {
		name := src[m[4]:m[5]]
		if key := strings.ToLower(string(name)); m[2] < m[3] {
			delete(open, key)
		} else {
			open[key] = name
		}
	}
	for _, name := range open {
		copy(name, "b                ")
	}
}

// finish sets text, sections, code, links and weights of the document whose elements were walked over.
func (w *walker) finish(d *document.Document) {
	d.Text, d.Sections = w.out.Finish()
	d.Code, d.Links, d.Weights = w.out.CodeRanges(), w.out.Links, w.out.WeightRanges()
	w.weighLinks(d)
	d.LeaveOutContents(w.out)
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
