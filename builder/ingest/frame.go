package ingest

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/html"
)

// The frame of a site is the text that its pages repeat around their content: the name of the
// site, menus, copyright. Most sites mark their content in HTML. Of a site that does not, the
// frame is found by its repetition.

const (
	framePages    = 4  // least number of pages with the same line
	lineShare     = 4  // one of so many pages has the line
	headingShare  = 2  // one of so many pages has the heading
	frameDepth    = 40 // lines and headings at each end of a page that may be of the frame
	frameGaps     = 2  // lines of a page's own between lines of the frame, such as its path
	maxFrameBytes = 300
)

// leaveOutFrame leaves out the frame of pages that do not mark their content, if at least
// framePages pages are such pages. Their titles then come from the rest.
func leaveOutFrame(c *document.Corpus) {
	var pages []*framed
	for i := range c.Documents {
		if d := &c.Documents[i]; d.Unmarked {
			pages = append(pages, newFramed(d))
		}
	}
	if len(pages) < framePages {
		return
	}
	head, tail := frameLines{}, frameLines{}
	for _, p := range pages {
		head.count(p.head)
		tail.count(p.tail)
	}
	for _, p := range pages {
		p.cut(head.run(p.head, len(pages)), tail.run(p.tail, len(pages)))
	}
}

// framed is a page with its lines and headings at both ends. Those of the tail stand
// in reverse order.
type framed struct {
	doc        *document.Document
	head, tail []frameLine
}

// frameLine is a line of a page or the heading of a section.
type frameLine struct {
	key        string // equal for lines that differ in digits only
	heading    bool
	section    int
	start, end int // byte range in the text with the line breaks behind it; empty for a heading
	code       bool
}

func newFramed(d *document.Document) *framed {
	p := &framed{doc: d}
	code := d.Code
	for i, s := range d.Sections {
		if s.Level > 0 {
			p.add(frameLine{key: s.Heading, heading: true, section: i, start: s.Start, end: s.Start})
		}
		for at := s.Start; at < s.End; {
			line, _, _ := strings.Cut(d.Text[at:s.End], "\n")
			end := at + len(line)
			for end < s.End && d.Text[end] == '\n' {
				end++
			}
			for len(code) > 0 && code[0].End <= at {
				code = code[1:]
			}
			inCode := len(code) > 0 && code[0].Start < end && code[0].Kind != document.Inline
			p.add(frameLine{key: frameKey(line), section: i, start: at, end: end, code: inCode})
			at = end
		}
	}
	slices.Reverse(p.tail)
	return p
}

// add adds a line or a heading at the end of the page.
func (p *framed) add(l frameLine) {
	if len(p.head) < frameDepth {
		p.head = append(p.head, l)
	}
	if len(p.tail) == 2*frameDepth {
		p.tail = slices.Delete(p.tail, 0, frameDepth)
	}
	p.tail = append(p.tail, l)
}

// frameKey returns the line with all its numbers as 0: dates and versions differ from page to
// page. Long lines are content and have none.
func frameKey(line string) string {
	if len(line) > maxFrameBytes {
		return ""
	}
	var key strings.Builder
	digit := false
	for _, r := range line {
		if !unicode.IsDigit(r) {
			key.WriteRune(r)
		} else if !digit {
			key.WriteByte('0')
		}
		digit = unicode.IsDigit(r)
	}
	return key.String()
}

// frameLines counts the pages that have a line at one end.
type frameLines map[frameID]int

type frameID struct {
	key     string
	heading bool
}

func (f frameLines) count(lines []frameLine) {
	seen := map[frameID]bool{}
	for _, l := range lines[:min(len(lines), frameDepth)] {
		if id := (frameID{l.key, l.heading}); !l.code && l.key != "" && !seen[id] {
			seen[id] = true
			f[id]++
		}
	}
}

// run returns the lines and headings of a page that are part of the frame at one end. The frame
// ends at a heading that other pages lack, or at the third such line.
func (f frameLines) run(lines []frameLine, pages int) (run []frameLine) {
	lines = lines[:min(len(lines), frameDepth)]
	repeated := func(i int) bool {
		l := lines[i]
		share := lineShare
		if l.heading {
			share = headingShare
		}
		return !l.code && f[frameID{l.key, l.heading}] >= max(framePages, (pages+share-1)/share)
	}
	gaps := 0
	for i, l := range lines {
		if repeated(i) {
			run = append(run, l)
			continue
		}
		if gaps++; i == 0 || gaps > frameGaps || l.heading || l.code || i+1 == len(lines) || !repeated(i+1) {
			break
		}
	}
	return run
}

// cut takes lines and headings out of a page.
func (p *framed) cut(head, tail []frameLine) {
	d := p.doc
	lines := slices.Concat(head, withWholeSections(d, tail))
	if len(lines) == 0 {
		return
	}
	slices.SortFunc(lines, func(a, b frameLine) int { return a.start - b.start })
	lines = slices.CompactFunc(lines, func(a, b frameLine) bool { return a == b })
	var ranges [][2]int
	headings := map[int]bool{}
	for _, l := range lines {
		if l.heading {
			headings[l.section] = true
		} else {
			ranges = append(ranges, [2]int{l.start, l.end})
		}
	}
	marked := d.Title != html.Title(d) // by its author
	d.Cut(ranges)
	var kept []document.Section
	for i, s := range d.Sections {
		switch {
		case !headings[i]:
			kept = append(kept, s)
		case s.Start == s.End:
		case len(kept) > 0:
			kept[len(kept)-1].End = s.End
		default:
			kept = append(kept, document.Section{Start: s.Start, End: s.End})
		}
	}
	if len(kept) == 0 {
		kept = document.OneSection(d.Text)
	}
	d.Sections = kept
	if !marked {
		d.Title = html.Title(d)
	}
	d.ChangeMark(cutKey(lines))
}

// withWholeSections leaves out the headings whose sections keep some of their text.
func withWholeSections(d *document.Document, tail []frameLine) []frameLine {
	bytes := map[int]int{}
	for _, l := range tail {
		bytes[l.section] += l.end - l.start
	}
	return slices.DeleteFunc(slices.Clone(tail), func(l frameLine) bool {
		s := d.Sections[l.section]
		return l.heading && bytes[l.section] < s.End-s.Start
	})
}

// cutKey is equal for the same lines only.
func cutKey(lines []frameLine) string {
	var key []byte
	for _, l := range lines {
		for _, n := range []int{l.section, l.start, l.end} {
			key = binary.AppendUvarint(key, uint64(n))
		}
	}
	return string(key)
}
