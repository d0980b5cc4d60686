package builder

import (
	"mycel/builder/analyse"
	"mycel/engine/corpus"
	"mycel/engine/model"
)

// addTables lists the documents, sections and chunks of all pages.
func (x *indexer) addTables(pages []*analyse.Page) {
	x.docs = make([]corpus.Document, 0, len(pages))
	x.sections = make([]corpus.Section, 0, len(x.entities.titles))
	x.chunks = make([]corpus.Chunk, 0, len(x.entities.chunks))
	text := uint32(0)
	for _, p := range analyse.Outlined(pages) {
		firstSection, firstChunk := len(x.sections), len(x.chunks)
		for i, parent := range analyse.Parents(p.Doc.Sections) {
			s := p.Doc.Sections[i]
			x.sections = append(x.sections, corpus.Section{
				Heading: s.Heading, Anchor: s.Anchor,
				Parent:   model.SectionID(firstSection + parent),
				ChunkEnd: uint32(firstChunk + p.ChunkEnd[i]),
			})
		}
		for _, c := range p.Chunks {
			x.chunks = append(x.chunks, corpus.Chunk{
				Section: model.SectionID(firstSection + c.Section),
				Text:    model.Span{Start: text + uint32(c.Start), End: text + uint32(c.To)},
				Tokens:  uint32(c.Tokens),
			})
		}
		end := text + uint32(p.Doc.Sections[len(p.Doc.Sections)-1].End) // a text may be let go of
		x.docs = append(x.docs, corpus.Document{
			ID: p.Doc.ID, URL: p.Doc.URL, Title: p.Doc.Title,
			Text: model.Span{Start: text, End: end}, SectionEnd: uint32(len(x.sections)),
		})
		text = end
	}
}
