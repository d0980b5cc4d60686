package shards

import (
	"mycel/builder/analyse"
	"mycel/engine/bundle"
)

// In a large index with no limit of files the families that have rows of chunks are in packs, a
// file for many parts, so that parts stay small. Each part has the same number of chunks then: the tables
// of the core, which say the rows of each part, would be long otherwise.

// PackAbove is how many parts of these families whole files may have. Tests have less.
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

// even cuts rows into parts of so many.
func even(rows, each int) partition {
	p := partition{of: make([]uint32, rows), n: (rows + each - 1) / each}
	for i := range p.of {
		p.of[i] = uint32(i / each)
	}
	return p
}

// manyParts reports whether an index has more parts than whole files are for, by the size of its texts and
// what the rows of its chunks take. Its mentions, which are not known before the texts are written, are
// counted as as many parts as its rows have.
func manyParts(texts, rows int) bool { return texts/sizeText+2*(rows/sizeChunks) > PackAbove }

// rowBytes returns about what the rows of a page and its sections and chunks take.
func rowBytes(p *analyse.Page) int {
	n := documentBytes(p.Doc.ID, p.Doc.URL, p.Doc.Title) + chunkBytes*len(p.Chunks)
	for _, s := range p.Doc.Sections {
		n += sectionBytes(s.Heading, s.Anchor)
	}
	return n
}

// chunkBytes is about what the row of a chunk takes.
const chunkBytes = 6

func documentBytes(id, url, title string) int { return 16 + len(id) + len(url) + len(title) }

func sectionBytes(heading, anchor string) int { return 2 + len(heading) + len(anchor) }
