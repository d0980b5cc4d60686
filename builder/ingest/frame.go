package ingest

import (
	"cmp"
	"encoding/binary"
	"path"
	"slices"
	"strings"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/html"
)

// The frame of a site is the text that its pages repeat around their content: the name of the site, menus, copyright.
// Most sites mark their content in HTML. Inside it, lines that nearly all pages repeat are frame too: links to the
// editor, questions whether the page was helpful. On other sites the whole frame is found by its repetition.
//
// Repetitions are counted in groups of pages: all pages, those of one language, and those of one folder.

const (
	framePages    = 4   // least number of pages with the same line
	lineShare     = 4   // the least part of the pages with a line is 1/lineShare
	headingShare  = 2   // the least part of the pages with a heading is 1/headingShare
	markedShare   = 0.9 // the least part of the pages with a line, if pages mark their content
	frameGaps     = 2   // how many lines of the page itself may lie in the frame, such as its path
	maxFrameBytes = 300
)

// frameDepth is the number of lines and headings that are first counted at each end of a page. If all are in the
// frame, more are counted.
const frameDepth = 40

// leaveOutFrame removes the frame of pages. If pages do not mark their content, their titles are found in the
// remaining text.
func leaveOutFrame(c *document.Corpus) {
	pages := make([]*framed, 0, len(c.Documents))
	for i := range c.Documents {
		if d := &c.Documents[i]; d.HTML {
			pages = append(pages, &framed{doc: d})
		}
	}
	groupPages(pages)
	for depth := frameDepth; len(pages) > 0; depth *= 4 {
		head, tail := newFrameLines(), newFrameLines()
		for _, count := range []func(f *frameLines, p *framed, lines []frameLine){(*frameLines).sight, (*frameLines).count} {
			for _, p := range pages {
				first, last := p.ends(depth)
				count(head, p, first)
				count(tail, p, last)
			}
		}
		var deeper []*framed
		for _, p := range pages {
			first, last := p.ends(depth)
			top, bottom := head.run(p, first, true), tail.run(p, last, false)
			if len(first) == depth && max(len(top), len(bottom)) >= depth-frameGaps-1 {
				deeper = append(deeper, p)
			} else {
				p.cut(top, bottom)
			}
		}
		pages = deeper
	}
}

// framed is a page with its groups.
type framed struct {
	doc    *document.Document
	groups []*frameGroup
}

// frameGroup is a group of pages that may share lines.
type frameGroup struct{ pages uint32 }

// groupPages puts each page into groups: all pages, its language, its folder, and every folder above.
func groupPages(pages []*framed) {
	groups := map[string]*frameGroup{}
	join := func(p *framed, name string) {
		g := groups[name]
		if g == nil {
			g = &frameGroup{}
			groups[name] = g
		}
		g.pages++
		p.groups = append(p.groups, g)
	}
	for _, p := range pages {
		kind := "body/"
		if !p.doc.Unmarked {
			kind = "main/"
		}
		join(p, kind)
		join(p, kind+"lang:"+p.doc.Lang)
		join(p, kind+"in:"+path.Dir(p.doc.ID))
		for folder := path.Dir(p.doc.ID); folder != "." && folder != "/"; folder = path.Dir(folder) {
			join(p, kind+folder)
		}
	}
	for _, p := range pages {
		var kept []*frameGroup
		for i, g := range p.groups {
			// A folder with the same pages as the folder around it adds no information.
			if repeats := i > 2 && g.pages == p.groups[i-1].pages; g.pages >= framePages && !repeats {
				kept = append(kept, g)
			}
		}
		p.groups = kept
	}
}

// frameLine is a line of a page or the heading of a section.
type frameLine struct {
	heading    bool
	section    int
	start, end int // byte range in the text including line breaks; empty for a heading
	code       bool
}

// ends returns the first lines and headings of a page, and the last ones in reverse order.
func (p *framed) ends(depth int) (head, tail []frameLine) {
	d := p.doc
	inCode := func(start, end int) bool {
		i, _ := slices.BinarySearchFunc(d.Code, start, func(c document.Code, at int) int { return cmp.Compare(c.End, at+1) })
		return i < len(d.Code) && d.Code[i].Start < end && d.Code[i].Kind != document.Inline
	}
	for i := 0; i < len(d.Sections) && len(head) < depth; i++ {
		s := d.Sections[i]
		if s.Level > 0 {
			head = append(head, frameLine{heading: true, section: i, start: s.Start, end: s.Start})
		}
		for at := s.Start; at < s.End && len(head) < depth; {
			end := document.LineEnd(d.Text, at, s.End)
			head = append(head, frameLine{section: i, start: at, end: end, code: inCode(at, end)})
			at = end
		}
	}
	for i := len(d.Sections) - 1; i >= 0 && len(tail) < depth; i-- {
		s := d.Sections[i]
		for end := s.End; end > s.Start && len(tail) < depth; {
			text := strings.TrimRight(d.Text[s.Start:end], "\n")
			at := s.Start + strings.LastIndexByte(text, '\n') + 1
			tail = append(tail, frameLine{section: i, start: at, end: end, code: inCode(at, end)})
			end = at
		}
		if s.Level > 0 && len(tail) < depth {
			tail = append(tail, frameLine{heading: true, section: i, start: s.Start, end: s.Start})
		}
	}
	return head, tail
}

