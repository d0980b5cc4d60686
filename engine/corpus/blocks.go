package corpus

import (
	"errors"
	"hash/crc32"
	"sort"
	"strconv"

	"mycel/engine/model"
	"mycel/engine/wire"
)

// Blocks says how the texts are cut into blocks. Blocks partition the texts and
// no sentence crosses a border.
type Blocks struct {
	start     []uint32 // n+1 global offsets
	sentences []uint32 // n+1 sentence numbers
	sums      []uint32 // CRC-32 (IEEE) of the uncompressed block
}

// ErrBlock is wrapped by every error about a text block.
var ErrBlock = errors.New("unusable text block")

// EncodeBlocks writes the block table: n+1 text offsets, n+1 sentence numbers
// and n checksums.
func EncodeBlocks(start, sentences, sums []uint32) []byte {
	var w wire.Writer
	w.Uint32s(start)
	w.Uint32s(sentences)
	w.Uint32s(sums)
	return w.Bytes()
}

// DecodeBlocks reads the block table of a corpus of textLen bytes.
func DecodeBlocks(b []byte, textLen uint32) (*Blocks, error) {
	r := wire.NewReader(b)
	t := &Blocks{start: r.Offsets(-1, int(textLen))}
	n := len(t.start) - 1
	t.sentences = r.Offsets(n, -1)
	t.sums = r.Uint32s()
	if len(t.sums) != n {
		r.Fail("checksums do not match the blocks")
	}
	return t, r.Close()
}

// Len returns the number of blocks.
func (t *Blocks) Len() int { return len(t.sums) }

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
	return model.BlockID(sort.Search(t.Len(), func(i int) bool { return t.sentences[i+1] > uint32(s) }))
}

// Block is the text of one block and where its sentences begin.
type Block struct {
	Start     uint32 // global offset of the first byte
	Text      []byte
	FirstSent model.SentenceID
	SentStart []uint32 // offsets in Text, ascending, one per sentence
}

// EncodeBlock writes one block.
func EncodeBlock(text []byte, sentStart []uint32) []byte {
	var w wire.Writer
	w.Uint32s(sentStart)
	w.Raw(text)
	return w.Bytes()
}

// Decode reads block id from b and checks it against the table: an index and
// the texts of another build do not mix.
func (t *Blocks) Decode(id model.BlockID, b []byte) (*Block, error) {
	if int(id) >= t.Len() {
		return nil, blockError(id, "the index has only "+strconv.Itoa(t.Len())+" blocks")
	}
	if sum := crc32.ChecksumIEEE(b); sum != t.sums[id] {
		return nil, blockError(id, "its checksum is "+strconv.FormatUint(uint64(sum), 16)+", the index expects "+
			strconv.FormatUint(uint64(t.sums[id]), 16)+"; it is damaged or belongs to another build")
	}
	r := wire.NewReader(b)
	want := int(t.sentences[id+1] - t.sentences[id])
	block := &Block{Start: t.start[id], FirstSent: model.SentenceID(t.sentences[id])}
	block.SentStart = r.Uint32s()
	block.Text = r.Raw()
	if len(block.Text) != int(t.start[id+1]-t.start[id]) {
		r.Fail("text of wrong length")
	}
	if len(block.SentStart) != want {
		r.Fail("wrong number of sentences")
	}
	for i, s := range block.SentStart {
		if int(s) >= len(block.Text) || (i > 0 && s <= block.SentStart[i-1]) {
			r.Fail("sentences out of order")
			break
		}
	}
	if err := r.Close(); err != nil {
		return nil, blockError(id, err.Error())
	}
	return block, nil
}

func blockError(id model.BlockID, detail string) error {
	return &BlockError{ID: id, Detail: detail}
}

// BlockError says which text block is unusable and why.
type BlockError struct {
	ID     model.BlockID
	Detail string
}

func (e *BlockError) Error() string {
	return "text block " + strconv.Itoa(int(e.ID)) + ": " + e.Detail
}

func (e *BlockError) Unwrap() error { return ErrBlock }
