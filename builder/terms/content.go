package terms

import (
	"math"

	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
	"mycel/engine/lexical"
)

// Documentation differs from a collection of passages by its structure: its pages have sections. These follow from it:
//
//   - The weight of a term depends on the fields of a section that have it (fields.go), and on the texts of links to
//     the section.
//   - Pages are ranked, by the sum of their best sections (engine/method/bm25/pages.go).
//   - The index has the links between pages (linktable.go), and signs of code as terms (symbols.go).
//   - Searches do not read the mentions of chunks. So their parts follow those of chunks, and first queries do not
//     fetch them (builder/shards).

// Documentation tells whether a corpus with these numbers is documentation: its pages have at least 1.5 sections on average.
func Documentation(sections, pages int) bool { return 2*sections >= 3*pages }

// isDocumentation tells whether pages are documentation.
func isDocumentation(pages []*analyse.Page) bool {
	sections := 0
	for _, p := range pages {
		sections += document.Authored(p.Doc.Sections)
	}
	return Documentation(sections, len(pages))
}

// Documentation tells whether the postings are those of documentation.
func (l *PostingLists) Documentation() bool { return l.Fields != nil }

// content returns the kind of the passages.
func (l *PostingLists) content() lexical.Content {
	switch {
	case l.Documentation():
		return lexical.Documentation
	case l.Set != nil && l.Set.Bundles > 0:
		return lexical.Bundles
	}
	return lexical.Passages
}

// endless is the reach of lists in indexes that are not large.
const endless = math.MaxInt32

// Large tells whether the postings are those of a large collection of passages. A bundle of a set is not large: it
// ranks as the other bundles of its set.
func (l *PostingLists) Large() bool {
	return l.content() == lexical.Passages && l.Set == nil && len(l.Length) >= l.Sizes.Chunks
}

// reach returns the most postings of a list beside its term.
func (l *PostingLists) reach() int {
	if l.Large() {
		return l.Sizes.Reach
	}
	return endless
}
