package shards

import (
	"mycel/builder/analyse"
	"mycel/builder/terms"
	"mycel/engine/bundle"
)

// In an index of very many parts, texts and the rows of chunks lie in slots: else the table of the packs would be long.
// Then each part has the same number of chunks. Otherwise the tables of the core that say the rows of each part would be
// long.

// Slotted tells whether the parts of a group lie in slots.
func (x *Index) Slotted(group string) bool {
	return x.Texts.Slotted() && (group == bundle.GroupChunks || group == bundle.GroupMentions)
}

// InFirst returns the groups that first queries read: the parts of outline always, of others as many as there is room for, in
// this order.
func (x *Index) InFirst() []string {
	if x.Postings.Documentation() {
		return []string{bundle.GroupOutline, bundle.GroupChunks, bundle.GroupTerms}
	}
	return []string{bundle.GroupOutline, bundle.GroupKeys, bundle.GroupHubs, bundle.GroupChunks, bundle.GroupTerms, bundle.GroupEntities}
}

// ReadTogether tells whether the parts of a group are read together with those of terms that have the same numbers.
func (x *Index) ReadTogether(group string) bool {
	return group == bundle.GroupEntities && !x.Postings.Documentation()
}

// evenChunks returns how many chunks a part of about the given size has, 0 if the index has no slots.
// total is the size of all chunks.
func (t *TextBlocks) evenChunks(total, size int) int {
	if !t.slotted {
		return 0
	}
	return max(1, (size*t.chunks+total/2)/max(1, total))
}

// share is how many parts a group may have: the given hundredths of all, or other ones where texts and chunks lie in slots.
func (t *TextBlocks) share(usual, slotted int) int {
	if t.slotted {
		return t.shareOf(slotted)
	}
	return t.shareOf(usual)
}

// shareOf returns how many parts a group may have, in hundredths of those that are not one each.
func (t *TextBlocks) shareOf(hundredths int) int { return max(1, (t.most-30)*hundredths/100) }

// even cuts rows into parts that have each rows.
func even(rows, each int) partition {
	p := partition{of: make([]uint32, rows), n: (rows + each - 1) / each}
	for i := range p.of {
		p.of[i] = uint32(i / each)
	}
	return p
}

// manyParts reports whether texts, rows and mentions, here of a number of pages, are more than most parts.
// Mentions are not known before the texts are written: those of a collection of passages take about a third as much as
// the texts, those of documentation are half as many parts as rows. Documentation has larger parts before it has slots, since slots do not
// keep what an edit leaves as it is.
func (of sizes) manyParts(pages, most int) bool {
	n := of.text/sizeText + of.rows/sizeChunks
	if terms.Documentation(of.sections, pages) {
		return n+of.rows/sizeChunks/2 > largerParts*most
	}
	return n+of.text/3/sizeMentions > most
}

// largerParts is how much larger than usual parts of documentation are before there are slots.
const largerParts = 4

// rowBytes estimates the size of the rows of a page, its sections and its chunks.
func rowBytes(p *analyse.Page) int {
	n := documentBytes(p.Doc.ID, p.Doc.URL, p.Doc.Title) + chunkBytes*len(p.Chunks)
	for _, s := range p.Doc.Sections {
		n += sectionBytes(s.Heading, s.Anchor)
	}
	return n
}

// chunkBytes is about the size of the row of a chunk.
const chunkBytes = 6

func documentBytes(id, url, title string) int { return 16 + len(id) + len(url) + len(title) }

func sectionBytes(heading, anchor string) int { return 2 + len(heading) + len(anchor) }
