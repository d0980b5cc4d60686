// Package heterograph holds NodeRAG's graph of seven types of nodes (Xu et al. 2025, arXiv 2504.11544): texts, their
// semantic units, the entities that units name, the relations between entities, attributes of important entities,
// high-level elements of communities of nodes, and overviews, the names of these communities.
//
// Sentences of the documents are the text of every node, so that all of it can be cited: a unit is one to three
// sentences that follow each other, an attribute and a high-level element are choices of units, and a relation is
// clipped from units.
package heterograph

import (
	"slices"

	"mycel/engine/model"
	"mycel/engine/wire"
)

// Type of a node. Nodes are numbered type by type, in this order.
type Type uint8

const (
	Text      Type = iota // T: a chunk, with the chunk's number
	Entity                // N: an entity, numbered as in the vocabulary
	Unit                  // S: a semantic unit
	Relation              // R: between two entities
	Attribute             // A: units about an important entity
	Element               // H: a high-level element, units about the subject of a community
	Overview              // O: the title of an element
	types

	// Types is the number of types.
	Types = int(types)
)

// Graph is the graph with its nodes. It is immutable. It borrows the section from which it was decoded; only the edges
// are its own.
type Graph struct {
	first [types + 1]uint32 // by type: its first node; then the number of nodes

	unitFirst  []uint32 // by unit: its first sentence
	unitSize   []byte   // by unit: number of sentences
	unitTokens []byte   // by unit: at most 255
	chunkFirst []uint32 // by text: its first sentence
	chunkEnd   []uint32 // by text: the sentence behind its last
	clipEnd    []uint32 // relations+1 offsets into clips
	clips      []byte
	subject    []uint32 // by attribute: the entity
	extractEnd []uint32 // attributes and elements, +1
	extract    []uint32 // units
	nameEnd    []uint32 // overviews+1
	names      []uint32 // entities

	texts wire.Texts // by unit, relation and extract; empty if all are sentences

	edgeEnd []uint32 // nodes+1
	edges   []uint32
	weights []byte
}

// Clip is the part of a unit about a relation: a range of bytes, counted from the unit's start.
type Clip struct{ Unit, Start, Length uint32 }

// Tables are the input of Encode. Numbers of nodes in Edges are those of Graph.
type Tables struct {
	Chunks     []Range // their sentences
	Entities   int
	Units      []UnitRow
	Relations  [][]Clip
	Attributes []AttributeRow // ascending by entity
	Elements   [][]uint32     // units, ascending
	Overviews  [][]uint32     // entities in the order of the title
	Edges      []Edge         // ascending by (U, V), none twice, no loops
}

type (
	// UnitRow is a unit of sentences [First, First+Size).
	UnitRow struct {
		First        model.SentenceID
		Size, Tokens int
	}
	// Range is the sentences [First, End).
	Range struct{ First, End model.SentenceID }
	// AttributeRow has the units about an entity.
	AttributeRow struct {
		Entity uint32
		Units  []uint32 // ascending
	}
	// Edge is undirected; U < V.
	Edge struct{ U, V, Weight uint32 }
)

// maxWeight is the greatest weight of an edge, maxTokens the greatest token count of a unit.
const maxWeight, maxTokens = 255, 255

// First returns the number of the first node of a type in t.
func (t *Tables) First(of Type) uint32 {
	sizes := [...]int{len(t.Chunks), t.Entities, len(t.Units), len(t.Relations), len(t.Attributes), len(t.Elements), len(t.Overviews)}
	first := uint32(0)
	for _, n := range sizes[:of] {
		first += uint32(n)
	}
	return first
}

