package builder

import (
	"context"
	"fmt"
	"strings"

	"mycel/builder/embed"
	"mycel/builder/method/noderag"
	"mycel/builder/ner"
	"mycel/builder/trees"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/vector"
)

// buildNode makes the sections of NodeRAG: the graph, and the vectors of its units,
// attributes and elements where the bundle has vectors.
func buildNode(b *build, m *material) ([][]byte, error) {
	c, err := b.nodeCorpus(m)
	if err != nil {
		return nil, err
	}
	g, err := noderag.Build(b.ctx, c, b.Node)
	if err != nil {
		return nil, err
	}
	b.countNodes(&g.Tables)
	var vectors []byte
	if g.Vectors != nil {
		vectors = vector.EncodeSigns(g.Vectors.Words)
	}
	return [][]byte{g.Encode(), vectors, b.nodeTexts(m, c, g)}, nil
}

// countNodes reports the size of the graph.
func (b *build) countNodes(t *heterograph.Tables) {
	for name, n := range map[string]int{
		"units": len(t.Units), "relations": len(t.Relations), "attributes": len(t.Attributes),
		"elements": len(t.Elements), "overviews": len(t.Overviews), "nodeEdges": len(t.Edges),
	} {
		b.report.Counts[name] = n
	}
}

// nodeCorpus gathers what the graph is made of.
func (b *build) nodeCorpus(m *material) (*noderag.Corpus, error) {
	units, err := b.nodeUnits(m)
	if err != nil {
		return nil, err
	}
	c := &noderag.Corpus{IDF: m.idf, Units: units}
	all := trees.NewStretch(b.pages, make([][]ner.Mention, len(b.pages)))
	if m.reader != nil {
		c.Writer = (&nodeWriter{b, m, c, all}).write
	}
	for i, p := range b.pages {
		for _, chunk := range p.Chunks {
			c.Chunks = append(c.Chunks, heterograph.Range{First: model.SentenceID(all.SentencesBefore[i] + chunk.First), End: model.SentenceID(all.SentencesBefore[i] + chunk.End)})
		}
	}
	for _, e := range m.entities.Entities {
		c.Entities = append(c.Entities, e.Name)
		c.EntityTerms = append(c.EntityTerms, nameIDs(e.Key, m.vocab))
	}
	if m.vectors != nil && m.space != nil {
		c.Vectors = &embed.Signs{Dims: m.vectors.Dims(), Words: signsOf(m.vectors).Bits}
		c.Space = &nodeSpace{b: b, c: c, vectorSpace: m.space, titles: b.Node.Without != noderag.PartTitles}
		return c, nil
	}
	c.ChunkTerms = make([][]uint32, len(c.Chunks))
	for t := range m.chunks.Rows {
		for _, p := range m.chunks.List(t) {
			if !m.vocab.Stop[model.TermID(t)] {
				c.ChunkTerms[p.Passage] = append(c.ChunkTerms[p.Passage], uint32(t))
			}
		}
	}
	return c, nil
}

// nodeSpace puts nodes into the space of the chunks' vectors.
type nodeSpace struct {
	vectorSpace
	b      *build
	c      *noderag.Corpus
	titles bool // of pages, before units
}

func (s *nodeSpace) Signs(ctx context.Context, contents []noderag.Content) (*embed.Signs, error) {
	signs, err := s.signs(ctx, s.texts(contents))
	if err != nil {
		return nil, fmt.Errorf("vectors of nodes: %w", err)
	}
	return signs, nil
}

// texts returns what nodes say.
func (s *nodeSpace) texts(contents []noderag.Content) []spacedText {
	texts := make([]spacedText, len(contents))
	all := trees.NewStretch(s.b.pages, make([][]ner.Mention, len(s.b.pages)))
	for i, c := range contents {
		var parts []string
		for _, e := range c.Names {
			parts = append(parts, s.c.Entities[e])
			texts[i].terms = append(texts[i].terms, s.c.EntityTerms[e]...)
		}
		units := c.Units
		if c.Note.Text != "" {
			units, parts = nil, append(parts, c.Note.Text)
			texts[i].terms = append(texts[i].terms, c.Note.Terms...)
		}
		for _, k := range units {
			u := &s.c.Units[k]
			p, first := all.Sentence(int(u.First))
			if len(c.Names) == 0 && s.titles {
				parts = append(parts, p.OwnTitle())
				texts[i].terms = append(texts[i].terms, u.Title...)
			}
			parts = append(parts, strings.TrimSpace(p.Doc.Text[p.Sentences[first]:p.SentenceEnd(first+u.Size-1)]))
			texts[i].terms = append(texts[i].terms, u.Terms...)
		}
		texts[i].text = strings.TrimSpace(strings.Join(parts, "\n"))
	}
	return texts
}

// textsOfNode lists what NodeRAG has vectors made of.
func textsOfNode(b *build, m *material) [][]string {
	c, err := b.nodeCorpus(m)
	if err != nil {
		return nil // the build's own error says why
	}
	units, others, err := noderag.Contents(b.ctx, c, b.Node)
	if err != nil {
		return nil // the build's own error says why
	}
	s := &nodeSpace{b: b, c: c, titles: b.Node.Without != noderag.PartTitles}
	lists := make([][]string, 2)
	for i, contents := range [][]noderag.Content{units, others} {
		for _, t := range s.texts(contents) {
			lists[i] = append(lists[i], t.text)
		}
	}
	return lists
}
