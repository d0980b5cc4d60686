package noderag

import (
	"context"
	"fmt"
	"strings"

	"mycel/builder/embed"
	"mycel/builder/method"
	"mycel/builder/vectors"
	"mycel/engine/method/noderag"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/vector"
)

// Method builds the sections of NodeRAG.
type Method struct{ Options }

// Name implements method.Method.
func (Method) Name() string { return noderag.Mode }

// Check implements method.Method.
func (m Method) Check() error {
	_, err := m.WithDefaults()
	return err
}

// builder makes the sections.
type builder struct {
	method.Work
	Options
}

// Sections implements method.Method: the graph, and the vectors of its units, attributes and
// elements where the bundle has vectors.
func (m Method) Sections(ctx context.Context, corpus *method.Corpus) (*method.Output, error) {
	b := &builder{method.NewWork(ctx, corpus), m.Options}
	c, err := b.corpus()
	if err != nil {
		return nil, err
	}
	g, err := Build(ctx, c, m.Options)
	if err != nil {
		return nil, err
	}
	var signs []byte
	if g.Vectors != nil {
		signs = vector.EncodeSigns(g.Vectors.Words)
	}
	return &method.Output{Sections: [][]byte{g.Encode(), signs, b.texts(c, g)}, Counts: counts(&g.Tables)}, nil
}

// counts returns the size of the graph.
func counts(t *heterograph.Tables) map[string]int {
	return map[string]int{
		"units": len(t.Units), "relations": len(t.Relations), "attributes": len(t.Attributes),
		"elements": len(t.Elements), "overviews": len(t.Overviews), "nodeEdges": len(t.Edges),
	}
}

// corpus gathers the sources of the graph.
func (b *builder) corpus() (*Corpus, error) {
	units, err := b.units()
	if err != nil {
		return nil, err
	}
	c := &Corpus{IDF: b.IDF, Units: units}
	if b.Reader != nil || b.Given != nil {
		c.Writer = (&writer{b, c}).write
	}
	for i, p := range b.Pages {
		first := b.Sentences.First[i]
		for _, chunk := range p.Chunks {
			c.Chunks = append(c.Chunks, heterograph.Range{First: model.SentenceID(first + chunk.First), End: model.SentenceID(first + chunk.End)})
		}
	}
	for _, e := range b.Entities.Entities {
		c.Entities = append(c.Entities, e.Name)
		c.EntityTerms = append(c.EntityTerms, b.TermsOfKey(e.Key))
	}
	if b.Vectors != nil && b.Space != nil {
		c.Vectors = b.Signs()
		c.Space = &nodeSpace{b, c}
		return c, nil
	}
	c.ChunkTerms = make([][]uint32, len(c.Chunks))
	for t := range b.Chunks.Rows {
		for _, p := range b.Chunks.List(t) {
			if !b.Vocabulary.Stop[model.TermID(t)] {
				c.ChunkTerms[p.Passage] = append(c.ChunkTerms[p.Passage], uint32(t))
			}
		}
	}
	return c, nil
}

// nodeSpace puts nodes into the space of the chunks' vectors.
type nodeSpace struct {
	b *builder
	c *Corpus
}

func (s *nodeSpace) Signs(ctx context.Context, contents []Content) (*embed.Signs, error) {
	signs, err := s.b.Space.Signs(ctx, s.texts(contents))
	if err != nil {
		return nil, fmt.Errorf("vectors of nodes: %w", err)
	}
	return signs, nil
}

// texts returns the texts of nodes.
func (s *nodeSpace) texts(contents []Content) []vectors.Text {
	texts := make([]vectors.Text, len(contents))
	for i, c := range contents {
		var parts []string
		for _, e := range c.Names {
			parts = append(parts, s.c.Entities[e])
			texts[i].Terms = append(texts[i].Terms, s.c.EntityTerms[e]...)
		}
		units := c.Units
		if c.Note.Text != "" {
			units, parts = nil, append(parts, c.Note.Text)
			texts[i].Terms = append(texts[i].Terms, c.Note.Terms...)
		}
		for _, k := range units {
			u := &s.c.Units[k]
			if len(c.Names) == 0 {
				p, _ := s.b.Sentences.At(int(u.First))
				parts = append(parts, p.OwnTitle())
				texts[i].Terms = append(texts[i].Terms, u.Title...)
			}
			parts = append(parts, strings.TrimSpace(s.b.unitText(u)))
			texts[i].Terms = append(texts[i].Terms, u.Terms...)
		}
		texts[i].Text = strings.TrimSpace(strings.Join(parts, "\n"))
	}
	return texts
}

// unitText returns the sentences of a unit.
func (b *builder) unitText(u *Unit) string {
	p, first := b.Sentences.At(int(u.First))
	return p.Doc.Text[p.Sentences[first]:p.SentenceEnd(first+u.Size-1)]
}

// Texts implements method.Method.
func (m Method) Texts(ctx context.Context, corpus *method.Corpus) ([][]string, error) {
	b := &builder{method.NewWork(ctx, corpus), m.Options}
	c, err := b.corpus()
	if err != nil {
		return nil, err
	}
	units, others, err := Contents(ctx, c, m.Options)
	if err != nil {
		return nil, err
	}
	s := &nodeSpace{b, c}
	return [][]string{vectors.Strings(s.texts(units)), vectors.Strings(s.texts(others))}, nil
}
