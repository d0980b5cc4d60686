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
		Title:    cmp.Or(firstHeading(sections, 1), s.title, fileTitle(rel)),
		Lang:     s.lang,
		Text:     text,
		Sections: sections,
	}, nil
}

// firstHeading returns the first heading of the level, or "".
func firstHeading(sections []Section, level int) string {
	for _, s := range sections {
		if s.Level == level {
			return s.Heading
		}
	}
	return ""
}
