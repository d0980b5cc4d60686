// Package vectors makes the vectors of a bundle: trained on the corpus, or by an encoder. It returns
// their sections, and their space, which makes vectors of further texts.
package vectors

import (
	"context"

	"mycel/builder/embed"
	"mycel/engine/vector"
)

// Space makes vectors of texts that can be compared with those of the chunks.
type Space interface {
	Signs(ctx context.Context, texts []Text) (*embed.Signs, error)
}

// Text is a text that gets a vector. A trained space reads its terms, the space of an encoder its
// words.
type Text struct {
	Text  string
	Terms []uint32 // of the text, without stop words, in any order
}

// Strings returns the texts for an encoder.
func Strings(texts []Text) []string {
	all := make([]string, len(texts))
	for i := range texts {
		all[i] = texts[i].Text
	}
	return all
}

// trainedSpace is the space of vectors that were trained on the corpus.
type trainedSpace struct{ *embed.Space }

func (s trainedSpace) Signs(ctx context.Context, texts []Text) (*embed.Signs, error) {
	terms := make([][]uint32, len(texts))
	for i := range texts {
		terms[i] = texts[i].Terms
	}
	return s.Space.Signs(terms), ctx.Err()
}

// encodedSpace is the space of an encoder.
type encodedSpace struct {
	embed.Encoder
	description *vector.Encoder
}

func (s encodedSpace) Signs(ctx context.Context, texts []Text) (*embed.Signs, error) {
	return embed.EncodeMore(ctx, s.Encoder, s.description, Strings(texts))
}
