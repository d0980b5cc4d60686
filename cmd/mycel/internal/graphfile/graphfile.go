// Package graphfile writes the graph of a bundle for other programs, one node or edge at a time.
package graphfile

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"mycel"
	"mycel/builder/givengraph"
	"mycel/cmd/mycel/internal/inspection"
	"mycel/engine/method"
	"mycel/engine/model"
)

// maxPlaces is how many sentences of a chunk the index distinguishes; all later ones share a bit.
const maxPlaces = 62

// Write writes the graph of the bundle in dir in one of Formats: all nodes by type and number, then all edges.
// The same bundle gives the same bytes. It reads the whole index, and texts as it writes them.
// It uses memory for the index and a number for each mention. Time is O(mentions + pairs of entities in
// sentences).
func Write(ctx context.Context, out io.Writer, dir, format string) error {
	b, err := mycel.Open(dir)
	if err != nil {
		return err
	}
	if err := b.LoadAll(ctx); err != nil {
		return err
	}
	buffer := bufio.NewWriter(out)
	e := &export{b: b, x: b.Engine().Index(), to: writers[format](buffer)}
	if e.said, err = givengraph.ReadStatements(dir); err != nil {
		return err
	}
	e.to.begin()
	if err := e.documents(ctx); err != nil {
		return err
	}
	e.entities()
	e.summaries()
	e.to.edges()
	e.contents()
	e.related()
	e.to.end()
	return buffer.Flush()
}

// export is a graph that is being written.
type export struct {
	b      *mycel.Bundle
	x      *method.Index
	to     writer
	starts []uint32 // offset of every sentence in the text of the bundle
	said   map[[2]uint32]givengraph.Statement
}

// about returns the description, the kind and the weight of an entity or relation in a given graph.
func (e *export) about(a, b uint32) (said givengraph.Said, kind string, weight int) {
	s, ok := e.said[[2]uint32{a, b}]
	if ok {
		said = givengraph.Said{Description: s.Text, Chunk: id(aChunk, s.Chunk)}
	}
	return said, s.Type, s.Weight
}

func id(letter string, n uint32) string { return letter + strconv.FormatUint(uint64(n), 10) }

func ids(letter string, numbers []uint32) (list []string) {
	for _, n := range numbers {
		list = append(list, id(letter, n))
	}
	return list
}

// The first letters of the IDs, by type of node.
const (
	aDocument = "d"
	aChunk    = "c"
	aSentence = "s"
	anEntity  = "e"
	aSummary  = "t"
)

// documents writes the documents with their chunks and sentences.
func (e *export) documents(ctx context.Context) error {
	c := e.x.Corpus
	for d := range c.NumDocuments() {
		url := c.DocURL.At(d)
		e.to.node(givengraph.Node{ID: id(aDocument, uint32(d)), Type: "document", Name: c.DocTitle.At(d), Source: c.DocID.At(d), URL: url})
		for chunk, end := c.DocChunks(model.DocID(d)); chunk < end; chunk++ {
			s := int(c.ChunkSection(chunk))
			n := givengraph.Node{ID: id(aChunk, uint32(chunk)), Type: "chunk", Name: c.Heading.At(s), URL: url}
			if anchor := c.Anchor.At(s); anchor != "" {
				n.URL += "#" + anchor
			}
			e.to.node(n)
		}
		list, err := e.b.Sentences(ctx, model.DocID(d))
		if err != nil {
			return err
		}
		at := c.DocText(model.DocID(d)).Start
		for _, text := range list {
			e.to.node(givengraph.Node{ID: id(aSentence, uint32(len(e.starts))), Type: "sentence", Text: text})
			e.starts = append(e.starts, at)
			at += uint32(len(text))
		}
	}
	if len(e.starts) != e.x.Sentences {
		return fmt.Errorf("the texts have %d sentences, the index %d", len(e.starts), e.x.Sentences)
	}
	return nil
}

func (e *export) entities() {
	aliases := make([][]string, e.x.Entities.Len())
	for _, a := range e.x.Entities.Aliases() {
		aliases[a.Entity] = append(aliases[a.Entity], a.Key)
	}
	for i := range aliases {
		slices.Sort(aliases[i])
		at := model.EntityID(i)
		said, kind, _ := e.about(uint32(i), uint32(i))
		kind = cmp.Or(kind, inspection.KindNames[e.x.Entities.Kind(at)])
		e.to.node(givengraph.Node{ID: id(anEntity, uint32(i)), Type: "entity", Name: e.x.Entities.Name(at), Kind: kind, Aliases: aliases[i], Said: said})
	}
}

