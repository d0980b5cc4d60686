package shards

import (
	"mycel/builder/analyse"
	"mycel/builder/terms"
	"mycel/engine/bundle"
)

// In an index of very many parts, texts and the rows of chunks lie in slots; otherwise the table of the packs would be
// long. Then each part has the same number of chunks; otherwise the core's tables of the rows of each part would be
// long.

// Slotted tells whether the parts of a group lie in slots.
func (x *Index) Slotted(group string) bool {
	return x.Texts.Slotted() && (group == bundle.GroupChunks || group == bundle.GroupMentions)
}

// InFirst returns the groups that first queries read: all parts of the outline, and parts of the others while there is
// room, in this order.
func (x *Index) InFirst() []string {
	if x.Postings.Documentation() {
		return []string{bundle.GroupOutline, bundle.GroupChunks, bundle.GroupTerms}
	}
	return []string{bundle.GroupOutline, bundle.GroupKeys, bundle.GroupHubs, bundle.GroupChunks, bundle.GroupTerms, bundle.GroupEntities}
}

// ReadTogether tells whether each part of a group is read together with the part of terms with the same number.
func (x *Index) ReadTogether(group string) bool {
	return group == bundle.GroupEntities && !x.Postings.Documentation()
}

// evenChunks returns the number of chunks in a part of about the given size; 0 if the index has no slots. total is the
// size of all chunks.
func (t *TextBlocks) evenChunks(total, size int) int {
	if !t.slotted {
		return 0
	}
	return max(1, (size*t.chunks+total/2)/max(1, total))
}

// share returns the most parts of a group: usual hundredths of all parts, or slotted hundredths if texts and chunks lie
// in slots.
func (t *TextBlocks) share(usual, slotted int) int {
	if t.slotted {
		return t.shareOf(slotted)
	}
	return t.shareOf(usual)
}

// shareOf returns the most parts of a group, in hundredths of all parts except those of groups with one part.
func (t *TextBlocks) shareOf(hundredths int) int { return max(1, (t.most-30)*hundredths/100) }

// even cuts rows into parts of each rows.
func even(rows, each int) partition {
	p := partition{of: make([]uint32, rows), n: (rows + each - 1) / each}
	for i := range p.of {
		p.of[i] = uint32(i / each)
	}
	return p
}

// manyParts reports whether texts, rows and mentions of these pages make more parts than most. Mentions are unknown
// before the texts are written. Those of a collection of passages take about a third as much as the texts;
// documentation has half as many parts of mentions as of rows. Documentation gets larger parts before it gets slots,
// because in slots an edit changes more files.
func (of sizes) manyParts(pages, most int) bool {
	n := of.text/sizeText + of.rows/sizeChunks
	if terms.Documentation(of.sections, pages) {
		return n+of.rows/sizeChunks/2 > largerParts*most
	}
	return n+of.text/3/sizeMentions > most
}

// largerParts is the factor by which parts of documentation grow before there are slots.
const largerParts = 4

// rowBytes estimates the size of the rows of a page, its sections and its chunks.
func rowBytes(p *analyse.Page) int {
	n := documentBytes(p.Doc.ID, p.Doc.URL, p.Doc.Title) + chunkBytes*len(p.Chunks)
	for _, s := range p.Doc.Sections {
		n += sectionBytes(s.Heading, s.Anchor)
	}
	return n
}

// chunkBytes is the approximate size of the row of a chunk.
const chunkBytes = 6

func documentBytes(id, url, title string) int { return 16 + len(id) + len(url) + len(title) }

func sectionBytes(heading, anchor string) int { return 2 + len(heading) + len(anchor) }
