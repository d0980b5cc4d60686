package engine

import (
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
