// Package vectors makes the vectors of a bundle: trained on the corpus, or by an encoder. It
// returns their sections and the space that they are in, where further texts can be put.
package vectors

import (
	"context"

	"mycel/builder/embed"
	"mycel/engine/vector"
)

// Space makes vectors of texts that compare with those of the chunks.
type Space interface {
	Signs(ctx context.Context, texts []Text) (*embed.Signs, error)
}

// Text is a text to be put into a space. A trained space reads the terms, that of an encoder the words.
type Text struct {
	Text  string
	Terms []uint32 // of the text, stop words left out, in any order
}

// Strings returns the texts as an encoder reads them.
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
