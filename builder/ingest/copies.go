package ingest

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"mycel/builder/ingest/document"
)

// leaveOutCopies leaves out every index page that repeats another page of its folder: mdBook writes the first chapter
// a second time as the start of the book. Readers would get each of its sections twice. Equal pages in different
// folders stay, because they may be of two versions.
func leaveOutCopies(c *document.Corpus) {
	byFolder := map[string][]int{} // indexes of documents, ascending
	for i, d := range c.Documents {
		byFolder[path.Dir(d.ID)] = append(byFolder[path.Dir(d.ID)], i)
	}
	isCopy := func(d document.Document) bool {
		if !isIndexPage(d.ID) {
			return false
		}
		for _, i := range byFolder[path.Dir(d.ID)] {
			if other := c.Documents[i]; !isIndexPage(other.ID) && sameContent(d, other) {
				c.Warnings = append(c.Warnings, document.Warning{Path: d.ID, Message: "has the same content as " + other.ID, Skipped: true})
				return true
			}
		}
		return false
	}
	kept := make([]document.Document, 0, len(c.Documents))
	for _, d := range c.Documents {
		if !isCopy(d) {
			kept = append(kept, d)
		}
	}
	c.Documents = kept
}

const (
	collectedPages = 4   // how many pages a collection repeats at least
	collectedShare = 0.8 // which part of its text other pages have at least
	minCollected   = 40  // bytes of the shortest section that is compared: shorter ones may be equal by chance
)

// leaveOutCollections leaves out pages that repeat the sections of several smaller pages, such as a manual in one page
// beside its chapters. Otherwise readers would get each section twice, first without its context.
func leaveOutCollections(c *document.Corpus) {
	smallest := map[string]int{} // index of the document by the text of a section
	for i, d := range c.Documents {
		for _, s := range d.Sections {
			text := strings.TrimSpace(d.Text[s.Start:s.End])
			if other, ok := smallest[text]; !ok || len(d.Text) < len(c.Documents[other].Text) {
				smallest[text] = i
			}
		}
	}
	kept := make([]document.Document, 0, len(c.Documents))
	for _, d := range c.Documents {
		repeated := map[int]bool{}
		bytes, compared := 0, 0
		for _, s := range d.Sections {
			text := strings.TrimSpace(d.Text[s.Start:s.End])
			if len(text) < minCollected {
				continue
			}
			compared += len(text)
			if other := smallest[text]; 2*len(c.Documents[other].Text) < len(d.Text) {
				bytes += len(text)
				repeated[other] = true
			}
		}
		if len(repeated) >= collectedPages && float64(bytes) >= collectedShare*float64(compared) {
			c.Warnings = append(c.Warnings, document.Warning{Path: d.ID, Message: fmt.Sprintf("repeats %d other pages", len(repeated)), Skipped: true})
			continue
		}
		kept = append(kept, d)
	}
	c.Documents = kept
}

// weighEntries gives less weight to sections that only list another page of the site, as on the page of a tag. Such a
// section has the title of that page as its heading, a link with that text, and lines that are in that page.
func weighEntries(c *document.Corpus) {
	titled := map[string][]int{} // documents by title, ascending
	for i, d := range c.Documents {
		titled[d.Title] = append(titled[d.Title], i)
	}
	for i := range c.Documents {
		d := &c.Documents[i]
		for _, s := range d.Sections {
			if s.Heading == d.Title || titled[s.Heading] == nil ||
				!slices.ContainsFunc(d.Links, func(l document.Link) bool { return l.Text == s.Heading && !strings.HasPrefix(l.Target, "#") }) {
				continue
			}
			text := d.Text[s.Start:s.End]
			if slices.ContainsFunc(titled[s.Heading], func(other int) bool { return repeatsOnly(text, c.Documents[other].Text) }) {
				d.WeighList(s)
				d.ChangeMark("list " + s.Heading)
			}
		}
	}
}

// repeatsOnly reports whether whole contains all lines of part. It ignores short lines, such as dates and "Read more".
func repeatsOnly(part, whole string) bool {
	for line := range strings.SplitSeq(part, "\n") {
		line = strings.TrimRight(strings.TrimSpace(line), ".… ")
		if len(line) >= minCollected && !strings.Contains(whole, line) {
			return false
		}
	}
	return true
}

func isIndexPage(rel string) bool {
	name := path.Base(rel)
	return name == "index.html" || name == "index.htm"
}

// sameContent reports whether two pages have the same title, text and sections.
func sameContent(a, b document.Document) bool {
	return a.Title == b.Title && a.Text == b.Text && slices.Equal(a.Sections, b.Sections)
}
