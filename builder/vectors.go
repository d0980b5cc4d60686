package builder

import (
	"context"

	"mycel/builder/embed"
	"mycel/builder/parallel"
	"mycel/engine/bundle"
	"mycel/engine/vector"
)

// trainVectors returns the section of sign vectors of the chunks and the space that
// they are in, none if the corpus is too small to train any.
func trainVectors(ctx context.Context, pages []*page, v *vocabulary, chunks *postingLists, idf []float32) ([]bundle.Section, vectorSpace, error) {
	c := embed.Corpus{
		Documents: make([][]uint32, len(pages)), Postings: chunks.all(), IDF: idf, Passages: len(chunks.length),
	}
	parallel.Do(len(pages), func(i int) { c.Documents[i] = pages[i].contentTerms(v) })
	signs, space, err := embed.Train(ctx, c)
	if signs == nil {
		return nil, nil, err
	}
	return []bundle.Section{
		{Name: bundle.SectionVectors, Data: vector.Encode(signs.Dims)},
		{Name: bundle.FamilySigns, Data: vector.EncodeSigns(signs.Words)},
	}, trainedSpace{space}, err
}

// contentTerms returns the terms of a page in reading order, title and headings
// included, stop words left out.
func (p *page) contentTerms(v *vocabulary) []uint32 {
	out := make([]uint32, 0, len(p.words)/2)
	add := func(words wordList) {
		for _, w := range words {
			if t := v.term[w]; !v.stop[t] {
				out = append(out, uint32(t))
			}
		}
	}
	add(p.title)
	next := 0 // sentence
	for i, s := range p.doc.Sections {
		add(p.heading[i])
		first := next
		for next < len(p.sentences) && p.sentences[next] < s.End {
			next++
		}
		add(p.sentenceWords(first, next))
	}
	return out
}
