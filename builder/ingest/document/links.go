package document

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Link is a link in the text of a document, as its author wrote it.
type Link struct {
	Target string // as in the source: relative, absolute, with or without a fragment
	Text   string // the link's text, in one line
	At     int    // offset in Document.Text of about where it stands
}

// maxLinkText is the longest text of a link that is kept, in characters: longer ones are
// passages that happen to be links.
const maxLinkText = 120

// Link notes a link. It ignores links without text or target, and links within the page.
func (o *Outline) Link(target, text string) {
	target, text = strings.TrimSpace(target), OneLine(text)
	if fragment, here := strings.CutPrefix(target, "#"); here && text != "" && o.Level == 0 && !o.InVerbatim() {
		o.places = append(o.places, placeLink{len(o.Text), fragment, norm.NFC.String(text)})
	}
	if target == "" || target[0] == '#' || text == "" || utf8.RuneCountInString(text) > maxLinkText {
		return
	}
	for _, scheme := range []string{"mailto:", "javascript:", "data:", "tel:"} {
		if len(target) >= len(scheme) && strings.EqualFold(target[:len(scheme)], scheme) {
			return
		}
	}
	o.Links = append(o.Links, Link{Target: target, Text: text, At: len(o.Text)})
}
