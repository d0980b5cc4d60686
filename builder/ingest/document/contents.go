package document

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"mycel/builder/address"
)

// placeLink is a link to a place of its own page.
type placeLink struct {
	at            int // in Outline.Text: its label comes next, behind white space
	target, label string
}

// contentsTitle is the line above a page's list of its headings, which is no heading itself.
var contentsTitle = regexp.MustCompile(`(?i)^\PL*(table of contents|contents|on this page|in this article)\PL*$`)

// LeaveOutContents cuts the lists of a page's own headings out of the document that was made of the outline,
// whatever elements they are written with: such a list repeats the headings, and is no text. A list of them with words beside
// each keeps these, and weighs less.
func (d *Document) LeaveOutContents(o *Outline) {
	links := placesIn(d.Text, o)
	if len(links) == 0 {
		return
	}
	lines := d.placeLines(links)
	d.weighMembers(lines)
	d.Cut(contentsRanges(lines))
}

// placeLine is a line of a document with its links to places of the page.
type placeLine struct {
	start, end      int // with the line breaks behind it
	section         int
	text            string
	links, headings int  // to places, and to those that are headings
	isLink          bool // it has hardly a letter beside its links
	isEntry         bool // it or one of its cells begins with a link to a heading
}

// placeLines returns the lines of the document. Links are ascending by place.
func (d *Document) placeLines(links []placeLink) (lines []placeLine) {
	const share = 0.8 // of the letters of a line in links
	headings, begins := map[string]bool{}, map[int]int{}
	for i, s := range d.Sections {
		begins[s.Start] = i
		if s.Level > 0 {
			headings["#"+s.Anchor], headings[s.Heading] = true, true
		}
	}
	section := 0
	for at := 0; at < len(d.Text); {
		l := placeLine{start: at, end: LineEnd(d.Text, at, len(d.Text))}
		l.text = strings.TrimRight(d.Text[l.start:l.end], "\n")
		if i, ok := begins[at]; ok {
			section = i
		}
		l.section = section
		linked := 0 // letters
		for ; len(links) > 0 && links[0].at < l.start+len(l.text); links = links[1:] {
			target, label := links[0].target, links[0].label
			l.links, linked = l.links+1, linked+letters(label)
			if headings["#"+target] || headings["#"+address.Decoded(target)] || headings[label] {
				l.headings++
				l.isEntry = l.isEntry || strings.HasPrefix(l.text, label) || strings.Contains(l.text, gapText[GapCell]+label)
			}
		}
		l.isLink = l.links > 0 && float64(linked) >= share*float64(letters(l.text))
		lines, at = append(lines, l), l.end
	}
	return lines
}

// LineEnd returns where the line of text[:end] at a place ends, with the line breaks behind it.
func LineEnd(text string, at, end int) int {
	if i := strings.IndexByte(text[at:end], '\n'); i >= 0 {
		end = at + i + len(text[at+i:end]) - len(strings.TrimLeft(text[at+i:end], "\n"))
	}
	return end
}

// contentsRanges returns the runs of lines that are links, if most of these lead to headings. A line with two links may be
// "Type: Map or List".
func contentsRanges(lines []placeLine) (ranges [][2]int) {
	var run struct{ start, end, lines, links, headings int }
	finish := func() {
		if run.lines+run.links > 3 && 4*run.headings >= 3*run.links {
			ranges = append(ranges, [2]int{run.start, run.end})
		}
		run.lines, run.links, run.headings = 0, 0, 0
	}
	above := -1 // the line before, if it is no link
	for i, l := range lines {
		if i > 0 && l.section != lines[i-1].section {
			finish()
			above = -1
		}
		// A title belongs to the list below it, and so does a name above its members.
		belongs := above >= 0 && l.isLink && (contentsTitle.MatchString(lines[above].text) || strings.HasPrefix(l.text, lines[above].text))
		if above >= 0 && !belongs {
			finish()
		}
		if !l.isLink {
			above = i
			continue
		}
		if run.links == 0 {
			run.start = l.start
			if belongs {
				run.start = lines[above].start
			}
		}
		above = -1
		run.end, run.lines, run.links, run.headings = l.end, run.lines+1, run.links+l.links, run.headings+l.headings
	}
	finish()
	return ranges
}

// weighMembers gives less weight to the sections that are lists of sections of the page.
func (d *Document) weighMembers(lines []placeLine) {
	entries, all := make([]int, len(d.Sections)), make([]int, len(d.Sections))
	for _, l := range lines {
		all[l.section]++
		if l.isEntry {
			entries[l.section]++
		}
	}
	for i, s := range d.Sections {
		if entries[i] >= leastMembers && membersShare*entries[i] >= all[i] {
			d.WeighList(s)
		}
	}
}

const (
	leastMembers = 5 // a list of members has so many lines at least that begin, or have a cell that begins, with a link to a section
	membersShare = 3 // and so many lines at most for each of these lines
	listWeight   = 0.5
)

// WeighList gives less weight to a section that is a list of links, unless its author gave a weight: it has the words
// of other places, and tells little of them.
func (d *Document) WeighList(s Section) {
	i := sort.Search(len(d.Weights), func(i int) bool { return d.Weights[i].End > s.Start })
	if s.Start < s.End && (i == len(d.Weights) || d.Weights[i].Start >= s.End) {
		d.Weights = slices.Insert(d.Weights, i, Weight{Start: s.Start, End: s.End, Factor: listWeight})
	}
}

// placesIn returns the links of an outline with their places in its finished text.
func placesIn(text string, o *Outline) []placeLink {
	if len(text) == len(o.Text) {
		return o.places
	}
	from, to := 0, 0 // the same place in both texts
	for i, link := range o.places {
		to += len(norm.NFC.String(string(o.Text[from:link.at])))
		from, o.places[i].at = link.at, to
	}
	return o.places
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
