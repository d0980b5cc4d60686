package answer

import (
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/related"
)

// Related is the neighbours of a document or a section.
type Related struct {
	Of         string
	Reason     string // why there is no neighbour; "" if there is one
	Neighbours []Neighbour
	Missing    []parts.ID // parts that the answer needs
}

// Lacking returns the parts that are missing.
func (r *Related) Lacking() []parts.ID { return r.Missing }

// Neighbour is a document or section that a link joins to another, or that mentions the same entities.
type Neighbour struct {
	Source            // for a document: without heading and anchor
	Score    float32  // 0..1: see related.Find
	Entities []string // entities that both mention, at most maxReasons, the rarest first
	Reasons  []Reason // links, then headings, then the entities
}

// maxReasons is the most shared entities that a neighbour names.
const maxReasons = 8

// NewRelated finds at most k neighbours of the sections [first, end): those of a document, or one section. It returns
// nil while rows of the index are missing.
func NewRelated(x *method.Index, of string, first, end model.SectionID, isSection bool, k int) *Related {
	out := &Related{Of: of}
	var list []related.Neighbour
	if first < end {
		list = related.Find(x, first, end, isSection, k)
	}
	if x.Missing.Rows() {
		return nil
	}
	for _, nb := range list {
		out.Neighbours = append(out.Neighbours, newNeighbour(x, nb, isSection))
	}
	if len(out.Neighbours) == 0 {
		out.Reason = "no other document or section is linked with this one or mentions an entity that it does"
	}
	return out
}

func newNeighbour(x *method.Index, nb related.Neighbour, isSection bool) Neighbour {
	c := x.Corpus
	section := c.ChunkSection(nb.First)
	out := Neighbour{Source: sourceOf(x, section), Score: nb.Score}
	if !isSection {
		out.Heading, out.URL = "", c.DocURL.At(int(c.SectionDoc(section)))
	}
	for _, entity := range nb.Entities[:min(len(nb.Entities), maxReasons)] {
		out.Entities = append(out.Entities, x.Entities.Name(entity))
	}
	for _, t := range nb.Ties {
		out.Reasons = append(out.Reasons, Reason{Kind: t.Kind, Label: t.Text, From: fromSection(x, model.SectionID(t.From))})
	}
	if len(out.Entities) > 0 {
		out.Reasons = append(out.Reasons, Reason{Kind: method.ByEntities, Path: out.Entities})
	}
	return out
}

// AppendJSON appends the neighbours as JSON.
func (r *Related) AppendJSON(dst []byte) []byte {
	w := jsonWriter{dst}
	w.open('{')
	w.key("of").str(r.Of)
	w.missing(r.Missing, true)
	w.optional("reason", r.Reason)
	w.objects("neighbours", len(r.Neighbours), func(i int) {
		n := &r.Neighbours[i]
		w.source(&n.Source)
		w.key("score").float(n.Score)
		w.key("entities").strs(n.Entities)
		w.reasons("reasons", n.Reasons)
	})
	w.close('}')
	return w.dst
}