// key returns a hash of a line in which all numbers are 0, because dates and versions differ
// from page to page. It is 0 for code and long lines, which are content.
func (p *framed) key(l frameLine) uint64 {
	line := strings.TrimRight(p.doc.Text[l.start:l.end], "\n")
	if l.heading {
		line = p.doc.Sections[l.section].Heading
	}
	if l.code || line == "" || len(line) > maxFrameBytes {
		return 0
	}
	h, digit := uint64(0xcbf29ce484222325), false // FNV-1a
	for i := range len(line) {
		c := line[i]
		if isDigit := '0' <= c && c <= '9'; isDigit && digit {
			continue
		} else if digit = isDigit; digit {
			c = '0'
		}
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	if l.heading {
		h ^= 1 << 63
	}
	return max(h, 1)
}

// frameLines counts the pages with each line at one end.
type frameLines struct {
	sighted []uint8 // by the lower bits of a key: how many pages have such a line, up to framePages
	counts  map[frameID]uint32
}

type frameID struct {
	key   uint64
	group *frameGroup
}

const sightedBits = 20

func newFrameLines() *frameLines {
	return &frameLines{make([]uint8, 1<<sightedBits), map[frameID]uint32{}}
}

// sight records lines, so that count can skip lines of few pages.
func (f *frameLines) sight(p *framed, lines []frameLine) {
	for _, key := range p.distinct(lines) {
		if at := key & (1<<sightedBits - 1); f.sighted[at] < framePages {
			f.sighted[at]++
		}
	}
}

// count counts the lines of a page in its groups.
func (f *frameLines) count(p *framed, lines []frameLine) {
	for _, key := range p.distinct(lines) {
		if f.sighted[key&(1<<sightedBits-1)] == framePages {
			for _, g := range p.groups {
				f.counts[frameID{key, g}]++
			}
		}
	}
}

// distinct returns the different keys of lines.
func (p *framed) distinct(lines []frameLine) (keys []uint64) {
	for _, l := range lines {
		if key := p.key(l); key != 0 {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// isRepeated reports whether at least a share of the pages of a group have a line.
func (f *frameLines) isRepeated(p *framed, l frameLine, share float64) bool {
	key := p.key(l)
	return key != 0 && slices.ContainsFunc(p.groups, func(g *frameGroup) bool {
		return float64(f.counts[frameID{key, g}]) >= max(framePages, share*float64(g.pages))
	})
}

// run returns the lines and headings that belong to the frame at one end of a page. The frame ends
// at a heading that other pages lack, or at the third line that other pages lack. The title of the
// page or its own lines may precede it, if nearly all pages have the next line.
func (f *frameLines) run(p *framed, lines []frameLine, head bool) (run []frameLine) {
	share := func(l frameLine) float64 {
		switch {
		case !p.doc.Unmarked:
			return markedShare
		case l.heading:
			return 1. / headingShare
		}
		return 1. / lineShare
	}
	gaps := 0
	for i, l := range lines {
		if (p.doc.Unmarked || !l.heading || !head) && f.isRepeated(p, l, share(l)) || p.isTool(l) && !(l.heading && head) {
			run = append(run, l)
			continue
		}
		if gaps++; gaps > frameGaps || l.code || i+1 == len(lines) {
			break
		}
		next := lines[i+1]
		isTitle := l.heading && head && len(run) == i && l.section <= 1
		if l.heading && !isTitle || next.heading && isTitle {
			break
		}
		if len(run) == 0 || isTitle {
			if !f.isRepeated(p, next, markedShare) && !p.isTool(next) {
				break
			}
		} else if !f.isRepeated(p, next, share(next)) && !p.isTool(next) {
			break
		}
	}
	return run
}

// toolLines are beginnings of lines in which site tools address readers.
var toolLines = strings.Split("was this page helpful|was this helpful|was this article helpful|did this page help|is this page helpful|"+
	"did you find this page helpful|how helpful was this page|edit this page|edit on github|suggest an edit|suggest edits|suggest changes to this page|"+
	"view page source|view source on github|report a problem with this page|report an issue with this page|back to top", "|")

// isTool reports whether a line begins with one of toolLines.
func (p *framed) isTool(l frameLine) bool {
	const longest = 80
	line := p.doc.Text[l.start:l.end]
	if l.heading {
		line = p.doc.Sections[l.section].Heading
	}
	return len(line) <= longest && slices.ContainsFunc(toolLines, func(begin string) bool {
		return len(line) >= len(begin) && strings.EqualFold(line[:len(begin)], begin)
	})
}

// cut removes lines and headings from a page.
func (p *framed) cut(head, tail []frameLine) {
	d := p.doc
	lines := slices.Concat(head, withWholeSections(d, tail))
	if len(lines) == 0 {
		return
	}
	// A heading has an empty range, so it sorts before the line at the same offset.
	slices.SortFunc(lines, func(a, b frameLine) int { return cmp.Or(a.start-b.start, a.end-b.end) })
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
	marked := d.Title != html.Title(d) // the author marked the title
	if !d.Unmarked && isWhole(d.Text, ranges) {
		return // the author marked this text as content
	}
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

// isWhole reports whether ranges cover all of a text.
func isWhole(text string, ranges [][2]int) bool {
	n := 0
	for _, r := range ranges {
		n += r[1] - r[0]
	}
	return n >= len(text)
}

// withWholeSections returns tail without the headings whose sections keep some text.
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

// cutKey returns the same string for equal lines only.
func cutKey(lines []frameLine) string {
	var key []byte
	for _, l := range lines {
		for _, n := range []int{l.section, l.start, l.end} {
			key = binary.AppendUvarint(key, uint64(n))
		}
	}
	return string(key)
}
