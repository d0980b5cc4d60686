package document

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mycel/engine/text"
)

// Gap is the white space before the next visible character. Of several gaps
// the strongest counts, so that empty elements write nothing.
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
// and Markdown report elements in order; the outline writes the white space.
type Outline struct {
	Text     []byte
	Sections []Section // Start is noText until the section has some

	pending Gap
	held    bool     // pending does not change until the next visible character
	apart   bool     // the next letter begins a word
	resumed *Section // section whose text continues after the sections of an element

	Cells int // depth of open table cells; inside, blocks become lines

	Level   int    // of the open heading, 0 if none is open
	heading []byte // its text so far

	weights []weightMark
	code    []Code
	Links   []Link
	places  []placeLink
	inline  int // depth of open inline code
	before  int // number of parts of code before the open one

	verbatim int // depth of open preformatted elements
	listing  CodeKind
	pre      []byte // their text so far
}

const noText = -1

// Words adds inline text: it collapses white space and drops invisible characters.
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

// Gap asks for at least g before the next text.
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

// SetApart makes the next letter begin a word, except in code. Punctuation is not separated.
func (o *Outline) SetApart() { o.apart = o.inline == 0 }

// Scope is a position to whose heading an outline can return.
type Scope struct {
	sections int
	resumed  *Section
}

// Scope begins an element whose headings end with it.
func (o *Outline) Scope() Scope { return Scope{len(o.Sections), o.resumed} }

// EndScope ends the headings of an element: the next text belongs to the heading before it. It reports
// whether the element had headings.
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

// Hold keeps the gap until the next text, so that a paragraph at the start of a list
// item or a table cell does not separate it from its neighbours.
func (o *Outline) Hold() { o.held = true }

// HoldAt sets the gap to exactly g, and holds it.
func (o *Outline) HoldAt(g Gap) { o.pending, o.held = g, true }

// Release ends a hold without text.
func (o *Outline) Release() { o.held = false }

// StartHeading begins the heading of a new section. A heading within a heading
// is a part of its text: StartHeading then returns false, and EndHeading must not be called.
func (o *Outline) StartHeading(level int) bool {
	if o.Level > 0 {
		return false
	}
	o.flushVerbatim()
	o.Level, o.heading = level, o.heading[:0]
	o.pending, o.held = GapNone, false
	return true
}

// maxHeading is the length of the longest title and heading, in bytes. Every passage of a
// page repeats them: without a limit, the cost of a page would be their length times the
// number of passages.
const maxHeading = 1000

// EndHeading ends the heading and begins its section. anchor returns the anchor for the text of the heading. A
// heading without text makes no section, and one of more than maxHeading bytes is a paragraph.
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

// Section begins a section whose heading is not in the text.
func (o *Outline) Section(level int, heading, anchor string) {
	o.Sections = append(o.Sections, Section{Level: level, Heading: norm.NFC.String(heading), Anchor: anchor, Start: noText})
	o.pending, o.held, o.resumed = GapNone, false, nil
}

// Open returns the last section if it has no text yet, else nil.
func (o *Outline) Open() *Section {
	if n := len(o.Sections); n > 0 && o.Sections[n-1].Start == noText {
		return &o.Sections[n-1]
	}
	return nil
}

// InVerbatim reports whether white space is kept. In a heading it never is.
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

// EndVerbatim ends the text that StartVerbatim began.
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

// flushVerbatim writes the preformatted text without blank lines at its ends.
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

// Exponent announces raised text. Between two numbers it writes a sign: 10<sup>5</sup> is 10^5, not 105.
func (o *Outline) Exponent(raised string) {
	raised = strings.TrimLeft(raised, "-−+")
	base := o.written()
	if o.pending == GapNone && raised != "" && IsDigit(raised[0]) && len(base) > 0 && IsDigit(base[len(base)-1]) {
		o.append("^")
	}
}

// written returns the text before the next words.
func (o *Outline) written() []byte {
	if o.Level > 0 {
		return o.heading
	}
	return o.Text
}

func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// payGap writes the pending gap. It writes none at the beginning of the text or of a section, and a space in a
// heading.
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

// Finish returns the text and its sections. A blank line between two sections
// belongs to the first. A section without text begins where it ends.
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
	o.Sections[0].Start = 0 // text begins with a visible character, so no character moves
	return normalize(written, o.Sections)
}

// normalize brings text to normalisation form C and adapts the sections. Sections begin after a newline, which never
// composes, so each can be normalised separately.
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
