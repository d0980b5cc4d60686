package builder

import (
	"hash/crc32"

	"mycel/engine/bundle"
	"mycel/engine/corpus"
)

// textBlocks are the texts of all pages, cut into blocks.
type textBlocks struct {
	start, sentences []uint32
	blocks           [][]byte // their parts
	sums             []uint32 // CRC-32 (IEEE) of the parts
}

// makeBlocks cuts the texts at the beginnings of documents and sections, or, where there
// are none, of sentences.
func makeBlocks(pages []*page) *textBlocks {
	type sentence struct {
		text string
		key  string // of the document or section that it begins
	}
	var all []sentence
	for _, p := range pages {
		section := 0
		for i, s := range p.sentences {
			key := ""
			for section < len(p.doc.Sections) && p.doc.Sections[section].Start <= s {
				key = p.doc.ID + "#" + p.doc.Sections[section].Anchor
				section++
			}
			if i == 0 {
				key = p.doc.ID
			}
			all = append(all, sentence{p.doc.Text[s:p.sentenceEnd(i)], key})
		}
	}
	parts := cut(len(all), func(i int) int { return len(all[i].text) }, func(i int) string { return all[i].key }, leastText, maxTexts)
	t := &textBlocks{start: []uint32{0}, sentences: []uint32{0}}
	for next := 0; next < len(all); {
		var text []byte
		var starts []uint32
		for block := parts.of[next]; next < len(all) && parts.of[next] == block; next++ {
			starts = append(starts, uint32(len(text)))
			text = append(text, all[next].text...)
		}
		block := bundle.EncodePart(corpus.EncodeBlock(text, starts))
		t.blocks, t.sums = append(t.blocks, block), append(t.sums, crc32.ChecksumIEEE(block))
		t.start = append(t.start, t.start[len(t.start)-1]+uint32(len(text)))
		t.sentences = append(t.sentences, uint32(next))
	}
	return t
}

// encode writes the block table.
func (t *textBlocks) encode() []byte { return corpus.EncodeBlocks(t.start, t.sentences) }

func (t *textBlocks) parts() []part {
	parts := make([]part, len(t.blocks))
	for i, block := range t.blocks {
		parts[i] = part{bundle.FamilyText, block}
	}
	return parts
}
