package corpus

import (
	"sort"

	"mycel/engine/model"
	"mycel/engine/wire"
)

// Blocks tells how the texts are cut into blocks. Blocks partition the texts, and no sentence
// crosses a border.
type Blocks struct {
	start     []uint32 // n+1 global offsets
	sentences []uint32 // n+1 sentence numbers
	chunks    []uint32 // n+1 chunk numbers: a block has the chunks that begin in it
}

// EncodeBlocks writes the block table: n+1 text offsets, sentence numbers and chunk
// numbers.
func EncodeBlocks(start, sentences, chunks []uint32) []byte {
	var w wire.Writer
	w.Offsets(start)
	w.Offsets(sentences)
	w.Offsets(chunks)
	return w.Bytes()
}

// DecodeBlocks reads the block table.
func DecodeBlocks(b []byte) (*Blocks, error) {
	r := wire.NewReader(b)
	t := &Blocks{start: r.Offsets(-1, -1)}
	t.sentences = r.Offsets(t.Len(), -1)
	t.chunks = r.Offsets(t.Len(), -1)
	return t, r.Close()
}

// TextLen returns the number of bytes of all texts together.
func (t *Blocks) TextLen() uint32 { return t.start[t.Len()] }

// Len returns the number of blocks.
func (t *Blocks) Len() int { return len(t.start) - 1 }

// NumSentences returns the number of sentences of the corpus.
func (t *Blocks) NumSentences() int { return int(t.sentences[len(t.sentences)-1]) }

// Covering returns the blocks [first, end) that hold the text of s.
func (t *Blocks) Covering(s model.Span) (first, end model.BlockID) {
	if s.Start >= s.End {
		return 0, 0
	}
	i := sort.Search(t.Len(), func(i int) bool { return t.start[i+1] > s.Start })
	j := i
	for j < t.Len() && t.start[j] < s.End {
		j++
	}
	return model.BlockID(i), model.BlockID(j)
}

// OfSentence returns the block of a sentence.
func (t *Blocks) OfSentence(s model.SentenceID) model.BlockID {
	return t.of(t.sentences, uint32(s))
}

// OfChunk returns the block in which a chunk begins, Len() if there is none.
func (t *Blocks) OfChunk(c model.ChunkID) model.BlockID { return t.of(t.chunks, uint32(c)) }

// of returns the block of row x, given where the rows of the blocks end.
func (t *Blocks) of(ends []uint32, x uint32) model.BlockID {
	return model.BlockID(sort.Search(t.Len(), func(i int) bool { return ends[i+1] > x }))
}

// Block is the text of one block and the offsets of its sentences.
type Block struct {
	Start     uint32 // global offset of the first byte
	Text      []byte
	FirstSent model.SentenceID
	SentStart []uint32     // offsets in Text, ascending, one per sentence
	Code      []model.Code // offsets in Text; ascending, no two overlap
}

// EncodeBlock writes one block. code has ascending offsets in its text that do not overlap.
func EncodeBlock(w *wire.Writer, sentences []string, code []model.Code) {
	starts, size := make([]uint32, len(sentences)), 0
	for i, s := range sentences {
		starts[i] = uint32(size)
		size += len(s)
	}
	w.Uint(uint32(len(starts)))
	w.Steps(starts)
	w.Uint(uint32(size))
	for _, s := range sentences {
		w.Text(s)
	}
	ranges, at := make([]uint32, 0, 2*len(code)), uint32(0)
	for _, c := range code {
		length := 2 * (c.End - c.Start)
		if c.Listing {
			length++
		}
		ranges, at = append(ranges, c.Start-at, length), c.End
	}
	w.Uint32s(ranges)
}

// Decode reads block id from b and checks it against the table.
func (t *Blocks) Decode(id model.BlockID, b []byte) (*Block, error) {
	r := wire.NewReader(b)
	block := &Block{Start: t.start[id], FirstSent: model.SentenceID(t.sentences[id])}
	length := int(t.start[id+1] - t.start[id])
	if n := r.Uint(); n != t.sentences[id+1]-t.sentences[id] {
		r.Fail("wrong number of sentences")
	} else {
		block.SentStart = r.Steps(nil, int(n), length)
	}
	block.Text = r.Raw()
	if len(block.Text) != length {
		r.Fail("text of wrong length")
	}
	ranges, at := r.Uint32s(), uint64(0)
	if len(ranges)%2 != 0 {
		r.Fail("code without an end")
	}
	for ; len(ranges) > 1; ranges = ranges[2:] {
		start := at + uint64(ranges[0])
		at = start + uint64(ranges[1]/2)
		if at > uint64(length) {
			r.Fail("code beyond the text")
			break
		}
		block.Code = append(block.Code, model.Code{Span: model.Span{Start: uint32(start), End: uint32(at)}, Listing: ranges[1]&1 != 0})
	}
	return block, r.Close()
}
