package noderag

import (
	"strings"

	"mycel/builder/embed"
	"mycel/builder/method"
	"mycel/builder/shards"
	"mycel/builder/vectors"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/vector"
)

// builder makes the sections.
type builder struct {
	*method.Work
	c *Corpus // source of the graph
}

// sections makes the graph, and the vectors of its units, attributes and elements if the bundle has vectors.
func sections(w *method.Work) (*method.Output, error) {
	b, err := newBuilder(w)
	if err != nil {
		return nil, err
	}
	g, err := Build(b.Context, b.c, b.Settings)
	if err != nil {
		return nil, err
	}
	var signs []byte
	if g.Vectors != nil {
		signs = vector.EncodeSigns(g.Vectors.Words)
	}
	return &method.Output{Sections: [][]byte{g.Encode(), signs, b.texts(g)}, Counts: counts(&g.Tables)}, nil
}

// counts returns the size of the graph.
func counts(t *heterograph.Tables) map[string]int {
	return map[string]int{
		"units": len(t.Units), "relations": len(t.Relations), "attributes": len(t.Attributes),
		"elements": len(t.Elements), "overviews": len(t.Overviews), "nodeEdges": len(t.Edges),
	}
}

// newBuilder collects the sources of the graph.
func newBuilder(w *method.Work) (b *builder, err error) {
	b = &builder{w, &Corpus{IDF: w.IDF}}
	c := b.c
	if c.Units, err = b.units(); err != nil {
		return nil, err
	}
	if b.Reader != nil || b.Given != nil {
		c.Write = b.write
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
		c.Signs = func(contents []Content) (*embed.Signs, error) { return b.Space.Signs(b.Context, b.textsOf(contents)) }
		return b, nil
	}
	c.ChunkTerms = make([][]uint32, len(c.Chunks))
	for t := range b.Chunks.Rows {
		for _, p := range b.Chunks.List(t) {
			if !b.Vocabulary.Stop[model.TermID(t)] {
				c.ChunkTerms[p.Passage] = append(c.ChunkTerms[p.Passage], uint32(t))
			}
		}
	}
	return b, nil
}

// textsOf returns the texts of nodes.
func (b *builder) textsOf(contents []Content) []vectors.Text {
	texts := make([]vectors.Text, len(contents))
	for i, c := range contents {
		parts := shards.Pick(b.c.Entities, c.Names)
		units := c.Units
		if c.Note.Text != "" {
			units, parts = nil, append(parts, c.Note.Text)
		}
		for _, k := range units {
			u := &b.c.Units[k]
			if len(c.Names) == 0 {
				p, _ := b.Sentences.At(int(u.First))
				parts = append(parts, p.OwnTitle())
			}
			parts = append(parts, strings.TrimSpace(b.unitText(u)))
		}
		texts[i] = vectors.Text{Text: strings.TrimSpace(strings.Join(parts, "\n")), Terms: b.c.terms(c)}
	}
	return texts
}

// unitText returns the sentences of a unit.
func (b *builder) unitText(u *Unit) string {
	p, first := b.Sentences.At(int(u.First))
	return p.Doc.Text[p.Sentences[first]:p.SentenceEnd(first+u.Size-1)]
}

// texts lists the texts of units, and those of attributes and elements.
func texts(w *method.Work) ([][]string, error) {
	b, err := newBuilder(w)
	if err != nil {
		return nil, err
	}
	units, others, err := Contents(b.Context, b.c, b.Settings)
	if err != nil {
		return nil, err
	}
	return [][]string{vectors.Strings(b.textsOf(units)), vectors.Strings(b.textsOf(others))}, nil
}
