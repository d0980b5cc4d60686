package ingest

import (
	"cmp"
	"fmt"
	"strings"

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
		return Document{}, skipError(fmt.Sprintf("the HTML parser refuses it: %v", err))
	}
	s := surveyHTML(root)
	switch {
	case s.noindex:
		return Document{}, skipError("asks not to be indexed (meta robots)")
	case s.redirect:
		return Document{}, skipError("redirects to another page (meta refresh)")
	}
	var out outline
	content, isBody := s.content()
	w := htmlWalker{out: &out, isBody: isBody, layout: s.layout}
	w.walk(content)
	text, sections := out.finish()
	if text == "" && sections[0].Level == 0 {
		return Document{}, skipError("has no text in its main content")
	}
	return Document{
		ID:       rel,
		URL:      o.pageURL(rel),
		Title:    cmp.Or(firstHeading(sections, 1), withoutSiteName(s.title, sections), fileTitle(rel)),
		Lang:     s.lang,
		Text:     text,
		Sections: sections,
	}, nil
}

// titleSeparators stand between the name of a page and that of its site.
var titleSeparators = []string{" - ", " | ", " – ", " — ", " · ", " • ", " :: ", " » ", ": "}

// withoutSiteName returns the title of a page without the name of the site, as far as
// the page's first heading tells where that begins.
func withoutSiteName(title string, sections []Section) string {
	heading := anyHeading(sections)
	rest, ok := strings.CutPrefix(title, heading)
	if !ok || heading == "" {
		return title
	}
	for _, separator := range titleSeparators {
		if strings.HasPrefix(rest, separator) {
			return heading
		}
	}
	return title
}