// Encode writes the section.
func (t *Tables) Encode() []byte {
	var w wire.Writer
	var first, chunkFirst, chunkEnd, subject []uint32
	var size, tokens []byte
	for _, u := range t.Units {
		first = append(first, uint32(u.First))
		size = append(size, byte(u.Size))
		tokens = append(tokens, byte(min(u.Tokens, maxTokens)))
	}
	for _, c := range t.Chunks {
		chunkFirst, chunkEnd = append(chunkFirst, uint32(c.First)), append(chunkEnd, uint32(c.End))
	}
	w.Uint32s(first)
	w.Raw(size)
	w.Raw(tokens)
	w.Uint32s(chunkFirst)
	w.Uint32s(chunkEnd)
	end := []uint32{0}
	var clips []byte
	for _, list := range t.Relations {
		for _, c := range list {
			clips = wire.AppendUvarint(wire.AppendUvarint(wire.AppendUvarint(clips, c.Unit), c.Start), c.Length)
		}
		end = append(end, uint32(len(clips)))
	}
	w.Offsets(end)
	w.Raw(clips)
	var extracts [][]uint32
	for _, a := range t.Attributes {
		subject = append(subject, a.Entity)
		extracts = append(extracts, a.Units)
	}
	w.Uint32s(subject)
	rows(&w, append(extracts, t.Elements...))
	rows(&w, t.Overviews)
	w.Raw(t.edges())
	return w.Bytes()
}

// rows writes lists: their ends, and then the elements of all.
func rows(w *wire.Writer, lists [][]uint32) {
	end := []uint32{0}
	var all []uint32
	for _, list := range lists {
		all = append(all, list...)
		end = append(end, uint32(len(all)))
	}
	w.Offsets(end)
	w.Uint32s(all)
}

// edges writes, for every node, the number of its neighbours with greater numbers, and then these neighbours. A
// neighbour is the distance from the neighbour before (for the first: from the node), minus one, shifted left by one.
// The low bit is set if the weight is 1; otherwise the weight follows.
func (t *Tables) edges() []byte {
	var b []byte
	rest := t.Edges
	for u := range t.First(types) {
		n := 0
		for n < len(rest) && rest[n].U == u {
			n++
		}
		b = wire.AppendUvarint(b, uint32(n))
		last := u
		for _, e := range rest[:n] {
			step := (e.V - last - 1) << 1
			if e.Weight == 1 {
				b = wire.AppendUvarint(b, step|1)
			} else {
				b = append(wire.AppendUvarint(b, step), byte(min(e.Weight, maxWeight)))
			}
			last = e.V
		}
		rest = rest[n:]
	}
	return b
}

