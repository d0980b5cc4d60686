package engine

import (
	"slices"
	"strings"

	"mycel/engine/model"
)

// AddText hands over text block id, uncompressed. The engine borrows b. Errors
// wrap corpus.ErrBlock; a block of another build is refused.
func (e *Engine) AddText(id model.BlockID, b []byte) error {
	block, err := e.blocks.Decode(id, b)
	if err != nil {
		return err
	}
	e.texts[id].Store(block)
	return nil
}

// Text returns a range of the corpus's texts, or the blocks that it waits for.
func (e *Engine) Text(at model.Span) (text string, missing []model.BlockID) {
	text, _, missing = e.textOf(at)
	return text, missing
}

// textOf returns a range of the texts and the offsets in it at which sentences
// begin, or the blocks that it waits for, ascending.
func (e *Engine) textOf(at model.Span) (text string, sentences []int, missing []model.BlockID) {
	first, end := e.blocks.Covering(at)
	for b := first; b < end; b++ {
		if e.texts[b].Load() == nil {
			missing = append(missing, b)
		}
	}
	if len(missing) > 0 {
		return "", nil, missing
	}
	var out strings.Builder
	for b := first; b < end; b++ {
		block := e.texts[b].Load()
		from := max(at.Start, block.Start) - block.Start
		to := min(at.End-block.Start, uint32(len(block.Text)))
		for _, s := range block.SentStart {
			if from <= s && s < to {
				sentences = append(sentences, out.Len()+int(s-from))
			}
		}
		out.Write(block.Text[from:to])
	}
	return out.String(), sentences, nil
}

// sentences returns the sentences [first, end) of a range of the texts that begins
// and ends with sentences, or the blocks that it waits for.
func (e *Engine) sentences(at model.Span) (first, end model.SentenceID, missing []model.BlockID) {
	from, to := e.blocks.Covering(at)
	for b := from; b < to; b++ {
		block := e.texts[b].Load()
		if block == nil {
			missing = append(missing, b)
			continue
		}
		before := func(offset uint32) model.SentenceID {
			n, _ := slices.BinarySearch(block.SentStart, offset-block.Start)
			return block.FirstSent + model.SentenceID(n)
		}
		if b == from {
			first = before(at.Start)
		}
		end = before(min(at.End, block.Start+uint32(len(block.Text))))
	}
	return first, end, missing
}

// sentenceSpan returns where the sentences [first, end) lie, whose blocks are there.
func (e *Engine) sentenceSpan(first, end model.SentenceID) model.Span {
	return model.Span{Start: e.sentenceAt(first).Start, End: e.sentenceAt(end - 1).End}
}

// sentenceAt returns where a sentence lies, whose block is there.
func (e *Engine) sentenceAt(s model.SentenceID) model.Span {
	block := e.texts[e.blocks.OfSentence(s)].Load()
	i := int(s - block.FirstSent)
	at := model.Span{Start: block.Start + block.SentStart[i], End: block.Start + uint32(len(block.Text))}
	if i+1 < len(block.SentStart) {
		at.End = block.Start + block.SentStart[i+1]
	}
	return at
}

// blocksOf returns the blocks of the sentences [first, end) that are missing.
func (e *Engine) blocksOf(first, end model.SentenceID) (missing []model.BlockID) {
	for b := e.blocks.OfSentence(first); first < end && b <= e.blocks.OfSentence(end-1); b++ {
		if e.texts[b].Load() == nil {
			missing = append(missing, b)
		}
	}
	return missing
}
