// Package evidence packs ranked chunks into a context for a language model, within a budget of tokens. No sentence is
// there twice, and every passage has a number by which it can be cited.
//
// The package has no tokenizer, whose vocabulary alone is larger than the engine. The builder counts the tokens of
// every sentence and stores the counts; a context has at most the sum of the counts of its sentences.
package evidence

import (
	"slices"

	"mycel/engine/model"
	"mycel/engine/wire"
)

// Tokens bounds the tokens of sentences and labels in a context, by the bundle's tokenizer.
type Tokens struct{ sentences, labels counts }

// counts is a column of small numbers, a byte each. Numbers from manyTokens on are listed in large and value.
type counts struct {
	small []byte
	large []uint32 // rows, ascending
	value []uint32 // parallel to large
}

const manyTokens = 255

// EncodeTokens writes the counts. The count of a sentence is an upper bound of the tokens that it adds to a context,
// for any neighbours. The count of a label covers a space, the Label of the section, and a line break.
func EncodeTokens(sentences, labels []uint32) []byte {
	var w wire.Writer
	for _, column := range [][]uint32{sentences, labels} {
		small := make([]byte, len(column))
		var large, value []uint32
		for i, n := range column {
			small[i] = byte(min(n, manyTokens))
			if n >= manyTokens {
				large, value = append(large, uint32(i)), append(value, n)
			}
		}
		w.Raw(small)
		w.Uint32s(large)
		w.Uint32s(value)
	}
	return w.Bytes()
}

// Load reads the counts for the given numbers of sentences and sections.
func (t *Tokens) Load(b []byte, sentences, sections int) error {
	r := wire.NewReader(b)
	loaded := Tokens{sentences: decodeCounts(r, sentences), labels: decodeCounts(r, sections)}
	if err := r.Close(); err != nil {
		return err
	}
	*t = loaded
	return nil
}

func decodeCounts(r *wire.Reader, n int) counts {
	c := counts{small: r.Raw(), large: r.Uint32s(), value: r.Uint32s()}
	many := 0
	for _, b := range c.small {
		if b == manyTokens {
			many++
		}
	}
	if len(c.small) != n || len(c.large) != many || len(c.value) != many {
		r.Fail("wrong number of token counts")
		return counts{}
	}
	for i, row := range c.large {
		if int(row) >= len(c.small) || c.small[row] != manyTokens || i > 0 && row <= c.large[i-1] || c.value[i] < manyTokens || c.value[i] > maxCount {
			r.Fail("malformed large token count")
			break
		}
	}
	return c
}

// maxCount bounds a count, so that sums of counts do not overflow. A token has at least one byte,
// so no text exceeds it.
const maxCount = 1<<31 - 1

func (c counts) at(i uint32) int {
	n := c.small[i]
	if n < manyTokens {
		return int(n)
	}
	k, _ := slices.BinarySearch(c.large, i)
	return int(c.value[k])
}

// Sentence returns the most tokens that a sentence adds to a context.
func (t *Tokens) Sentence(s model.SentenceID) int { return t.sentences.at(uint32(s)) }

// Label returns the most tokens that the label of a section adds.
func (t *Tokens) Label(s model.SectionID) int { return t.labels.at(uint32(s)) }
