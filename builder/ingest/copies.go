package ingest

import (
	"path"
	"slices"
	"strings"

	"mycel/builder/ingest/document"
)

// leaveOutCopies leaves out every index page that repeats another page of its folder,
// as mdBook writes the first chapter a second time for the start of the book. Readers
// would get each of its sections twice. Equal pages elsewhere stay: they may be of two
// versions.
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
	slices.SortStableFunc(c.Warnings, func(a, b document.Warning) int { return strings.Compare(a.Path, b.Path) })
}

func isIndexPage(rel string) bool {
	name := path.Base(rel)
	return name == "index.html" || name == "index.htm"
}

// sameContent reports whether two pages say the same, in the same sections.
func sameContent(a, b document.Document) bool {
	return a.Title == b.Title && a.Text == b.Text && slices.Equal(a.Sections, b.Sections)
}
