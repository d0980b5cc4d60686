package terms

import (
	"math"

	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
	"mycel/engine/lexical"
)

// Documentation is told from a collection of passages by its own structure: its pages have
// sections. These follow from it:
//
//   - The weight of a term depends on the fields of a section in which it is (fields.go), and on what other pages call the section.
//   - Pages are ranked, by the sum of their best sections (engine/method/bm25/pages.go).
//   - The index has the links between pages (linktable.go), and signs of code as terms (symbols.go).
//   - Searches do not read what chunks mention, so these parts are cut with those of chunks, and first queries do without (builder/shards).

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

// content tells what the passages are.
func (l *PostingLists) content() lexical.Content {
	switch {
	case l.Documentation():
		return lexical.Documentation
	case l.Set != nil && l.Set.Bundles > 0:
		return lexical.Bundles
	}
	return lexical.Passages
}

// endless is the reach of the lists of any other index.
const endless = math.MaxInt32

// Large tells whether the postings are those of a large collection of passages. A bundle of a set is none: it ranks as the others of its
// set.
func (l *PostingLists) Large() bool {
	return l.content() == lexical.Passages && l.Set == nil && len(l.Length) >= l.Sizes.Chunks
}

// reach returns how many postings a list has beside its term, at most.
func (l *PostingLists) reach() int {
	if l.Large() {
		return l.Sizes.Reach
	}
	return endless
}
