package ingest

import (
	"strings"
	"unicode/utf8"

	"mycel/builder/ingest/document"
)

// maxTitleLine is the longest first line, in characters, that can be the title of a plain text file.
const maxTitleLine = 80

// parseText turns the plain text src of the file at rel into a document of one section.
func parseText(rel, src string, o document.Options) (document.Document, error) {
	text := document.PlainText(src)
	if text == "" {
		return document.Document{}, document.SkipError("has no text")
	}
	title := titleLine(text)
	if title == "" {
		title = document.FileTitle(rel)
	}
	return document.Document{
		ID:       rel,
		URL:      o.PageURL(rel),
		Title:    title,
		Text:     text,
		Sections: document.OneSection(text),
		Wrapped:  true,
	}, nil
}

// titleLine returns the first line of text if it is short and a blank line or a rule
// of '=' or '-' follows it, else "".
func titleLine(text string) string {
	first, rest, _ := strings.Cut(text, "\n")
	second, _, _ := strings.Cut(rest, "\n")
	if utf8.RuneCountInString(first) > maxTitleLine || strings.Trim(second, "=-") != "" {
		return ""
	}
	return document.OneLine(first)
}
