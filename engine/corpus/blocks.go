package corpus

import (
	"sort"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Blocks describes the blocks into which the texts are cut. Blocks partition the texts, and no sentence crosses
// a border. The core knows which chunks begin in which block. The positions of blocks, sentences and documents
// in the sequence of all texts are in a part of their own, because a search does not need them.
type Blocks struct {
	parts.Reader          // of the positions
	chunks       []uint32 // n+1 chunk numbers: a block has the chunks that begin in it
	*positions            // shared with other engines
}

type positions struct {
	start     []uint32 // n+1 global offsets of blocks
	sentences []uint32 // n+1 sentence numbers of blocks
	documents []uint32 // n+1 global offsets of documents
}

// Stretch is a range of the texts that lies in the blocks [First, End).
type Stretch struct {
	First, End    model.BlockID
	Start, Length uint32 // bytes; Start counts from the beginning of the first block
}

// EncodeBlocks writes the first chunk of each block, and behind them the number of chunks.
func EncodeBlocks(chunks []uint32) []byte {
	var w wire.Writer
	w.Offsets(chunks)
	return w.Bytes()
}

// EncodePositions writes n+1 global offsets and sentence numbers of blocks, and n+1 global offsets of documents.
func EncodePositions(start, sentences, documents []uint32) []byte {
	var w wire.Writer
	w.Offsets(start)
	w.Offsets(sentences)
	w.Offsets(documents)
	return w.Bytes()
}

// DecodeBlocks reads what EncodeBlocks wrote.
func (t *Tables) DecodeBlocks(b []byte) error {
	r := wire.NewReader(b)
	t.Blocks = Blocks{chunks: r.Offsets(-1, t.NumChunks()), positions: &positions{}}
	return r.Close()
}

// LoadPositions reads the bytes that EncodePositions wrote. loaded are the loaded blocks, by block; nil for no
// blocks.
func (t *Tables) LoadPositions(b []byte, sentences int, loaded []*Block) error {
	r := wire.NewReader(b)
	p := positions{start: r.Offsets(t.Blocks.Len(), -1), sentences: r.Offsets(t.Blocks.Len(), sentences)}
	if r.OK() {
		p.documents = r.Offsets(t.NumDocuments(), int(p.start[t.Blocks.Len()]))
	}
	for i, block := range loaded {
		if r.OK() && block != nil && !p.fits(i, block) {
			r.Fail("other blocks of text")
		}
	}
	err := r.Close()
	if err == nil {
		*t.Blocks.positions = p
	}
	return err
}

// fits tells whether a block has the size in the positions.
func (p *positions) fits(id int, b *Block) bool {
	return uint32(len(b.Text)) == p.start[id+1]-p.start[id] && uint32(len(b.SentStart)) == p.sentences[id+1]-p.sentences[id]
}

// Len returns the number of blocks.
func (t *Blocks) Len() int { return len(t.chunks) - 1 }

// Covering returns the blocks [first, end) that hold the text of s; an empty range while the positions are
// missing.
func (t *Blocks) Covering(s model.Span) (first, end model.BlockID) {
	if s.Start >= s.End || !t.Loaded() {
		return 0, 0
	}
	return blockAt(t.start, s.Start), blockAt(t.start, s.End-1) + 1
}

// Stretch returns the place of the text of s in the blocks; ok is false while the positions are missing.
func (t *Blocks) Stretch(s model.Span) (at Stretch, ok bool) {
	if at.First, at.End = t.Covering(s); at.First < at.End {
		at.Start, at.Length = s.Start-t.start[at.First], s.End-s.Start
	}
	return at, t.Loaded()
}

// span returns the global offsets of a stretch.
func (t *Blocks) span(at Stretch) model.Span {
	end := t.start[at.End]
	start := t.start[at.First] + min(at.Start, end-t.start[at.First])
	return model.Span{Start: start, End: start + min(at.Length, end-start)}
}

// blockAt returns the block of a global offset, sentence or chunk. starts has the first one of each block, and
// behind them the number of all. Numbers beyond the end are in the last block.
func blockAt(starts []uint32, at uint32) model.BlockID {
	return model.BlockID(sort.Search(len(starts)-2, func(i int) bool { return starts[i+1] > at }))
}

// OfSentence returns the block of a sentence, 0 while the positions are missing.
func (t *Blocks) OfSentence(s model.SentenceID) model.BlockID {
	if !t.Loaded() {
		return 0
	}
	return blockAt(t.sentences, uint32(s))
}

// OfChunk returns the block in which a chunk begins.
func (t *Blocks) OfChunk(c model.ChunkID) model.BlockID { return blockAt(t.chunks, uint32(c)) }

// Start returns the global offset of a block; the positions must be loaded.
func (t *Blocks) Start(id model.BlockID) uint32 { return t.start[id] }

// FirstSentence returns the first sentence of a block; the positions must be loaded.
func (t *Blocks) FirstSentence(id model.BlockID) model.SentenceID {
	return model.SentenceID(t.sentences[id])
}

// Block is the text of one block and the offsets of its sentences.
type Block struct {
	Text      []byte
	SentStart []uint32     // offsets in Text, ascending, one per sentence
	Code      []model.Code // offsets in Text; ascending, no two overlap
}

// EncodeBlock writes one block. code has ascending offsets in the block's text; its ranges do not overlap.
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

// Decode reads block id from b and checks it against the positions, if they are loaded.
func (t *Blocks) Decode(id model.BlockID, b []byte) (*Block, error) {
	r := wire.NewReader(b)
	block := &Block{}
	block.SentStart = r.Steps(nil, int(r.Uint()), 1<<32-1)
	block.Text = r.Raw()
	length := len(block.Text)
	if n := len(block.SentStart); n > 0 && int(block.SentStart[n-1]) >= length {
		r.Fail("sentence beyond the text")
	}
	if t.start != nil && !t.fits(int(id), block) {
		r.Fail("another block's text")
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
