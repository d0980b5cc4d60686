package answer

import (
	"slices"
	"strings"

	"mycel/engine/corpus"
	"mycel/engine/excerpt"
	"mycel/engine/model"
	"mycel/engine/parts"
)

// Texts reads the texts of the corpus, and notes the blocks that are missing.
type Texts struct {
	Corpus  *corpus.Tables
	Loaded  []*corpus.Block // the texts that have arrived, by block
	First   parts.ID        // of the blocks
	Missing *parts.Missing
}

// block returns a text block, or notes that it is missing.
func (t *Texts) block(id model.BlockID) *corpus.Block {
	if t.Loaded[id] == nil {
		t.Missing.AddText(t.First + parts.ID(id))
	}
	return t.Loaded[id]
}

// Of returns a range of the texts; ok is false if some of it is missing.
func (t *Texts) Of(at model.Span) (out excerpt.Text, ok bool) {
	stretch, ok := t.Corpus.Blocks.Stretch(at)
	if !ok {
		return out, false
	}
	return t.read(stretch)
}

// OfChunk returns the text of a chunk. While the chunk's exact place is unknown, it notes the block where the
// chunk begins.
func (t *Texts) OfChunk(c model.ChunkID) (out excerpt.Text, ok bool) {
	at, ok := t.Corpus.ChunkStretch(c)
	if !ok {
		t.block(t.Corpus.Blocks.OfChunk(c))
		return out, false
	}
	return t.read(at)
}

// read returns the text in a stretch of the blocks; ok is false if some of it is missing.
func (t *Texts) read(at corpus.Stretch) (out excerpt.Text, ok bool) {
	ok = true
	for b := at.First; b < at.End; b++ {
		ok = t.block(b) != nil && ok
	}
	if !ok {
		return out, false
	}
	var text strings.Builder
	from, left := at.Start, at.Length
	for b := at.First; b < at.End; b++ {
		block := t.Loaded[b]
		from = min(from, uint32(len(block.Text)))
		to := from + min(left, uint32(len(block.Text))-from)
		before := uint32(text.Len()) - from
		for _, s := range block.SentStart {
			if from <= s && s < to {
				out.Sentences = append(out.Sentences, int(before+s))
			}
		}
		for _, c := range block.Code {
			if c.Start, c.End = max(c.Start, from), min(c.End, to); c.Start < c.End {
				c.Start, c.End = before+c.Start, before+c.End
				out.Code = append(out.Code, c)
			}
		}
		text.Write(block.Text[from:to])
		from, left = 0, left-(to-from)
	}
	out.Text = text.String()
	return out, true
}

// sentences returns the sentences [first, end) of a range of the texts that begins
// and ends with sentences; ok is false if some of it is missing.
func (t *Texts) sentences(at model.Span) (first, end model.SentenceID, ok bool) {
	blocks := &t.Corpus.Blocks
	from, to := blocks.Covering(at)
	ok = blocks.Loaded()
	for b := from; b < to; b++ {
		block := t.block(b)
		if block == nil {
			ok = false
			continue
		}
		start := blocks.Start(b)
		before := func(offset uint32) model.SentenceID {
			n, _ := slices.BinarySearch(block.SentStart, offset-start)
			return blocks.FirstSentence(b) + model.SentenceID(n)
		}
		if b == from {
			first = before(at.Start)
		}
		end = before(min(at.End, start+uint32(len(block.Text))))
	}
	return first, end, ok
}

// sentenceSpan returns the range of the sentences [first, end). Their blocks must be loaded.
func (t *Texts) sentenceSpan(first, end model.SentenceID) model.Span {
	return model.Span{Start: t.sentenceAt(first).Start, End: t.sentenceAt(end - 1).End}
}

// sentenceAt returns the range of a sentence. Its block must be loaded.
func (t *Texts) sentenceAt(s model.SentenceID) model.Span {
	blocks := &t.Corpus.Blocks
	b := blocks.OfSentence(s)
	block, start := t.Loaded[b], blocks.Start(b)
	i := int(s - blocks.FirstSentence(b))
	at := model.Span{Start: start + block.SentStart[i], End: start + uint32(len(block.Text))}
	if i+1 < len(block.SentStart) {
		at.End = start + block.SentStart[i+1]
	}
	return at
}

// Sentence returns the text of a sentence, "" if it is missing.
func (t *Texts) Sentence(s model.SentenceID) string {
	if !t.hasSentences(s, s+1) {
		return ""
	}
	shown, _ := t.Of(t.sentenceAt(s))
	return shown.Text
}

// hasSentences tells whether the texts of the sentences [first, end) are loaded, and notes the missing blocks.
func (t *Texts) hasSentences(first, end model.SentenceID) bool {
	blocks := &t.Corpus.Blocks
	if !blocks.Loaded() {
		return false
	}
	ok := true
	for b := blocks.OfSentence(first); first < end && b <= blocks.OfSentence(end-1); b++ {
		ok = t.block(b) != nil && ok
	}
	return ok
}
