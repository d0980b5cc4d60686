package vectors

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/embed"
	"mycel/builder/terms"
	"mycel/engine/bundle"
	"mycel/engine/vector"
)

// Options choose the vectors of a bundle; the zero value makes no vectors.
type Options struct {
	Train   bool          // on the corpus
	Encoder embed.Encoder // makes the vectors instead; nil for none
	Bits    int           // signs of an encoder's vector, a multiple of 64, 64 to 1,024; default embed.Bits
}

// ErrOptions is wrapped by errors about options.
var ErrOptions = errors.New("vectors")

// Check refuses options that contradict each other.
func (o *Options) Check() error {
	if o.Encoder == nil {
		if o.Bits != 0 {
			return fmt.Errorf("%w: VectorBits needs an encoder, and there is no encoder", ErrOptions)
		}
		return nil
	}
	if o.Train {
		return fmt.Errorf("%w: vectors are trained on the corpus or made by an encoder, not both", ErrOptions)
	}
	if n := o.Bits; n != 0 && (n < vector.MinDims || n > vector.MaxDims || n%vector.WordBits != 0) {
		return fmt.Errorf("%w: %d vector bits, want a multiple of %d from %d to %d", ErrOptions, n, vector.WordBits, vector.MinDims, vector.MaxDims)
	}
	return nil
}

// Make returns the sections of the vectors that the options ask for, and their space; nil for no vectors.
func (o *Options) Make(ctx context.Context, pages []*analyse.Page, v *terms.Vocabulary, chunks *terms.PostingLists, idf []float32) ([]bundle.Section, Space, error) {
	switch {
	case o.Encoder != nil:
		return o.encode(ctx, pages)
	case o.Train:
		return train(ctx, pages, v, chunks, idf)
	}
	return nil, nil, nil
}

// encode returns the sections of the encoder's vectors: the signs of the chunks and the encoder's description.
func (o *Options) encode(ctx context.Context, pages []*analyse.Page) ([]bundle.Section, Space, error) {
	texts := chunkTexts(pages)
	if err := o.firstVector(ctx, texts); err != nil {
		return nil, nil, err
	}
	signs, encoder, err := embed.EncodeWith(ctx, o.Encoder, texts, o.Bits)
	if err != nil {
		return nil, nil, err
	}
	sections := []bundle.Section{
		{Name: bundle.SectionVectors, Data: vector.Encode(signs.Dims)},
		{Name: bundle.GroupSigns, Data: vector.EncodeSigns(signs.Words)},
		{Name: bundle.SectionEncoder, Data: encoder.Bytes()},
	}
	return sections, encodedSpace{o.Encoder, encoder}, nil
}

// chunkTexts returns the text of each chunk for an encoder: the document's title, the headings from the outermost to
// its own, without those that repeat the title, and its text.
func chunkTexts(pages []*analyse.Page) []string {
	var texts []string
	for _, p := range pages {
		parents := analyse.Parents(p.Doc.Sections)
		for _, c := range p.Chunks {
			texts = append(texts, strings.Join(append(p.Path(c.Section, parents), p.Doc.Text[c.Start:c.To]), "\n"))
		}
	}
	return texts
}
