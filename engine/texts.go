package engine

import (
	"slices"
	"strings"

	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/excerpt"
	"mycel/engine/model"
	"mycel/engine/parts"
)

// texts reads the texts of the corpus, and notes the blocks that are missing.
type texts struct {
	*shared
	want *parts.Want
}

// block returns a text block, or notes that it is missing.
func (t *texts) block(id model.BlockID) *corpus.Block {
	if t.loaded[id] == nil {
		first, _ := t.directory.Range(bundle.FamilyText)
		t.want.AddText(first + parts.ID(id))
	}
	return t.loaded[id]
}

// Text returns a range of the corpus's texts, or the parts that it waits for.
func (e *Engine) Text(at model.Span) (text string, missing []parts.ID) {
	missing, _ = e.Ask(func() {
		shown, _ := e.texts.of(at)
		text = shown.Text
	})
	return text, missing
}

// of returns a range of the texts; ok is false if some of it is missing.
func (t *texts) of(at model.Span) (out excerpt.Text, ok bool) {
	first, end := t.blocks.Covering(at)
	ok = true
	for b := first; b < end; b++ {
		ok = t.block(b) != nil && ok
	}
	if !ok {
		return out, false
	}
	var text strings.Builder
	for b := first; b < end; b++ {
		block := t.loaded[b]
		from := max(at.Start, block.Start) - block.Start
		to := min(at.End-block.Start, uint32(len(block.Text)))
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
	}
	out.Text = text.String()
	return out, true
}

// sentences returns the sentences [first, end) of a range of the texts that begins
// and ends with sentences; ok is false if some of it is missing.
func (t *texts) sentences(at model.Span) (first, end model.SentenceID, ok bool) {
	from, to := t.blocks.Covering(at)
	ok = true
	for b := from; b < to; b++ {
		block := t.block(b)
		if block == nil {
			ok = false
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
	return first, end, ok
}

// sentenceSpan returns where the sentences [first, end) lie, whose blocks are there.
func (t *texts) sentenceSpan(first, end model.SentenceID) model.Span {
	return model.Span{Start: t.sentenceAt(first).Start, End: t.sentenceAt(end - 1).End}
}

// sentenceAt returns where a sentence lies, whose block is there.
func (t *texts) sentenceAt(s model.SentenceID) model.Span {
	block := t.loaded[t.blocks.OfSentence(s)]
	i := int(s - block.FirstSent)
	at := model.Span{Start: block.Start + block.SentStart[i], End: block.Start + uint32(len(block.Text))}
	if i+1 < len(block.SentStart) {
		at.End = block.Start + block.SentStart[i+1]
	}
	return at
}

// sentence returns the text of a sentence, "" if it is missing.
//
//go:noinline
func (t *texts) sentence(s model.SentenceID) string {
	shown, _ := t.of(t.sentenceAt(s))
	return shown.Text
}

// hasSentences tells whether the texts of the sentences [first, end) are there, and notes
// those that are not.
func (t *texts) hasSentences(first, end model.SentenceID) bool {
	ok := true
	for b := t.blocks.OfSentence(first); first < end && b <= t.blocks.OfSentence(end-1); b++ {
		ok = t.block(b) != nil && ok
	}
	return ok
}
