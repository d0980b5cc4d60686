// Package document has documents in the form that the builder reads: plain text in sections. Parsers
// write text and sections into its Outline.
package document

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Document is one page as readers see it: plain text and its sections.
type Document struct {
	ID       string            // unique, stable: slash path relative to the source root, or _id of a JSON line
	URL      string            // its address, relative to the site root unless Options.BaseURL is set, without fragment
	Title    string            // never empty, at most maxHeading bytes
	Lang     string            // BCP 47 tag, "" if the source declares none
	Text     string            // valid UTF-8; visible text, blocks separated by a blank line
	Sections []Section         // in order, contiguous from the first byte of Text to the last; at least one
	Meta     map[string]string // front matter / JSON metadata, scalar values only; nil if there is none
	Code     []Code            // parts of Text that are not prose; ascending, no two overlap
	Links    []Link            // links in its content, in order
	Aliases  []string          // former addresses, as its author or a redirect gives them

	// Mark identifies the document. A Store sets it in Load or Keep.
	Mark [16]byte `msgpack:"-"`

	Facets
	Warnings []string // about the file of the document
	HTML     bool
	Wrapped  bool   // the source has no markup: a line of Text may continue in the next
	Marked   bool   // its author marks its content
	Unmarked bool   // its content is the whole body, including the frame of the site
	Named    string // the text of <title>
	Site     string // the name of the site that the page declares
}

// ChangeMark changes the mark of a document that was changed because of other pages, so that a store does not
// confuse it with the earlier document. Equal marks with equal changes give equal marks.
func (d *Document) ChangeMark(change string) {
	sum := sha256.Sum256(append(d.Mark[:], change...))
	copy(d.Mark[:], sum[:])
}

// Facets are properties that an author gives a document beside its text. Keys and values are clean, non-empty lines.
type Facets struct {
	Fields  map[string]string   // metadata that is shown with results; nil for none
	Filters map[string][]string // values to filter by, each once, ascending; nil for none
	Sort    map[string]string   // values to sort by; nil for none
	Boost   float64             // factor of the scores of its passages, above 0 to MaxBoost; 0 means 1
	Weights []Weight            // weights of parts of the text; ascending, no two overlap
}

// Description is the key of Document.Meta for the author's description of the page.
const Description = "description"

// MaxBoost is the greatest boost of a document, MaxWeight the greatest weight of a part of it.
const (
	MaxBoost  = 100
	MaxWeight = 10
)

// Weight is the factor by which a part of a text counts.
type Weight struct {
	Start, End int     // byte range in Document.Text
	Factor     float64 // 0 to MaxWeight
}

// Section is the text under one heading, up to the next heading of any level. If an element with its own headings,
// such as <details>, interrupts the text, the rest is a further section with the same heading.
type Section struct {
	Level      int    // 1..6; 0 for text under no heading
	Heading    string // plain text of at most maxHeading bytes; "" when Level is 0
	Anchor     string // fragment id of the section, without '#'; "" if there is none
	Start, End int    // byte range in Document.Text, heading not included

	// Part is the number of a part of a section that was too long, from 1; 0 for a whole section. Label
	// is the name of a part without a heading. Searches do not find it, because no author wrote it.
	Part  int
	Label string
}

// Name returns the name of a section for readers: its heading, or the label of a part.
func (s *Section) Name() string { return cmp.Or(s.Heading, s.Label) }

// Authored returns the number of sections that authors made. It counts the parts of one section once.
func Authored(sections []Section) (n int) {
	for _, s := range sections {
		if s.Part <= 1 {
			n++
		}
	}
	return n
}

// CutTitle shortens a title that is too long, with a warning.
func (d *Document) CutTitle() {
	if len(d.Title) <= maxHeading {
		return
	}
	end := maxHeading
	for !utf8.RuneStart(d.Title[end]) {
		end--
	}
	d.Warnings = append(d.Warnings, fmt.Sprintf("has a title of %d bytes, of which the first %d are kept", len(d.Title), end))
	d.Title = strings.TrimRight(d.Title[:end], " ")
}

// Cut removes byte ranges from the text: ascending ranges of whole lines. Offsets within a range
// move to the place of the range.
func (d *Document) Cut(ranges [][2]int) {
	var text strings.Builder
	var ends, removed []int // of each range: its end, and the bytes removed up to there
	at, cut := 0, 0
	for _, r := range ranges {
		text.WriteString(d.Text[at:r[0]])
		at, cut = r[1], cut+r[1]-r[0]
		ends, removed = append(ends, at), append(removed, cut)
	}
	text.WriteString(d.Text[at:])
	d.Text = strings.TrimRight(text.String(), "\n")
	move := func(offset int) int {
		i, _ := slices.BinarySearch(ends, offset+1) // the first range that ends after the offset
		to := offset
		if i > 0 {
			to -= removed[i-1]
		}
		if i < len(ranges) {
			to -= max(0, offset-ranges[i][0])
		}
		return min(to, len(d.Text))
	}
	for i := range d.Sections {
		s := &d.Sections[i]
		s.Start, s.End = move(s.Start), move(s.End)
	}
	for i := range d.Weights {
		w := &d.Weights[i]
		w.Start, w.End = move(w.Start), move(w.End)
	}
	for i := range d.Code {
		c := &d.Code[i]
		c.Start, c.End = move(c.Start), move(c.End)
	}
	d.Code = slices.DeleteFunc(d.Code, func(c Code) bool { return c.Start == c.End })
	for i := range d.Links {
		d.Links[i].At = move(d.Links[i].At)
	}
}

// FirstHeading returns the first heading of the level, or "".
func FirstHeading(sections []Section, level int) string {
	for _, s := range sections {
		if s.Level == level {
			return s.Heading
		}
	}
	return ""
}

// AnyHeading returns the first heading of any level, or "".
func AnyHeading(sections []Section) string {
	for _, s := range sections {
		if s.Heading != "" {
			return s.Heading
		}
	}
	return ""
}

// OneSection returns the sections of a text without headings: one.
func OneSection(text string) []Section { return []Section{{End: len(text)}} }
