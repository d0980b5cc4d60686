package shards

import (
	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
	"mycel/builder/large"
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/model"
	"mycel/engine/wire"
)

// TextBlocks has the blocks into which the texts of all pages, one after the other, are cut.
type TextBlocks struct {
	Pages []*analyse.Page
	first []blockStart // start of each block, and the end

	start, Sentences []uint32 // parallel: bytes and sentences before each start

	most    int // parts without slots
	slotted bool
	chunks  int // of all pages
}

// Slotted tells whether the parts of chunks and texts lie in slots.
func (t *TextBlocks) Slotted() bool { return t.slotted }

// blockStart is a sentence: its page, and its number there.
type blockStart struct{ page, sentence int }

// CutTexts cuts the texts at the beginnings of documents and sections, or else of sentences. If there were more parts
// than l.Parts, the texts lie in slots, and all blocks have the same number of chunks. Pages without text have one
// empty block, because every chunk begins in a block.
func CutTexts(pages []*analyse.Page, l large.Sizes) *TextBlocks {
	t := &TextBlocks{Pages: pages, most: l.Parts}
	all, sizes := sentencesOf(pages)
	t.chunks, t.slotted = sizes.chunks, sizes.manyParts(len(pages), t.most)
	parts := t.cut(all, sizes.text)
	bytes, onPage := uint32(0), 0
	for i, s := range all {
		if i == 0 || s.page != all[i-1].page {
			onPage = 0
		}
		if i == 0 || parts.of[i] != parts.of[i-1] {
			t.begin(blockStart{int(s.page), onPage}, bytes, uint32(i))
		}
		onPage++
		bytes += uint32(s.size)
	}
	if len(all) == 0 {
		t.begin(blockStart{}, 0, 0)
	}
	t.begin(blockStart{len(pages), 0}, bytes, uint32(len(all)))
	return t
}

// sentence is a sentence with which a block may begin.
type sentence struct {
	size, page int32
	section    int32 // number of the section that it begins; noSection, or wholePage if it begins its document
	chunks     int32 // number of chunks that begin with it
}

const (
	noSection = -1
	wholePage = -2
)

// sizes has the sizes of all pages: bytes of texts and of rows, and numbers.
type sizes struct{ text, rows, sections, chunks int }

// sentencesOf lists the sentences of all pages.
func sentencesOf(pages []*analyse.Page) (all []sentence, of sizes) {
	waiting := int32(0) // chunks of pages without text, which begin with the next sentence
	for n, p := range analyse.Outlined(pages) {
		next, chunk := 0, 0
		of.chunks, of.rows, of.sections = of.chunks+len(p.Chunks), of.rows+rowBytes(p), of.sections+len(p.Doc.Sections)
		if len(p.Sentences) == 0 {
			waiting += int32(len(p.Chunks))
		}
		for i, s := range p.Sentences {
			for ; chunk < len(p.Chunks) && p.Chunks[chunk].First <= i; chunk++ {
				waiting++
			}
			begun := int32(noSection)
			for ; next < len(p.Doc.Sections) && p.Doc.Sections[next].Start <= s; next++ {
				begun = int32(next)
			}
			if i == 0 {
				begun = wholePage
			}
			all = append(all, sentence{int32(p.SentenceEnd(i) - s), int32(n), begun, waiting})
			waiting = 0
			of.text += p.SentenceEnd(i) - s
		}
	}
	return all, of
}

// cut returns the block of each sentence.
func (t *TextBlocks) cut(all []sentence, bytes int) partition {
	if each := t.evenChunks(bytes, slottedText); each > 0 {
		parts := partition{of: make([]uint32, len(all))}
		begun := 0
		for i, s := range all {
			begun += int(s.chunks)
			parts.of[i] = uint32(max(0, begun-1) / each)
		}
		return parts
	}
	before := func(i int) border {
		doc := t.Pages[all[i].page].Doc
		switch section := all[i].section; section {
		case noSection:
			return noBorder
		case wholePage:
			return borderAt(doc.ID)
		default:
			return borderAt(doc.ID + "#" + doc.Sections[section].Anchor)
		}
	}
	return cut(len(all), func(i int) int { return int(all[i].size) }, before, sizeText, t.shareOf(40))
}

func (t *TextBlocks) begin(at blockStart, bytes, sentences uint32) {
	t.first, t.start, t.Sentences = append(t.first, at), append(t.start, bytes), append(t.Sentences, sentences)
}

// Len returns the number of blocks.
func (t *TextBlocks) Len() int { return len(t.first) - 1 }

// Shard writes the part of a block.
func (t *TextBlocks) Shard(block int, part *bundle.PartWriter) {
	var sentences []string
	var code []model.Code
	size := 0 // of the sentences
	from, to := t.first[block], t.first[block+1]
	var room analyse.Room
	for n := from.page; n <= min(to.page, len(t.Pages)-1); n++ {
		p := room.Outline(t.Pages[n])
		first, end := 0, len(p.Sentences)
		if n == from.page {
			first = from.sentence
		}
		if n == to.page {
			end = to.sentence
		}
		if first == end {
			continue
		}
		start, stop := p.Sentences[first], p.SentenceEnd(end-1)
		code = appendCode(code, p.Doc.Code, start, stop, size)
		size += stop - start
		for i := first; i < end; i++ {
			sentences = append(sentences, p.Doc.Text[p.Sentences[i]:p.SentenceEnd(i)])
		}
	}
	part.Section(func(w *wire.Writer) { corpus.EncodeBlock(w, sentences, code) })
}

// appendCode appends the code in text[start:end] of a document, which stands in a block at the offset at.
func appendCode(code []model.Code, of []document.Code, start, end, at int) []model.Code {
	for _, c := range of {
		if from, to := max(c.Start, start), min(c.End, end); from < to {
			span := model.Span{Start: uint32(from - start + at), End: uint32(to - start + at)}
			code = append(code, model.Code{Span: span, Listing: c.Kind != document.Inline})
		}
	}
	return code
}

// encode writes the first chunk of each block.
func (t *TextBlocks) encode(chunks []corpus.Chunk) []byte {
	first, block := make([]uint32, len(t.start)), 1
	for c := range chunks {
		for block < t.Len() && chunks[c].Text.Start >= t.start[block] {
			first[block] = uint32(c)
			block++
		}
	}
	for ; block < len(first); block++ {
		first[block] = uint32(len(chunks))
	}
	return corpus.EncodeBlocks(first)
}

// positions writes the positions of blocks and documents in the texts.
func (x *Index) positions() []byte {
	documents := make([]uint32, 1, len(x.Docs)+1)
	for _, d := range x.Docs {
		documents = append(documents, d.Text.End)
	}
	return corpus.EncodePositions(x.Texts.start, x.Texts.Sentences, documents)
}
