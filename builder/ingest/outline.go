package ingest

import (
	"bytes"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// gap is the white space owed before the next visible character. Gaps that meet
// merge into the strongest, so that nothing is written for empty elements.
type gap uint8

const (
	gapNone  gap = iota
	gapSpace     // " "
	gapCell      // " | ", between the cells of a table row
	gapLine      // "\n", between list items, rows and after <br>
	gapBlock     // "\n\n", between paragraphs
)

var gapText = [...]string{gapNone: "", gapSpace: " ", gapCell: " | ", gapLine: "\n", gapBlock: "\n\n"}

// outline collects the text of a document and its sections. The walkers over HTML
// and Markdown say what they see; outline decides on white space.
type outline struct {
	text     []byte
	sections []Section // Start is noText until the section has some

	pending gap
	held    bool // pending stands until the next visible character

	cells int // depth of open table cells; in one, blocks are lines

	level   int    // of the open heading, 0 if none is open
	heading []byte // its text so far

	weights []weightMark
	code    []Code
	links   []Link
	inline  int // depth of open inline code

	verbatim int // depth of open preformatted elements
	listing  CodeKind
	pre      []byte // their text so far
}

const noText = -1

// words adds inline text: white space collapses, what nobody sees is dropped.
func (o *outline) words(s string) {
	if o.inVerbatim() {
		o.pre = appendVerbatim(o.pre, s)
		return
	}
	start := -1 // of the run of visible characters that ends at i
	for i, r := range s {
		kind := kindOf(r)
		if kind == visible {
			if start < 0 {
				start = i
				o.payGap()
			}
			continue
		}
		if start >= 0 {
			o.append(s[start:i])
			start = -1
		}
		if kind != invisible {
			o.gap(gapSpace)
		}
	}
	if start >= 0 {
		o.append(s[start:])
	}
}

// gap asks for at least g before what comes next.
func (o *outline) gap(g gap) {
	if o.inVerbatim() {
		if g >= gapLine && len(o.pre) > 0 && o.pre[len(o.pre)-1] != '\n' {
			o.pre = append(o.pre, '\n')
		}
		return
	}
	if g == gapBlock && o.cells > 0 {
		g = gapLine
	}
	if !o.held {
		o.pending = max(o.pending, g)
	}
}

// lineBreak asks for a new line inside a block.
func (o *outline) lineBreak() {
	if o.inVerbatim() {
		o.pre = append(o.pre, '\n')
		return
	}
	o.gap(gapLine)
}

// hold keeps the gap as it is until some text has come, so that a paragraph that
// opens a list item or a table cell does not tear it from its neighbours.
func (o *outline) hold() { o.held = true }

// holdAt sets the gap to exactly g, and holds it.
func (o *outline) holdAt(g gap) { o.pending, o.held = g, true }

// release ends a hold that no text has ended.
func (o *outline) release() { o.held = false }

// startHeading begins the heading of a new section. A heading within a heading
// counts as its text: startHeading then returns false, and is not to be ended.
func (o *outline) startHeading(level int) bool {
	if o.level > 0 {
		return false
	}
	o.flushVerbatim()
	o.level, o.heading = level, o.heading[:0]
	o.pending, o.held = gapNone, false
	return true
}

// maxHeading is the length of the longest title and the longest heading, in bytes. Titles
// and headings are repeated with every passage of a page: without a bound the cost of a
// page would be the product of their length and the number of passages.
const maxHeading = 1000

// endHeading ends the heading and begins its section. anchor is asked with the
// heading's text. A heading without text makes no section, and one of more than maxHeading
// bytes is a paragraph.
func (o *outline) endHeading(anchor func(heading string) string) {
	heading := norm.NFC.String(string(o.heading))
	level := o.level
	o.level = 0
	o.pending, o.held = gapBlock, false
	switch {
	case heading == "":
		return
	case len(heading) > maxHeading:
		o.payGap()
		o.append(string(o.heading))
		o.gap(gapBlock)
		return
	}
	o.pending = gapNone
	o.sections = append(o.sections, Section{Level: level, Heading: heading, Anchor: anchor(heading), Start: noText})
}

// section begins a section that has no heading of its own in the text.
func (o *outline) section(level int, heading, anchor string) {
	o.sections = append(o.sections, Section{Level: level, Heading: norm.NFC.String(heading), Anchor: anchor, Start: noText})
	o.pending, o.held = gapNone, false
}

// openHeading returns the heading of a section that has no text so far, or "".
func (o *outline) openHeading() string {
	if n := len(o.sections); n > 0 && o.sections[n-1].Start == noText {
		return o.sections[n-1].Heading
	}
	return ""
}

// anchorHeading has the section with the openHeading be reached by another anchor.
func (o *outline) anchorHeading(anchor string) { o.sections[len(o.sections)-1].Anchor = anchor }

// inVerbatim reports whether white space counts. In a heading it never does.
func (o *outline) inVerbatim() bool { return o.verbatim > 0 && o.level == 0 }

// startVerbatim begins preformatted text of a kind. It can nest.
func (o *outline) startVerbatim(kind CodeKind) {
	if o.level == 0 {
		if o.verbatim == 0 {
			o.listing = kind
		}
		o.gap(gapBlock)
		o.verbatim++
	}
}

// endVerbatim ends what startVerbatim began.
func (o *outline) endVerbatim() {
	if o.level > 0 {
		return
	}
	o.gap(gapLine)
	if o.verbatim == 1 {
		o.flushVerbatim()
	}
	o.verbatim--
}

// flushVerbatim writes the preformatted text without the blank lines around it.
func (o *outline) flushVerbatim() {
	depth := o.verbatim
	o.verbatim = 0
	block := bytes.TrimRight(o.pre, " \t\n")
	if i := len(block) - len(bytes.TrimLeft(block, " \t\n")); i > 0 {
		block = block[bytes.LastIndexByte(block[:i], '\n')+1:]
	}
	if len(block) > 0 {
		o.payGap()
		start := len(o.text)
		o.text = append(o.text, block...)
		o.mark(start, o.listing)
		o.gap(gapBlock)
	}
	o.pre = o.pre[:0]
	o.verbatim = depth
}

// append writes visible text.
func (o *outline) append(s string) {
	if o.level > 0 {
		o.heading = append(o.heading, s...)
		return
	}
	start := len(o.text)
	o.text = append(o.text, s...)
	if o.inline > 0 {
		o.mark(start, Inline)
	}
}

// exponent is told that text is raised. After a number it sets a number off from it:
// 10<sup>5</sup> is 10^5, not 105.
func (o *outline) exponent(text string) {
	text = strings.TrimLeft(text, "-−+")
	base := o.text
	if o.level > 0 {
		base = o.heading
	}
	if o.pending == gapNone && text != "" && isDigit(text[0]) && len(base) > 0 && isDigit(base[len(base)-1]) {
		o.append("^")
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// payGap writes the pending gap, or what takes its place at the beginning of the
// text, of a section, or in a heading.
func (o *outline) payGap() {
	g := o.pending
	o.pending, o.held = gapNone, false
	if o.level > 0 {
		if g > gapNone && len(o.heading) > 0 {
			o.heading = append(o.heading, ' ')
		}
		return
	}
	if len(o.sections) == 0 {
		o.sections = append(o.sections, Section{Start: noText})
	}
	last := &o.sections[len(o.sections)-1]
	if last.Start == noText {
		g = gapBlock
	}
	if len(o.text) > 0 {
		o.text = append(o.text, gapText[g]...)
	}
	if last.Start == noText {
		last.Start = len(o.text)
	}
}

// finish returns the text and its sections. The blank line between two sections
// belongs to the earlier one; a section without text begins where it ends.
func (o *outline) finish() (string, []Section) {
	o.flushVerbatim()
	if len(o.sections) == 0 {
		o.sections = append(o.sections, Section{})
	}
	text := string(o.text)
	end := len(text)
	for i := len(o.sections) - 1; i >= 0; i-- {
		s := &o.sections[i]
		if s.Start == noText {
			s.Start = end
		}
		s.End = end
		end = s.Start
	}
	o.sections[0].Start = 0 // text begins with a visible character, so this moves nothing
	return normalize(text, o.sections)
}

// normalize brings text to normalisation form C and moves the sections with it.
// Sections begin after a newline, which composes with nothing, so they can be
// normalised one by one.
func normalize(text string, sections []Section) (string, []Section) {
	if norm.NFC.IsNormalString(text) {
		return text, sections
	}
	var out []byte
	for i := range sections {
		s := &sections[i]
		from := len(out)
		out = norm.NFC.AppendString(out, text[s.Start:s.End])
		s.Start, s.End = from, len(out)
	}
	return string(out), sections
}
