package document

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mycel/engine/text"
)

// Gap is the white space owed before the next visible character. Gaps that meet
// merge into the strongest, so that nothing is written for empty elements.
type Gap uint8

const (
	GapNone  Gap = iota
	GapSpace     // " "
	GapCell      // " | ", between the cells of a table row
	GapLine      // "\n", between list items, rows and after <br>
	GapBlock     // "\n\n", between paragraphs
)

var gapText = [...]string{GapNone: "", GapSpace: " ", GapCell: " | ", GapLine: "\n", GapBlock: "\n\n"}

// Outline collects the text of a document and its sections. The walkers over HTML
// and Markdown report elements in order; the outline decides on white space.
type Outline struct {
	Text     []byte
	Sections []Section // Start is noText until the section has some

	pending Gap
	held    bool     // pending stands until the next visible character
	apart   bool     // a letter that comes next begins a word
	resumed *Section // its text goes on behind sections that have ended

	Cells int // depth of open table cells; in one, blocks are lines

	Level   int    // of the open heading, 0 if none is open
	heading []byte // its text so far

	weights []weightMark
	code    []Code
	Links   []Link
	places  []placeLink
	inline  int // depth of open inline code
	before  int // parts of code before that which is open

	verbatim int // depth of open preformatted elements
	listing  CodeKind
	pre      []byte // their text so far
}

const noText = -1

// Words adds inline text: white space collapses, what nobody sees is dropped.
func (o *Outline) Words(s string) {
	if o.InVerbatim() {
		o.pre = appendVerbatim(o.pre, s)
		return
	}
	start := -1 // of the run of visible characters that ends at i
	for i, r := range s {
		kind := KindOf(r)
		if kind == Visible {
			if start < 0 {
				start = i
				if o.apart && text.IsWord(r) {
					last, _ := utf8.DecodeLastRune(o.written())
					if text.IsWord(last) {
						o.Gap(GapSpace)
					}
				}
				o.payGap()
			}
			continue
		}
		if start >= 0 {
			o.append(s[start:i])
			start = -1
		}
		if kind != invisible {
			o.Gap(GapSpace)
		}
	}
	if start >= 0 {
		o.append(s[start:])
	}
}

// Gap asks for at least g before what comes next.
func (o *Outline) Gap(g Gap) {
	if o.InVerbatim() {
		if g >= GapLine && len(o.pre) > 0 && o.pre[len(o.pre)-1] != '\n' {
			o.pre = append(o.pre, '\n')
		}
		return
	}
	if g == GapBlock && o.Cells > 0 {
		g = GapLine
	}
	if !o.held {
		o.pending = max(o.pending, g)
	}
}

// SetApart has the letter that comes next begin a word, except in code: nothing is written before a full stop.
func (o *Outline) SetApart() { o.apart = o.inline == 0 }

// Scope is a place in an outline to which its headings come back.
type Scope struct {
	sections int
	resumed  *Section
}

// Scope begins an element with which the headings in it end.
func (o *Outline) Scope() Scope { return Scope{len(o.Sections), o.resumed} }

// EndScope ends the headings in an element: what comes next goes on under the heading before. It reports
// whether there were any.
func (o *Outline) EndScope(s Scope) bool {
	headings := slices.ContainsFunc(o.Sections[s.sections:], func(s Section) bool { return s.Level > 0 })
	if o.Level > 0 || o.InVerbatim() || !headings {
		return false
	}
	before := Section{}
	switch {
	case s.resumed != nil:
		before = *s.resumed
	case s.sections > 0:
		before = o.Sections[s.sections-1]
	}
	before.Start = noText
	o.resumed = &before
	o.Gap(GapBlock)
	return true
}

// LineBreak asks for a new line inside a block.
func (o *Outline) LineBreak() {
	if o.InVerbatim() {
		o.pre = append(o.pre, '\n')
		return
	}
	o.Gap(GapLine)
}

// Hold keeps the gap as it is until some text has come, so that a paragraph that
// opens a list item or a table cell does not tear it from its neighbours.
func (o *Outline) Hold() { o.held = true }

// HoldAt sets the gap to exactly g, and holds it.
func (o *Outline) HoldAt(g Gap) { o.pending, o.held = g, true }

// Release ends a hold that no text has ended.
func (o *Outline) Release() { o.held = false }

// StartHeading begins the heading of a new section. A heading within a heading
// counts as its text: startHeading then returns false, and is not to be ended.
func (o *Outline) StartHeading(level int) bool {
	if o.Level > 0 {
		return false
	}
	o.flushVerbatim()
	o.Level, o.heading = level, o.heading[:0]
	o.pending, o.held = GapNone, false
	return true
}

// maxHeading is the length of the longest title and the longest heading, in bytes. Titles
// and headings are repeated with every passage of a page: without a bound the cost of a
// page would be the product of their length and the number of passages.
const maxHeading = 1000

