package builder

import (
	"context"

	"mycel/builder/embed"
	"mycel/engine/vector"
)

// vectorSpace makes vectors of texts that compare with those of the chunks.
type vectorSpace interface {
	signs(ctx context.Context, texts []spacedText) (*embed.Signs, error)
}

// spacedText is a text to be put into a space, which reads it in one of two ways.
type spacedText struct {
	text  string
	terms []uint32 // of the text, stop words left out, in any order
}

// trainedSpace reads the terms.
type trainedSpace struct{ *embed.Space }

func (s trainedSpace) signs(ctx context.Context, texts []spacedText) (*embed.Signs, error) {
	terms := make([][]uint32, len(texts))
	for i := range texts {
		terms[i] = texts[i].terms
	}
	return s.Space.Signs(terms), ctx.Err()
}

// encodedSpace has an encoder read the text.
type encodedSpace struct {
	embed.Encoder
	description *vector.Encoder
}

func (s encodedSpace) signs(ctx context.Context, texts []spacedText) (*embed.Signs, error) {
	all := make([]string, len(texts))
	for i := range texts {
		all[i] = texts[i].text
	}
	return embed.EncodeMore(ctx, s.Encoder, s.description, all)
}