// Decode reads the graph of a corpus of the given sizes. Errors wrap wire.ErrCorrupt.
func Decode(b []byte, chunks, entities, sentences int) (*Graph, error) {
	r := wire.NewReader(b)
	g := &Graph{}
	g.unitFirst = r.IDs(-1, sentences)
	units := len(g.unitFirst)
	g.unitSize, g.unitTokens = r.Raw(), r.Raw()
	g.chunkFirst, g.chunkEnd = r.IDs(chunks, sentences+1), r.IDs(chunks, sentences+1)
	g.clipEnd = r.Offsets(-1, -1)
	g.clips = r.Raw()
	g.subject = r.IDs(-1, entities)
	g.extractEnd = r.Offsets(-1, -1)
	g.extract = r.IDs(int(g.extractEnd[len(g.extractEnd)-1]), units)
	g.nameEnd = r.Offsets(-1, -1)
	g.names = r.IDs(int(g.nameEnd[len(g.nameEnd)-1]), entities)
	stream := r.Raw()
	extracts := len(g.extractEnd) - 1
	if len(g.unitSize) != units || len(g.unitTokens) != units || extracts < len(g.subject) {
		r.Fail("arrays of different lengths")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	for i, n := range g.unitSize {
		if n == 0 || int(g.unitFirst[i])+int(n) > sentences || i > 0 && g.unitFirst[i] <= g.unitFirst[i-1] {
			r.Fail("malformed unit")
			return nil, r.Close()
		}
	}
	for c, end := range g.chunkEnd {
		if g.chunkFirst[c] > end || c > 0 && (g.chunkFirst[c] < g.chunkFirst[c-1] || end < g.chunkEnd[c-1]) {
			r.Fail("texts out of order")
			return nil, r.Close()
		}
	}
	sizes := [...]int{chunks, entities, units, len(g.clipEnd) - 1, len(g.subject), extracts - len(g.subject), len(g.nameEnd) - 1}
	for i, n := range sizes {
		g.first[i+1] = g.first[i] + uint32(n)
	}
	switch {
	case !g.checkClips(units):
		r.Fail("malformed clips")
	case !g.decodeEdges(stream):
		r.Fail("malformed edges")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	return g, nil
}

// checkClips reports whether every relation has whole clips of units.
func (g *Graph) checkClips(units int) bool {
	if int(g.clipEnd[len(g.clipEnd)-1]) != len(g.clips) {
		return false
	}
	for i := range len(g.clipEnd) - 1 {
		row := g.clips[g.clipEnd[i]:g.clipEnd[i+1]]
		for at := 0; at < len(row); {
			for field := range 3 {
				v, next, ok := wire.Uvarint(row, at)
				if !ok || field == 0 && int(v) >= units {
					return false
				}
				at = next
			}
		}
	}
	return true
}

// decodeEdges turns the stream into rows of neighbours at both ends. It reads the stream twice: to measure the rows,
// and to fill them. The smaller neighbours of a node come before the others, because their rows come first.
func (g *Graph) decodeEdges(stream []byte) bool {
	n := int(g.first[types])
	g.edgeEnd = make([]uint32, n+1)
	total := 0
	ok := eachEdge(stream, n, func(u, v uint32, _ byte) {
		g.edgeEnd[u+1]++
		g.edgeEnd[v+1]++
		total += 2
	})
	if !ok {
		return false
	}
	for u := range n {
		g.edgeEnd[u+1] += g.edgeEnd[u]
	}
	g.edges, g.weights = make([]uint32, total), make([]byte, total)
	fill := append([]uint32(nil), g.edgeEnd[:n]...)
	return eachEdge(stream, n, func(u, v uint32, weight byte) {
		g.edges[fill[u]], g.weights[fill[u]] = v, weight
		g.edges[fill[v]], g.weights[fill[v]] = u, weight
		fill[u]++
		fill[v]++
	})
}

// eachEdge calls f for all edges on n nodes. It returns false if the stream is malformed. Every edge takes at least a
// byte, so a damaged stream cannot claim more edges than it has.
func eachEdge(stream []byte, n int, f func(u, v uint32, weight byte)) bool {
	at := 0
	for u := range uint32(n) {
		count, next, ok := wire.Uvarint(stream, at)
		if !ok {
			return false
		}
		at = next
		last := u
		for range count {
			step, next, ok := wire.Uvarint(stream, at)
			if !ok || step>>1 >= uint32(n)-last-1 {
				return false
			}
			at = next
			weight := byte(1)
			if step&1 == 0 {
				if at == len(stream) || stream[at] < 2 {
					return false
				}
				weight = stream[at]
				at++
			}
			last += step>>1 + 1
			f(u, last, weight)
		}
	}
	return at == len(stream)
}

// NumNodes returns the number of nodes.
func (g *Graph) NumNodes() int { return int(g.first[types]) }

// NumEdges returns the number of edges.
func (g *Graph) NumEdges() int { return len(g.edges) / 2 }

// Range returns the nodes [first, end) of a type.
func (g *Graph) Range(t Type) (first, end uint32) { return g.first[t], g.first[t+1] }

// TypeOf returns the type of a node.
func (g *Graph) TypeOf(node uint32) Type {
	t := Text
	for g.first[t+1] <= node {
		t++
	}
	return t
}

// Degree returns the number of neighbours of a node.
func (g *Graph) Degree(node uint32) int { return int(g.edgeEnd[node+1] - g.edgeEnd[node]) }

// Neighbours returns the neighbours of a node, ascending, and the weights of the edges: the number of times that each
// was made, at most 255.
func (g *Graph) Neighbours(node uint32) ([]uint32, []byte) {
	i, j := g.edgeEnd[node], g.edgeEnd[node+1]
	return g.edges[i:j], g.weights[i:j]
}

// Of returns the neighbours of a node that are of a type, ascending.
func (g *Graph) Of(node uint32, t Type) []uint32 {
	row, _ := g.Neighbours(node)
	first, end := g.Range(t)
	i := 0
	for i < len(row) && row[i] < first {
		i++
	}
	j := i
	for j < len(row) && row[j] < end {
		j++
	}
	return row[i:j]
}

// Sentences returns the sentences [first, end) of a unit; units are numbered from 0 here, as in Extract and Clips.
func (g *Graph) Sentences(unit uint32) (first, end model.SentenceID) {
	s := model.SentenceID(g.unitFirst[unit])
	return s, s + model.SentenceID(g.unitSize[unit])
}

// Tokens returns the length of a unit, at most 255.
func (g *Graph) Tokens(unit uint32) int { return int(g.unitTokens[unit]) }

// ChunkSentences returns the sentences [first, end) of a chunk.
func (g *Graph) ChunkSentences(c model.ChunkID) (first, end model.SentenceID) {
	return model.SentenceID(g.chunkFirst[c]), model.SentenceID(g.chunkEnd[c])
}

// Chunks returns the chunks [first, end) that have the first sentence of a unit. Of a repeated text these are the
// chunks where it stands first in the corpus.
func (g *Graph) Chunks(unit uint32) (first, end model.ChunkID) {
	s := g.unitFirst[unit]
	return model.ChunkID(below(g.chunkEnd, s+1)), model.ChunkID(below(g.chunkFirst, s+1))
}

// Units returns the units [first, end) that begin in a chunk.
func (g *Graph) Units(c model.ChunkID) (first, end uint32) {
	return below(g.unitFirst, g.chunkFirst[c]), below(g.unitFirst, g.chunkEnd[c])
}

// UnitsBySentence returns, by sentence, the number of its unit, counted from 1. It is 0 for sentences without a unit,
// which include sentences that repeat a unit. The slice ends with the last sentence of a unit.
func (g *Graph) UnitsBySentence() []uint32 {
	n := len(g.unitFirst)
	if n == 0 {
		return nil
	}
	last := 0
	for i, s := range g.unitFirst {
		last = max(last, int(s)+int(g.unitSize[i]))
	}
	out := make([]uint32, last)
	for i, s := range g.unitFirst {
		for k := range int(g.unitSize[i]) {
			out[int(s)+k] = uint32(i + 1)
		}
	}
	return out
}

// LoadTexts reads a language model's texts that replace sentences. wire.EncodeTexts wrote them for units, relations,
// attributes and elements in the order of their nodes, with the tokens of each as a row of a table (evidence.Row). b is
// empty for no texts. On an error, which wraps wire.ErrCorrupt, g does not change.
func (g *Graph) LoadTexts(b []byte) error {
	return g.texts.Load(b, int(g.first[Overview]-g.first[Unit]))
}

// Written returns a language model's text that replaces a node's sentences, and an upper bound of the tokens of its row
// in a table; "" for a node with sentences or without text.
func (g *Graph) Written(node uint32) (text string, cost int) {
	if node < g.first[Unit] || node >= g.first[Overview] {
		return "", 0
	}
	return g.texts.At(int(node - g.first[Unit]))
}

// below returns the number of elements of an ascending array that are less than x.
func below(a []uint32, x uint32) uint32 {
	i, _ := slices.BinarySearch(a, x)
	return uint32(i)
}

// NumExtracts returns the number of attributes and elements, which are the extracts.
func (g *Graph) NumExtracts() int { return len(g.extractEnd) - 1 }

// Extract returns the units of extract i, ascending: attributes come before elements.
func (g *Graph) Extract(i uint32) []uint32 { return g.extract[g.extractEnd[i]:g.extractEnd[i+1]] }

// Subject returns the entity of attribute i, counted from 0.
func (g *Graph) Subject(i uint32) model.EntityID { return model.EntityID(g.subject[i]) }

// Names returns the entities whose names are the title of overview i, counted from 0.
func (g *Graph) Names(i uint32) []uint32 { return g.names[g.nameEnd[i]:g.nameEnd[i+1]] }

// Clips returns the parts of units about relation i, counted from 0, in the order of the texts.
func (g *Graph) Clips(i uint32) []Clip {
	var out []Clip
	row := g.clips[g.clipEnd[i]:g.clipEnd[i+1]]
	for at := 0; at < len(row); {
		var c Clip
		c.Unit, at, _ = wire.Uvarint(row, at)
		c.Start, at, _ = wire.Uvarint(row, at)
		c.Length, at, _ = wire.Uvarint(row, at)
		out = append(out, c)
	}
	return out
}
