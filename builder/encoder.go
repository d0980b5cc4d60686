package builder

import (
	"errors"
	"fmt"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/embed"
	"mycel/builder/terms"
	"mycel/engine/bundle"
	"mycel/engine/vector"
)

// setVectorDefaults chooses how queries are encoded, and checks that it is possible.
func (c *Config) setVectorDefaults() error {
	if c.Encoder == nil {
		if c.VectorBits != 0 || c.QueryVectors != "" {
			return fmt.Errorf("%w: VectorBits and QueryVectors need an encoder, and there is no encoder", ErrConfig)
		}
		return nil
	}
	if c.Vectors {
		return fmt.Errorf("%w: vectors are trained on the corpus or made by an encoder, not both", ErrConfig)
	}
	if n := c.VectorBits; n != 0 && (n < vector.MinDims || n > vector.MaxDims || n%vector.WordBits != 0) {
		return fmt.Errorf("%w: %d vector bits, want a multiple of %d from %d to %d", ErrConfig, n, vector.WordBits, vector.MinDims, vector.MaxDims)
	}
	_, words := c.Encoder.(embed.WordEncoder)
	switch c.QueryVectors {
	case "":
		// A table of words would be the model's own way, but costs a row a word, and
		// centroids have found more wherever both were measured: docs/vectors.md.
		c.QueryVectors = vector.External
		if words {
			c.QueryVectors = vector.Centroids
		}
	case vector.ByTable:
		if !words {
			return fmt.Errorf("%w: model %s has no vectors of words to make a table of", ErrConfig, c.Encoder.Model())
		}
	case vector.Centroids, vector.External:
	default:
		return fmt.Errorf("%w: queries encoded by %q, want %s, %s or %s", ErrConfig, c.QueryVectors, vector.ByTable, vector.External, vector.Centroids)
	}
	return nil
}

// encodeVectors returns the sections of vectors that the encoder makes: the signs of
// the chunks, the encoder's description, and the table of words if queries are
// encoded by one.
//
// The space is where further texts are encoded.
func (b *build) encodeVectors(v *terms.Vocabulary) ([]bundle.Section, vectorSpace, error) {
	texts := chunkTexts(b.pages)
	if err := b.firstVector(texts); err != nil {
		return nil, nil, err
	}
	signs, encoder, err := embed.EncodeWith(b.ctx, b.Encoder, texts, b.VectorBits)
	if err != nil {
		return nil, nil, err
	}
	encoder.Queries = b.QueryVectors
	sections := []bundle.Section{
		{Name: bundle.SectionVectors, Data: vector.Encode(signs.Dims)},
		{Name: bundle.FamilySigns, Data: vector.EncodeSigns(signs.Words)},
		{Name: bundle.SectionEncoder, Data: encoder.Bytes()},
	}
	if words, ok := b.Encoder.(embed.WordEncoder); ok && b.QueryVectors == vector.ByTable {
		table, err := wordTable(words, v)
		if err != nil {
			return nil, nil, err
		}
		sections = append(sections, bundle.Section{Name: bundle.FamilyQueryVectors, Data: table})
	}
	return sections, encodedSpace{b.Encoder, encoder}, nil
}

// chunkTexts returns what an encoder reads of each chunk: the document's title, the
// headings from the outermost to its own, without those that repeat the title, and
// its text.
func chunkTexts(pages []*analyse.Page) []string {
	var texts []string
	for _, p := range pages {
		parents := analyse.Parents(p.Doc.Sections)
		for _, c := range p.Chunks {
			parts := []string{p.Doc.Text[c.Start:c.To]}
			for s := c.Section; ; s = parents[s] {
				if h := p.Doc.Sections[s].Heading; h != "" && h != p.Doc.Title {
					parts = append([]string{h}, parts...)
				}
				if parents[s] == s {
					break
				}
			}
			if title := p.OwnTitle(); title != "" {
				parts = append([]string{title}, parts...)
			}
			texts = append(texts, strings.Join(parts, "\n"))
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
