package builder

import (
	"mycel/builder/ingest"
	"mycel/engine/corpus"
	"mycel/engine/model"
)

// parents returns for each section the one that encloses it, or itself: the
// nearest section before it with a heading of a higher level.
func parents(sections []ingest.Section) []int {
	up := make([]int, len(sections))
	var open []int
	for i, s := range sections {
		for len(open) > 0 && sections[open[len(open)-1]].Level >= s.Level {
			open = open[:len(open)-1]
		}
		up[i] = i
		if len(open) > 0 {
			up[i] = open[len(open)-1]
		}
		if s.Heading != "" {
			open = append(open, i)
		}
	}
	return up
}

// addTables lists the documents, sections and chunks of all pages.
func (x *indexer) addTables(pages []*page) {
	x.docs = make([]corpus.Document, 0, len(pages))
	x.sections = make([]corpus.Section, 0, len(x.entities.titles))
	x.chunks = make([]corpus.Chunk, 0, len(x.entities.chunks))
	text := uint32(0)
	for _, p := range outlined(pages) {
		firstSection, firstChunk := len(x.sections), len(x.chunks)
		for i, parent := range parents(p.doc.Sections) {
			s := p.doc.Sections[i]
			x.sections = append(x.sections, corpus.Section{
				Heading: s.Heading, Anchor: s.Anchor,
				Parent:   model.SectionID(firstSection + parent),
				ChunkEnd: uint32(firstChunk + p.chunkEnd[i]),
			})
		}
		for _, c := range p.chunks {
			x.chunks = append(x.chunks, corpus.Chunk{
				Section: model.SectionID(firstSection + c.section),
				Text:    model.Span{Start: text + uint32(c.start), End: text + uint32(c.to)},
				Tokens:  uint32(c.tokens),
			})
		}
		end := text + uint32(p.doc.Sections[len(p.doc.Sections)-1].End) // a text may be let go of
		x.docs = append(x.docs, corpus.Document{
			ID: p.doc.ID, URL: p.doc.URL, Title: p.doc.Title,
			Text: model.Span{Start: text, End: end}, SectionEnd: uint32(len(x.sections)),
		})
		text = end
	}
}
