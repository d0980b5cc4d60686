package engine

import (
	"strconv"
	"strings"

	"mycel/engine/corpus"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/msgpack"
	"mycel/engine/parts"
)

// Related is the neighbours of a document or a section.
type Related struct {
	Of         string
	Reason     string // why there is none; "" if there is one
	Neighbours []Neighbour
	Missing    []parts.ID // parts without which there is no answer
}

// Neighbour is a document, or a section, that is linked with another or mentions the same entities.
type Neighbour struct {
	Source            // of a document: without heading and anchor
	Score    float32  // 0..1: see method.Index.Related
	Entities []string // entities that both mention, at most maxReasons, the rarest first
	Reasons  []Reason // links, then headings, then the entities
}

// maxReasons is how many shared entities are named.
const maxReasons = 8

// Related finds the neighbours of a document, named by its id or URL, or, with
// #anchor behind either, of a section: other documents or sections that mention the
// same rare entities, that link to it or to which it links, and of a section also those
// around, within and beside it; at most k, 0 meaning 10. The error wraps ErrOption.
func (e *Engine) Related(of string, k int) (*Related, error) {
	if k < 0 || k > method.MaxK {
		return nil, optionError("k", "got "+strconv.Itoa(k)+", want 1 to "+strconv.Itoa(method.MaxK))
	}
	if k == 0 {
		k = 10
	}
	var out *Related
	var err error
	missing, _ := e.Ask(func() { out, err = e.related(of, k) })
	if len(missing) > 0 {
		return &Related{Of: of, Missing: missing}, nil
	}
	return out, err
}

func (e *Engine) related(of string, k int) (*Related, error) {
	doc, section, isSection, ok := find(e.index, of)
	if !ok {
		return nil, optionError("of", "got "+quoted(of)+", want the id or URL of a document, with or without the #anchor of a section")
	}
	first, end := section, section+1
	if !isSection {
		first, end = e.index.Corpus.DocSections(doc)
	}
	out := &Related{Of: of}
	var list []method.Neighbour
	if first < end {
		list = e.index.Related(first, end, isSection, k)
	}
	if e.want.Rows() {
		return nil, nil
	}
	for _, nb := range list {
		out.Neighbours = append(out.Neighbours, newNeighbour(e.index, nb, isSection))
	}
	if len(out.Neighbours) == 0 {
		out.Reason = "no other document or section is linked with this one or mentions an entity that it does"
	}
	return out, nil
}

func newNeighbour(x *method.Index, nb method.Neighbour, isSection bool) Neighbour {
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

// Find looks up a document by its id or URL, or a section of it by the anchor behind
// a #; ok tells whether there is one, isSection whether section is meant.
// While parts that it needs are missing it finds nothing, and returns which ones. O(documents).
func (e *Engine) Find(name string) (doc model.DocID, section model.SectionID, isSection, ok bool, missing []parts.ID) {
	missing, _ = e.Ask(func() { doc, section, isSection, ok = find(e.index, name) })
	return doc, section, isSection, ok, missing
}

func find(x *method.Index, name string) (doc model.DocID, section model.SectionID, isSection, ok bool) {
	if !x.Corpus.DocID.HasAll() {
		return 0, 0, false, false
	}
	if doc, ok = findDocument(x.Corpus, name); ok {
		return doc, 0, false, true
	}
	page, anchor, _ := strings.Cut(name, "#")
	if doc, ok = findDocument(x.Corpus, page); !ok || anchor == "" {
		return 0, 0, false, false
	}
	first, end := x.Corpus.DocSections(doc)
	for s := first; s < end; s++ {
		if x.Corpus.Anchor.At(int(s)) == anchor {
			return doc, s, true, true
		}
	}
	return 0, 0, false, false
}

func findDocument(c *corpus.Tables, name string) (model.DocID, bool) {
	for d := range c.NumDocuments() {
		if name != "" && (c.DocID.At(d) == name || c.DocURL.At(d) == name) {
			return model.DocID(d), true
		}
	}
	return 0, false
}

// ParseRelatedRequest reads a request for neighbours: a msgpack map of "of" and "k". See
// ParseEvidenceRequest.
func ParseRelatedRequest(b []byte) (of string, k int, err error) {
	err = parseMap(b, "of", func(r *msgpack.Reader, key string) (err error) {
		switch key {
		case "of":
			of = r.Str()
		case "k":
			k, err = number(r, key)
		default:
			err = optionError(key, "there is no such option")
		}
		return err
	})
	return of, k, err
}

// AppendJSON appends the neighbours as JSON.
func (r *Related) AppendJSON(dst []byte) []byte {
	w := jsonWriter{dst}
	w.open('{')
	w.key("of").str(r.Of)
	w.missing(r.Missing, true)
	if r.Reason != "" {
		w.key("reason").str(r.Reason)
	}
	w.key("neighbours").open('[')
	for i := range r.Neighbours {
		n := &r.Neighbours[i]
		w.item().open('{')
		w.source(&n.Source)
		w.key("score").float(n.Score)
		w.key("entities").strs(n.Entities)
		w.reasons("reasons", n.Reasons)
		w.close('}')
	}
	w.close(']')
	w.close('}')
	return w.dst
}
