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

// Options say how vectors are made; the zero value makes no vectors.
type Options struct {
	Train   bool          // on the corpus
	Encoder embed.Encoder // makes the vectors instead; nil for none
	Bits    int           // signs of an encoder's vector, a multiple of 64, 64 to 1,024; default embed.Bits
	// Queries says how queries are encoded: vector.Centroids, the default of an
	// embed.WordEncoder, vector.ByTable, which needs one, or vector.External, the default of
	// other encoders.
	Queries string
}

// ErrOptions is wrapped by errors about options.
var ErrOptions = errors.New("vectors")

// SetDefaults chooses how queries are encoded, and checks that it is possible.
func (o *Options) SetDefaults() error {
	if o.Encoder == nil {
		if o.Bits != 0 || o.Queries != "" {
			return fmt.Errorf("%w: VectorBits and QueryVectors need an encoder, and there is no encoder", ErrOptions)
		}
		return nil
	}
	if o.Train {
		return fmt.Errorf("%w: vectors are trained on the corpus or made by an encoder, not both", ErrOptions)
	}
	if n := o.Bits; n != 0 && (n < vector.MinDims || n > vector.MaxDims || n%vector.WordBits != 0) {
		return fmt.Errorf("%w: %d vector bits, want a multiple of %d from %d to %d", ErrOptions, n, vector.WordBits, vector.MinDims, vector.MaxDims)
	}
	_, words := o.Encoder.(embed.WordEncoder)
	switch o.Queries {
	case "":
		// A table of words would be the model's own way, but costs a row a word, and
		// centroids have found more wherever both were measured: docs/vectors.md.
		o.Queries = vector.External
		if words {
			o.Queries = vector.Centroids
		}
	case vector.ByTable:
		if !words {
			return fmt.Errorf("%w: model %s has no vectors of words to make a table of", ErrOptions, o.Encoder.Model())
		}
	case vector.Centroids, vector.External:
	default:
		return fmt.Errorf("%w: queries encoded by %q, want %s, %s or %s", ErrOptions, o.Queries, vector.ByTable, vector.External, vector.Centroids)
	}
	return nil
}

// Make returns the sections of the vectors that the options ask for, and the space that they
// are in; nil for no vectors.
func (o *Options) Make(ctx context.Context, pages []*analyse.Page, v *terms.Vocabulary, chunks *terms.PostingLists, idf []float32) ([]bundle.Section, Space, error) {
	if err := o.SetDefaults(); err != nil {
		return nil, nil, err
	}
	switch {
	case o.Encoder != nil:
		return o.encode(ctx, pages, v)
	case o.Train:
		return train(ctx, pages, v, chunks, idf)
	}
	return nil, nil, nil
}

// encode returns the sections of the vectors that the encoder makes: the signs of the chunks,
// the encoder's description, and the table of words if queries are encoded by a table.
func (o *Options) encode(ctx context.Context, pages []*analyse.Page, v *terms.Vocabulary) ([]bundle.Section, Space, error) {
	texts := chunkTexts(pages)
	if err := o.firstVector(ctx, texts); err != nil {
		return nil, nil, err
	}
	signs, encoder, err := embed.EncodeWith(ctx, o.Encoder, texts, o.Bits)
	if err != nil {
		return nil, nil, err
	}
	encoder.Queries = o.Queries
	sections := []bundle.Section{
		{Name: bundle.SectionVectors, Data: vector.Encode(signs.Dims)},
		{Name: bundle.FamilySigns, Data: vector.EncodeSigns(signs.Words)},
		{Name: bundle.SectionEncoder, Data: encoder.Bytes()},
	}
	if words, ok := o.Encoder.(embed.WordEncoder); ok && o.Queries == vector.ByTable {
		table, err := wordTable(words, v)
		if err != nil {
			return nil, nil, err
		}
		sections = append(sections, bundle.Section{Name: bundle.FamilyQueryVectors, Data: table})
	}
	return sections, encodedSpace{o.Encoder, encoder}, nil
}

// chunkTexts returns what an encoder reads of each chunk: the document's title, the
// headings from the outermost to its own, without those that repeat the title, and
// its text.
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

// errNoWords says that a table of words would be empty.
var errNoWords = errors.New("it knows no word of the corpus")

// wordTable returns the section with the vectors of the corpus's word forms.
func wordTable(e embed.WordEncoder, v *terms.Vocabulary) ([]byte, error) {
	var table vector.WordsBuilder
	row := make([]float32, e.Dims())
	known := false
	for i, entry := range v.Entries {
		clear(row)
		if e.AddWord(row, entry.Form) {
			table.Add(i, row)
			known = true
		}
	}
	if !known {
		return nil, fmt.Errorf("model %s: %w", e.Model(), errNoWords)
	}
	return table.Bytes(), nil
}
