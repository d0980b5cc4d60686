package ingest

import (
	"strings"
	"unicode/utf8"
)

// maxTitleLine is the longest first line, in characters, that can be the title of a
// plain text file.
const maxTitleLine = 80

// parseText turns the plain text src of the file at rel into a document of one section.
func parseText(rel, src string, o Options) (Document, error) {
	text := plainText(src)
	if text == "" {
		return Document{}, skipError("has no text")
	}
	title := titleLine(text)
	if title == "" {
		title = fileTitle(rel)
	}
	return Document{
		ID:       rel,
		URL:      o.pageURL(rel),
		Title:    title,
		Text:     text,
		Sections: oneSection(text),
	}, nil
}

// oneSection is the outline of a text without headings.
func oneSection(text string) []Section { return []Section{{End: len(text)}} }

// titleLine returns the first line of text if it is short and a blank line or a rule
// of '=' or '-' sets it off from the rest, else "".
func titleLine(text string) string {
	first, rest, _ := strings.Cut(text, "\n")
	second, _, _ := strings.Cut(rest, "\n")
	if utf8.RuneCountInString(first) > maxTitleLine || strings.Trim(second, "=-") != "" {
		return ""
	}
	return oneLine(first)
}
