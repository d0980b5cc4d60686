package shards

import (
	"mycel/builder/analyse"
	"mycel/builder/terms"
	"mycel/engine/bundle"
)

// In a large index without a limit of files, texts and the rows of chunks are in packs: a pack is a file
// with many parts, so parts stay small. Then each part has the same number of chunks. Otherwise the tables
// of the core that say the rows of each part would be long.

// PackAbove is how many parts of these families are files at most. Tests have less.
var PackAbove = DefaultMaxFiles

// PackedFamily returns the family if its parts are in packs, else "".
func (x *Index) PackedFamily(family string) string {
	if x.Texts.Packed() && (family == bundle.FamilyChunks || family == bundle.FamilyMentions) {
		return family
	}
	return ""
}

// evenChunks returns how many chunks a part of about the given size has, 0 if the index has no packs.
// total is the size of all chunks.
func (t *TextBlocks) evenChunks(total, size int) int {
	if !t.Packed() {
		return 0
	}
	return max(1, (size*t.chunks+total/2)/max(1, total))
}

// share is the share of a family: the given hundredths of all files, or other ones where texts and chunks are in packs.
func (t *TextBlocks) share(maxFiles, usual, packed int) int {
	if t.Packed() {
		return share(maxFiles, packed)
	}
	return share(maxFiles, usual)
}

// even cuts rows into parts that have each rows.
func even(rows, each int) partition {
	p := partition{of: make([]uint32, rows), n: (rows + each - 1) / each}
	for i := range p.of {
		p.of[i] = uint32(i / each)
	}
	return p
}

// manyParts reports whether texts, rows and mentions, here of a number of pages, are too many parts for
// files. Mentions are not known before the texts are written: those of a collection of passages take about a third as much as
// the texts, those of documentation are counted as rows. Documentation has larger parts before it has packs, since packs do not
// keep what an edit leaves as it is.
func (of sizes) manyParts(pages int) bool {
	n := of.text/sizeText + of.rows/sizeChunks
	if terms.Documentation(of.sections, pages) {
		return n+of.rows/sizeUnread > largerParts*PackAbove
	}
	return n+of.text/3/sizeMentions > PackAbove
}

// largerParts is how much larger than usual parts of documentation are before there are packs.
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
