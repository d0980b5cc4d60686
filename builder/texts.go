package builder

import (
	"hash/crc32"

	"mycel/engine/corpus"
)

// Sizes of text blocks in bytes. A block ends with its sentence when it is full,
// and earlier when a document ends and the block is half full, so that an edited
// page changes few blocks.
const (
	blockSize = 64 << 10
	blockHalf = blockSize / 2
)

// textBlocks cuts the texts of all pages into blocks.
type textBlocks struct {
	start, sentences, sums []uint32
	blocks                 [][]byte // as corpus.EncodeBlock writes them

	text  []byte
	sents []uint32
	total uint32 // bytes before the current block
	count uint32 // sentences before the current block
}

func makeBlocks(pages []*page) *textBlocks {
	t := &textBlocks{start: []uint32{0}, sentences: []uint32{0}}
	for _, p := range pages {
		if len(t.text) >= blockHalf {
			t.flush()
		}
		for i, s := range p.sentences {
			sentence := p.doc.Text[s:p.sentenceEnd(i)]
			if len(t.text) > 0 && len(t.text)+len(sentence) > blockSize {
				t.flush()
			}
			t.sents = append(t.sents, uint32(len(t.text)))
			t.text = append(t.text, sentence...)
		}
	}
	if len(t.text) > 0 {
		t.flush()
	}
	return t
}

func (t *textBlocks) flush() {
	b := corpus.EncodeBlock(t.text, t.sents)
	t.blocks = append(t.blocks, b)
	t.sums = append(t.sums, crc32.ChecksumIEEE(b))
	t.total += uint32(len(t.text))
	t.count += uint32(len(t.sents))
	t.start = append(t.start, t.total)
	t.sentences = append(t.sentences, t.count)
	t.text, t.sents = t.text[:0], t.sents[:0]
}

// encode writes the block table.
func (t *textBlocks) encode() []byte {
	return corpus.EncodeBlocks(t.start, t.sentences, t.sums)
}
