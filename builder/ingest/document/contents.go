package document

import (
	"cmp"
	"regexp"
	"slices"
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

// contentsRun is a run of lines: each is a link to a place of the page.
type contentsRun struct{ start, end, links, headings int }

// LeaveOutContents cuts the lists of a page's own headings out of the document that was made of the outline,
// whatever elements they are written with: such a list repeats the headings, and is no text. A list of them with words beside
// each keeps these, and weighs less.
func (d *Document) LeaveOutContents(o *Outline) {
	const share = 0.8 // of the letters of a line in links
	links := placesIn(d.Text, o)
	if len(links) == 0 {
		return
	}
	headings, begins := map[string]bool{}, map[int]int{}
	for i, s := range d.Sections {
		begins[s.Start] = i
		if s.Level > 0 {
			headings["#"+s.Anchor], headings[s.Heading] = true, true
		}
	}
	lines := make([]struct{ all, linked int }, len(d.Sections))
	var ranges [][2]int
	var run contentsRun
	section := 0
	title, above := -1, "" // where a line above links begins, and the line
	finish := func() {
		if run.links > 1 && 4*run.headings >= 3*run.links {
			ranges = append(ranges, [2]int{run.start, run.end})
		}
		run = contentsRun{}
	}
	for at := 0; at < len(d.Text); {
		start, line := at, d.Text[at:]
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		end := at + len(line)
		at = end + len(d.Text[end:]) - len(strings.TrimLeft(d.Text[end:], "\n"))
		if i, ok := begins[start]; ok {
			finish()
			title, section = -1, i
		}
		linked, n, found, begun := 0, 0, 0, false
		for ; len(links) > 0 && links[0].at < end; links = links[1:] {
			n, linked = n+1, linked+letters(links[0].label)
			if target := links[0].target; headings["#"+target] || headings["#"+address.Decoded(target)] || headings[links[0].label] {
				found++
				begun = begun || strings.HasPrefix(line, links[0].label) || strings.Contains(line, gapText[GapCell]+links[0].label)
			}
		}
		lines[section].all++
		if begun {
			lines[section].linked++
		}
		if n == 0 || float64(linked) < share*float64(letters(line)) {
			if title >= 0 {
				finish()
			}
			title, above = start, line
			continue
		}
		// A title belongs to the list below it, and so does a name above its members.
		belongs := title >= 0 && (contentsTitle.MatchString(above) || strings.HasPrefix(line, above))
		if title >= 0 && !belongs {
			finish()
		}
		if run.links == 0 {
			run.start = start
			if belongs {
				run.start = title
			}
		}
		title = -1
		run.end, run.links, run.headings = at, run.links+n, run.headings+found
	}
	finish()
	for i, s := range d.Sections {
		if n := lines[i]; n.linked >= leastMembers && membersShare*n.linked >= n.all {
			d.WeighList(s)
		}
	}
	if len(ranges) > 0 {
		d.Cut(ranges)
	}
}

const (
	leastMembers = 5 // lines or cells that begin with a link to a section of the page: from these on, a section is a list of them
	membersShare = 3 // lines of such a list for each of these, at most
	listWeight   = 0.5
)

// WeighList gives less weight to a section that is a list of links, unless its author gave a weight: it has the words
// of other places, and tells little of them.
func (d *Document) WeighList(s Section) {
	if s.Start == s.End || slices.ContainsFunc(d.Weights, func(w Weight) bool { return w.Start < s.End && s.Start < w.End }) {
		return
	}
	d.Weights = append(d.Weights, Weight{Start: s.Start, End: s.End, Factor: listWeight})
	slices.SortFunc(d.Weights, func(a, b Weight) int { return cmp.Compare(a.Start, b.Start) })
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
