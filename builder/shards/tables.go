package shards

import (
	"mycel/builder/analyse"
	"mycel/engine/corpus"
	"mycel/engine/model"
)

// AddTables lists the documents, sections and chunks of all pages.
func (x *Index) AddTables(pages []*analyse.Page) {
	x.Docs = make([]corpus.Document, 0, len(pages))
	x.Sections = make([]corpus.Section, 0, len(x.Entities.Titles))
	x.Chunks = make([]corpus.Chunk, 0, len(x.Entities.Chunks))
	x.Labelled = make([]bool, 0, len(x.Entities.Titles))
	text := uint32(0)
	for _, p := range analyse.Outlined(pages) {
		firstSection, firstChunk := len(x.Sections), len(x.Chunks)
		for i, parent := range analyse.Parents(p.Doc.Sections) {
			s := p.Doc.Sections[i]
			x.Sections = append(x.Sections, corpus.Section{
				Heading: s.Name(), Anchor: s.Anchor,
				Parent:   model.SectionID(firstSection + parent),
				ChunkEnd: uint32(firstChunk + p.ChunkEnd[i]),
			})
			x.Labelled = append(x.Labelled, s.Label != "")
		}
		for _, c := range p.Chunks {
			x.Chunks = append(x.Chunks, corpus.Chunk{
				Section: model.SectionID(firstSection + c.Section),
				Text:    model.Span{Start: text + uint32(c.Start), End: text + uint32(c.To)},
				Tokens:  uint32(c.Tokens),
			})
		}
		end := text + uint32(p.Doc.Sections[len(p.Doc.Sections)-1].End) // the text itself may have left memory
		x.Docs = append(x.Docs, corpus.Document{
			ID: p.Doc.ID, URL: p.Doc.URL, Title: p.Doc.Title,
			Text: model.Span{Start: text, End: end}, SectionEnd: uint32(len(x.Sections)),
		})
		text = end
	}
}
