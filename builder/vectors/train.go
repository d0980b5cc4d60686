package vectors

import (
	"context"

	"mycel/builder/analyse"
	"mycel/builder/embed"
	"mycel/builder/parallel"
	"mycel/builder/terms"
	"mycel/engine/bundle"
	"mycel/engine/vector"
)

// train returns the sections of sign vectors of the chunks, and their space; nil if the corpus is too small to
// train vectors.
func train(ctx context.Context, pages []*analyse.Page, v *terms.Vocabulary, chunks *terms.PostingLists, idf []float32) ([]bundle.Section, Space, error) {
	c := embed.Corpus{
		Documents: make([][]uint32, len(pages)), Postings: chunks.All(), IDF: idf, Passages: len(chunks.Length),
	}
	parallel.Do(len(pages), func(i int) { c.Documents[i] = contentTerms(pages[i], v) })
	signs, space, err := embed.Train(ctx, c)
	if signs == nil {
		return nil, nil, err
	}
	return []bundle.Section{
		{Name: bundle.SectionVectors, Data: vector.Encode(signs.Dims)},
		{Name: bundle.GroupSigns, Data: vector.EncodeSigns(signs.Words)},
	}, trainedSpace{space}, err
}

// contentTerms returns the terms of a page in reading order, including title and headings, without stop words.
func contentTerms(p *analyse.Page, v *terms.Vocabulary) []uint32 {
	out := make([]uint32, 0, len(p.Words)/2)
	add := func(words analyse.WordList) {
		for _, w := range words {
			if t := v.Term[w]; !v.Stop[t] {
				out = append(out, uint32(t))
			}
		}
	}
	add(p.Title)
	next := 0 // sentence
	for i, s := range p.Doc.Sections {
		add(p.Heading[i])
		first := next
		for next < len(p.Sentences) && p.Sentences[next] < s.End {
			next++
		}
		add(p.SentenceWords(first, next))
	}
	return out
}
