package document

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"mycel/builder/address"
)

// LinkLists finds lists of links to places of their own page. A list of the page's own headings repeats them,
// and is no text.
type LinkLists struct {
	depth    int
	open     linkList
	finished []linkList
}

// linkList is an outermost list.
type linkList struct {
	start, end int // in Outline.Text
	sections   int // before it
	targets    []string
	labels     []string
	linked     int  // letters of the labels
	elsewhere  bool // a link leads to another page
}

// Open begins a list.
func (l *LinkLists) Open(o *Outline) {
	if l.depth++; l.depth == 1 {
		l.open = linkList{start: len(o.Text), sections: len(o.Sections)}
	}
}

// Close ends a list.
func (l *LinkLists) Close(o *Outline) {
	if l.depth--; l.depth > 0 {
		return
	}
	x := l.open
	x.end = len(o.Text)
	headed := slices.ContainsFunc(o.Sections[x.sections:], func(s Section) bool { return s.Level > 0 })
	const share = 0.8 // of the letters in links
	if len(x.targets) > 1 && !x.elsewhere && !headed && float64(x.linked) >= share*float64(letters(string(o.Text[x.start:]))) {
		l.finished = append(l.finished, x)
	}
}

// link notes a link.
func (l *LinkLists) link(target, label string) {
	if l.depth == 0 || label == "" {
		return
	}
	fragment, here := strings.CutPrefix(target, "#")
	if !here {
		l.open.elsewhere = true
		return
	}
	l.open.targets, l.open.labels = append(l.open.targets, fragment), append(l.open.labels, norm.NFC.String(label))
	l.open.linked += letters(label)
}

// letters counts the letters of s.
func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// LeaveOut cuts the lists of a page's own headings out of the document that was made of an outline: most of their
// links lead to a section, or are named as one is.
func (l *LinkLists) LeaveOut(o *Outline, d *Document) {
	if len(l.finished) == 0 {
		return
	}
	known := map[string]bool{}
	for _, s := range d.Sections {
		if s.Level > 0 {
			known["#"+s.Anchor], known[s.Heading] = true, true
		}
	}
	var ranges [][2]int
	raw := string(o.Text)
	for _, x := range l.finished {
		found := 0
		for i, target := range x.targets {
			if known["#"+target] || known["#"+address.Decoded(target)] || known[x.labels[i]] {
				found++
			}
		}
		if 4*found >= 3*len(x.targets) {
			ranges = append(ranges, linesOf(raw, x.start, x.end, d.Text))
		}
	}
	if len(ranges) > 0 {
		d.Cut(ranges)
	}
}

// linesOf returns where the whole lines of a range of the outline are in its finished text.
func linesOf(raw string, start, end int, text string) [2]int {
	if !norm.NFC.IsNormalString(raw) {
		start, end = len(norm.NFC.String(raw[:start])), len(norm.NFC.String(raw[:end]))
	}
	for start < end && text[start] == '\n' {
		start++
	}
	for end < len(text) && text[end] == '\n' {
		end++
	}
	return [2]int{start, end}
}
