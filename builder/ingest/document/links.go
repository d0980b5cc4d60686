package document

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Link is a link in the text of a document, as its author wrote it.
type Link struct {
	Target string // as in the source: relative or absolute, with or without a fragment
	Text   string // the link's text, in one line
	At     int    // approximate offset in Document.Text
}

// maxLinkText is the length of the longest kept text of a link, in characters. Longer
// texts are passages inside a link.
const maxLinkText = 120

// Link records a link. It ignores links without text or target. Links within the page
// are recorded in places.
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