func (e *export) summaries() {
	t := e.x.Tree
	for i := range t.Len() {
		n := t.Node(i)
		text, _ := t.Text(n)
		e.to.node(givengraph.Node{ID: id(aSummary, uint32(i)), Type: "summary", Name: t.Title(n), Level: t.Level(n), Text: text})
	}
}

// contents writes the edges from documents, chunks and summaries to their parts, and from chunks to entities.
func (e *export) contents() {
	c := e.x.Corpus
	for d := range c.NumDocuments() {
		first, end := c.DocChunks(model.DocID(d))
		e.contains(id(aDocument, uint32(d)), aChunk, uint32(first), uint32(end))
	}
	for chunk := range uint32(c.NumChunks()) {
		source := id(aChunk, chunk)
		first, end := e.sentences(chunk)
		e.contains(source, aSentence, first, end)
		counts := e.x.ChunkEntities.Counts(chunk)
		for i, n := range e.x.ChunkEntities.Append(nil, chunk) {
			e.to.edge(givengraph.Edge{Source: source, Target: id(anEntity, n), Type: "mentions", Weight: new(float64(counts[i]))})
		}
	}
	t := e.x.Tree
	for i := range t.Len() {
		source, n := id(aSummary, uint32(i)), t.Node(i)
		if first, end := t.Below(n); first < end {
			e.contains(source, aSummary, uint32(first), uint32(end))
		} else {
			first, end := t.Leaves(n)
			e.contains(source, aChunk, uint32(first), uint32(end))
		}
		for _, s := range t.Sentences(n) {
			e.contains(source, aSentence, s, s+1)
		}
	}
}

// contains writes the edges from a node to the nodes [first, end) of a type.
func (e *export) contains(source, letter string, first, end uint32) {
	for n := first; n < end; n++ {
		e.to.edge(givengraph.Edge{Source: source, Target: id(letter, n), Type: "contains"})
	}
}

// sentences returns the range [first, end) of the sentences of a chunk.
func (e *export) sentences(chunk uint32) (first, end uint32) {
	at := e.x.Corpus.ChunkText(model.ChunkID(chunk))
	from, _ := slices.BinarySearch(e.starts, at.Start)
	to, _ := slices.BinarySearch(e.starts, at.End)
	return uint32(from), uint32(to)
}

// related writes the edges between entities.
func (e *export) related() {
	mentioned, mentions := e.mentions()
	both := make([][]uint32, len(mentions)) // by entity: the sentences that mention it and u
	for u := range uint32(len(mentions)) {
		for _, s := range mentions[u] {
			for _, v := range mentioned[s] {
				if v > u {
					both[v] = append(both[v], s)
				}
			}
		}
		neighbours, weights := e.x.Graph.Neighbours(u)
		for i, v := range neighbours {
			if v < u {
				continue
			}
			said, _, weight := e.about(u, v)
			weight = max(weight, int(weights[i]))
			e.to.edge(givengraph.Edge{Source: id(anEntity, u), Target: id(anEntity, v), Type: "related", Weight: new(float64(weight)), Sentences: ids(aSentence, both[v]), Said: said})
		}
		for _, s := range mentions[u] {
			for _, v := range mentioned[s] {
				both[v] = both[v][:0]
			}
		}
	}
}

// mentions returns the entities in each sentence, and the sentences with each entity, both in
// ascending order. Titles and headings are no sentences.
func (e *export) mentions() (mentioned, mentions [][]uint32) {
	mentioned, mentions = make([][]uint32, len(e.starts)), make([][]uint32, e.x.Entities.Len())
	for chunk := range uint32(e.x.Corpus.NumChunks()) {
		first, end := e.sentences(chunk)
		row := e.x.EntityPlaces.Row(chunk)
		for _, n := range e.x.ChunkEntities.Append(nil, chunk) {
			mask := row.Next() >> 1
			for i := uint32(0); i < min(end-first, maxPlaces); i++ {
				if mask>>i&1 != 0 {
					mentioned[first+i] = append(mentioned[first+i], n)
				}
			}
		}
	}
	for s, list := range mentioned {
		slices.Sort(list)
		mentioned[s] = slices.Compact(list) // overlapping chunks repeat sentences
		for _, n := range mentioned[s] {
			mentions[n] = append(mentions[n], uint32(s))
		}
	}
	return mentioned, mentions
}