// EndHeading ends the heading and begins its section. anchor is asked with the heading's text. A heading without text
// makes no section, and one of more than maxHeading bytes is a paragraph.
func (o *Outline) EndHeading(anchor func(heading string) string) {
	heading := norm.NFC.String(string(o.heading))
	level := o.Level
	o.Level = 0
	o.pending, o.held = GapBlock, false
	switch {
	case heading == "":
		return
	case len(heading) > maxHeading:
		o.payGap()
		o.append(string(o.heading))
		o.Gap(GapBlock)
		return
	}
	o.pending, o.resumed = GapNone, nil
	o.Sections = append(o.Sections, Section{Level: level, Heading: heading, Anchor: anchor(heading), Start: noText})
}

// Section begins a section that has no heading of its own in the text.
func (o *Outline) Section(level int, heading, anchor string) {
	o.Sections = append(o.Sections, Section{Level: level, Heading: norm.NFC.String(heading), Anchor: anchor, Start: noText})
	o.pending, o.held, o.resumed = GapNone, false, nil
}

// Open returns the last section if it has no text so far, else nil.
func (o *Outline) Open() *Section {
	if n := len(o.Sections); n > 0 && o.Sections[n-1].Start == noText {
		return &o.Sections[n-1]
	}
	return nil
}

// InVerbatim reports whether white space counts. In a heading it never does.
func (o *Outline) InVerbatim() bool { return o.verbatim > 0 && o.Level == 0 }

// StartVerbatim begins preformatted text of a kind. It can nest.
func (o *Outline) StartVerbatim(kind CodeKind) {
	if o.Level == 0 {
		if o.verbatim == 0 {
			o.listing = kind
		}
		o.Gap(GapBlock)
		o.verbatim++
	}
}

// EndVerbatim ends what startVerbatim began.
func (o *Outline) EndVerbatim() {
	if o.Level > 0 {
		return
	}
	o.Gap(GapLine)
	if o.verbatim == 1 {
		o.flushVerbatim()
	}
	o.verbatim--
}

// flushVerbatim writes the preformatted text without the blank lines around it.
func (o *Outline) flushVerbatim() {
	depth := o.verbatim
	o.verbatim = 0
	block := bytes.TrimRight(o.pre, " \t\n")
	if i := len(block) - len(bytes.TrimLeft(block, " \t\n")); i > 0 {
		block = block[bytes.LastIndexByte(block[:i], '\n')+1:]
	}
	if len(block) > 0 {
		o.payGap()
		start := len(o.Text)
		o.Text = append(o.Text, block...)
		o.mark(start, o.listing)
		o.Gap(GapBlock)
	}
	o.pre = o.pre[:0]
	o.verbatim = depth
}

// append writes visible text.
func (o *Outline) append(s string) {
	if o.Level > 0 {
		o.heading = append(o.heading, s...)
		return
	}
	start := len(o.Text)
	o.Text = append(o.Text, s...)
	if o.inline > 0 {
		o.mark(start, Inline)
	}
}

// Exponent is told that text is raised. After a number it sets a number off from it: 10<sup>5</sup> is 10^5, not 105.
func (o *Outline) Exponent(raised string) {
	raised = strings.TrimLeft(raised, "-−+")
	base := o.written()
	if o.pending == GapNone && raised != "" && IsDigit(raised[0]) && len(base) > 0 && IsDigit(base[len(base)-1]) {
		o.append("^")
	}
}

// written returns the text that the next words follow.
func (o *Outline) written() []byte {
	if o.Level > 0 {
		return o.heading
	}
	return o.Text
}

func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// payGap writes the pending gap, or what takes its place at the beginning of the text, of a section, or in a heading.
func (o *Outline) payGap() {
	g := o.pending
	o.pending, o.held, o.apart = GapNone, false, false
	if o.Level > 0 {
		if g > GapNone && len(o.heading) > 0 {
			o.heading = append(o.heading, ' ')
		}
		return
	}
	if len(o.Sections) == 0 {
		o.Sections = append(o.Sections, Section{Start: noText})
	}
	if o.resumed != nil {
		o.Sections = append(o.Sections, *o.resumed)
		o.resumed = nil
	}
	last := &o.Sections[len(o.Sections)-1]
	if last.Start == noText {
		g = GapBlock
	}
	if len(o.Text) > 0 {
		o.Text = append(o.Text, gapText[g]...)
	}
	if last.Start == noText {
		last.Start = len(o.Text)
	}
}

// Finish returns the text and its sections. The blank line between two sections
// belongs to the earlier one; a section without text begins where it ends.
func (o *Outline) Finish() (string, []Section) {
	o.flushVerbatim()
	if len(o.Sections) == 0 {
		o.Sections = append(o.Sections, Section{})
	}
	written := string(o.Text)
	end := len(written)
	for i := len(o.Sections) - 1; i >= 0; i-- {
		s := &o.Sections[i]
		if s.Start == noText {
			s.Start = end
		}
		s.End = end
		end = s.Start
	}
	o.Sections[0].Start = 0 // text begins with a visible character, so this moves nothing
	return normalize(written, o.Sections)
}

// normalize brings text to normalisation form C and moves the sections with it. Sections begin after a newline, which
// composes with nothing, so they can be normalised one by one.
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
