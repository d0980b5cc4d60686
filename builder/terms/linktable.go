package terms

import (
	"cmp"
	"slices"

	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
	"mycel/engine/corpus"
	"mycel/engine/model"
)

// maxIncoming is the most links to a section that the index keeps.
const maxIncoming = 8

// incoming is a link to a section, with the counts that decide whether the index keeps it.
type incoming struct {
	corpus.Link
	fromPage       int
	samePage, same int // earlier links to the section from the same page, and with the same text
}

// Encode writes the links between the pages of documentation, by the sections to which they lead: at
// most maxIncoming to each section, first links from different pages, then links with different texts.
// It returns nil if the pages are not documentation or have no links.
func (l *Links) Encode(pages []*analyse.Page) []byte {
	if !isDocumentation(pages) || len(l.refs) == 0 {
		return nil
	}
	first, shown := sectionNumbers(pages)
	links := make([]incoming, 0, len(l.refs))
	for _, r := range l.refs {
		doc := pages[r.from].Doc
		from := first[r.from] + sectionAt(doc.Sections, doc.Links[r.link].At)
		to := shown[first[r.to]+r.section]
		links = append(links, incoming{Link: corpus.Link{From: model.SectionID(from), To: model.SectionID(to), Text: doc.Links[r.link].Text}, fromPage: r.from})
	}
	slices.SortStableFunc(links, func(a, b incoming) int { return cmp.Compare(a.To, b.To) })
	var kept []corpus.Link
	for len(links) > 0 {
		n := 1
		for n < len(links) && links[n].To == links[0].To {
			n++
		}
		kept = append(kept, mostDifferent(links[:n])...)
		links = links[n:]
	}
	return corpus.EncodeLinks(kept)
}

// mostDifferent returns the links to one section that the index keeps. It changes their order.
func mostDifferent(links []incoming) (kept []corpus.Link) {
	fromPage, texts := map[int]int{}, map[string]int{}
	for i := range links {
		l := &links[i]
		name := called(l.Text)
		l.samePage, l.same = fromPage[l.fromPage], texts[name]
		fromPage[l.fromPage]++
		texts[name]++
	}
	slices.SortStableFunc(links, func(a, b incoming) int {
		return cmp.Or(cmp.Compare(a.samePage, b.samePage), cmp.Compare(a.same, b.same))
	})
	for _, l := range links[:min(len(links), maxIncoming)] {
		kept = append(kept, l.Link)
	}
	return kept
}

// sectionNumbers returns the number of the first section of each page, and for each section the section
// that search shows for it: itself or, if it has no text, the section of the next chunk.
func sectionNumbers(pages []*analyse.Page) (first []int, shown []int) {
	for _, p := range analyse.Outlined(pages) {
		first = append(first, len(shown))
		at := len(shown)
		for s := range p.Doc.Sections {
			if len(p.Chunks) > 0 {
				s = p.Chunks[firstChunk(p, s)].Section
			}
			shown = append(shown, at+s)
		}
	}
	return first, shown
}

// sectionAt returns the section that has an offset of the text.
func sectionAt(sections []document.Section, offset int) int {
	for s := range sections {
		if offset < sections[s].End {
			return s
		}
	}
	return len(sections) - 1
}
