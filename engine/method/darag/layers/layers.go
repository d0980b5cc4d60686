// Package layers holds the index of DA-RAG (2026): a layer of chunks, with the trussness of its edges, two layers of
// entities, one of relations and one of similarity, and the descriptions of entities. Package builder/method/darag
// makes it.
package layers

import (
	"mycel/engine/ktruss"
	"mycel/engine/model"
	"mycel/engine/wire"
)

// Index is the three layers.
//
// The relations are some of the edges of the bundle's entity graph; a bit for each edge marks them. Descriptions are
// sentences of the documents.
type Index struct {
	Chunks    *ktruss.Graph // the chunk layer
	Trussness []uint16      // of its edges

	related   []byte   // a bit for each edge of the entity graph, in ascending order of (U, V)
	similarAt []uint32 // by entity: start of its row in similar
	similar   []uint32 // neighbours in the similarity layer, ascending
	first     []uint32 // by chunk: its first sentence
	end       []uint32 // by chunk: the end of its sentences
	describes []uint32 // by entity: start of its sentences in sentences
	sentences []uint32
	rowCost   []byte // by sentence: see RowCost
	nameCost  []byte // by entity
	headCost  []byte // by table of a context
	mean      float32
	notes     [2]notes // of entities, of edges; see EncodeTexts
}

// Tables are the input of Encode.
type Tables struct {
	Edges        []ktruss.Edge // of the chunk layer, ascending
	Trussness    []uint16      // of Edges
	Related      []bool        // by edge of the entity graph: whether it is a relation
	Similar      [][]uint32    // by entity: its neighbours with a greater number, ascending
	Sentences    [][2]uint32   // by chunk: [first, end)
	Descriptions [][]uint32    // by entity: sentences, ascending
	RowCosts     []uint32      // by sentence: tokens in a row beyond the tokens in a passage
	NameCosts    []uint32      // by entity: tokens of its name in a row
	HeadCosts    []uint32      // of the heads of the tables of a context, with the line breaks around them
}

// maxCost is the largest cost that a byte can hold. Larger costs are bounded by the length of the text in bytes, which
// no tokenizer exceeds.
const maxCost = 255

// Encode writes the section. Rows are differences, as variable-length integers.
func Encode(t *Tables) []byte {
	chunks := make([][]uint32, len(t.Sentences))
	for _, e := range t.Edges {
		chunks[e.U] = append(chunks[e.U], e.V)
	}
	trussness := make([]byte, len(t.Trussness))
	for i, k := range t.Trussness {
		trussness[i] = byte(min(k, 255))
	}
	related := make([]byte, (len(t.Related)+7)/8)
	for i, is := range t.Related {
		if is {
			related[i/8] |= 1 << (i % 8)
		}
	}
	spans := make([]byte, 0, 2*len(t.Sentences))
	last := uint32(0)
	for _, s := range t.Sentences {
		// Chunks overlap, but no chunk begins before the chunk in front of it.
		spans = wire.AppendUvarint(spans, s[0]-last)
		spans = wire.AppendUvarint(spans, s[1]-s[0])
		last = s[0]
	}
	var w wire.Writer
	w.Raw(appendRows(nil, chunks, after))
	w.Raw(trussness)
	w.Raw(related)
	w.Raw(appendRows(nil, t.Similar, after))
	w.Raw(spans)
	w.Raw(appendRows(nil, t.Descriptions, fromZero))
	w.Raw(costs(t.RowCosts))
	w.Raw(costs(t.NameCosts))
	w.Raw(costs(t.HeadCosts))
	return w.Bytes()
}

// Rows begin at their own number + 1 if they hold only greater numbers.
func after(row int) uint32 { return uint32(row) + 1 }
func fromZero(int) uint32  { return 0 }

// appendRows writes the length of each row, and then its elements: each as its distance from the element before plus
// one, and the first as its distance from base(row).
func appendRows(b []byte, rows [][]uint32, base func(row int) uint32) []byte {
	for i, row := range rows {
		b = wire.AppendUvarint(b, uint32(len(row)))
		next := base(i)
		for _, v := range row {
			b = wire.AppendUvarint(b, v-next)
			next = v + 1
		}
	}
	return b
}

func costs(all []uint32) []byte {
	out := make([]byte, len(all))
	for i, n := range all {
		out[i] = byte(min(n, maxCost))
	}
	return out
}

// Sizes are the numbers of rows in the other sections to which this one refers.
type Sizes struct{ Chunks, Entities, Edges, Sentences int }

// Decode reads the bytes that Encode wrote, and checks every reference. Errors wrap wire.ErrCorrupt. O(len(b)), and 12
// bytes an edge of the chunk layer.
func Decode(b []byte, n Sizes) (*Index, error) {
	r := wire.NewReader(b)
	edges := rows{r: r, b: r.Raw(), limit: n.Chunks}
	trussness := r.Raw()
	x := &Index{related: r.Raw()}
	similar := rows{r: r, b: r.Raw(), limit: n.Entities}
	spans := rows{r: r, b: r.Raw(), limit: n.Sentences + 1}
	described := rows{r: r, b: r.Raw()}
	x.rowCost, x.nameCost, x.headCost = r.Raw(), r.Raw(), r.Raw()
	if len(x.related) != (n.Edges+7)/8 || len(x.rowCost) != n.Sentences || len(x.nameCost) != n.Entities || len(x.headCost) != NumHeads {
		r.Fail("a bit for each edge, and a cost for each sentence, entity and table, are not there")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	x.Chunks = ktruss.NewGraph(n.Chunks, edges.edges(n.Chunks))
	x.join(similar.edges(n.Entities), n.Entities)
	x.spans(&spans, n.Chunks)
	for _, end := range x.end {
		described.limit = max(described.limit, int(end)) // only sentences of chunks describe
	}
	x.describes, x.sentences = described.all(n.Entities)
	x.mean = float32(len(x.sentences)) / float32(max(1, n.Entities))
	if len(trussness) != x.Chunks.NumEdges() {
		r.Fail("trussness does not match the edges")
	}
	for _, k := range trussness {
		if k < 2 {
			r.Fail("an edge that is in no 2-truss")
			break
		}
		x.Trussness = append(x.Trussness, uint16(k))
	}
	return x, r.Close()
}

// rows reads the bytes that appendRows wrote.
type rows struct {
	r     *wire.Reader
	b     []byte
	at    int
	limit int
}

// number reads an integer. It returns 0 at the end.
func (s *rows) number() uint32 {
	v, next, ok := wire.Uvarint(s.b, s.at)
	if !ok {
		s.r.Fail("a row ends in the middle")
		s.at = len(s.b)
		return 0
	}
	s.at = next
	return v
}

// row appends the next row, which begins at base.
func (s *rows) row(dst []uint32, base uint32) []uint32 {
	next := uint64(base)
	n := int(s.number())
	if n > len(s.b)-s.at {
		s.r.Fail("a row longer than its bytes")
		s.at = len(s.b)
		return dst
	}
	for range n {
		v := next + uint64(s.number())
		if v >= uint64(s.limit) {
			s.r.Fail("a number out of range")
			return dst
		}
		dst = append(dst, uint32(v))
		next = v + 1
	}
	return dst
}

// close fails if bytes are left.
func (s *rows) close() {
	if s.at != len(s.b) {
		s.r.Fail("rows do not cover their bytes")
	}
}

// edges reads n rows of neighbours with greater numbers.
func (s *rows) edges(n int) (edges []ktruss.Edge) {
	var row []uint32
	for u := range n {
		row = s.row(row[:0], after(u))
		for _, v := range row {
			edges = append(edges, ktruss.Edge{U: uint32(u), V: v})
		}
	}
	s.close()
	return edges
}

// all reads n rows.
func (s *rows) all(n int) (at, values []uint32) {
	at = make([]uint32, 1, n+1)
	for range n {
		values = s.row(values, 0)
		at = append(at, uint32(len(values)))
	}
	s.close()
	return at, values
}

// spans reads the sentences of each chunk.
func (x *Index) spans(s *rows, chunks int) {
	first := uint64(0)
	for range chunks {
		first += uint64(s.number())
		end := first + uint64(s.number())
		if end >= uint64(s.limit) {
			s.r.Fail("sentences out of range")
			return
		}
		x.first, x.end = append(x.first, uint32(first)), append(x.end, uint32(end))
	}
	s.close()
}

// join stores the edges of the similarity layer at both ends.
func (x *Index) join(edges []ktruss.Edge, entities int) {
	x.similarAt = make([]uint32, entities+1)
	for _, e := range edges {
		x.similarAt[e.U+1]++
		x.similarAt[e.V+1]++
	}
	for i := range entities {
		x.similarAt[i+1] += x.similarAt[i]
	}
	x.similar = make([]uint32, 2*len(edges))
	next := append([]uint32(nil), x.similarAt...)
	for _, e := range edges { // smaller neighbours first: rows ascend
		x.similar[next[e.V]] = e.U
		next[e.V]++
	}
	for _, e := range edges {
		x.similar[next[e.U]] = e.V
		next[e.U]++
	}
}

// Related reports whether an edge of the entity graph is a relation. Edges are numbered by (U, V), U < V, ascending.
func (x *Index) Related(edge int) bool { return x.related[edge/8]>>(edge%8)&1 != 0 }

// Similar returns the neighbours of an entity in the similarity layer, ascending.
func (x *Index) Similar(e model.EntityID) []uint32 {
	return x.similar[x.similarAt[e]:x.similarAt[e+1]]
}

// Sentences returns the sentences [first, end) of a chunk.
func (x *Index) Sentences(c model.ChunkID) (first, end model.SentenceID) {
	return model.SentenceID(x.first[c]), model.SentenceID(x.end[c])
}

// Description returns the sentences that describe an entity, ascending; empty for an entity that no text mentions.
func (x *Index) Description(e model.EntityID) []uint32 {
	return x.sentences[x.describes[e]:x.describes[e+1]]
}

// MeanDescription returns the mean number of sentences of a description.
func (x *Index) MeanDescription() float32 { return x.mean }

// NumHeads is the number of tables in a context.
const NumHeads = 3

// HeadCost returns an upper bound of the tokens of a table's head.
func (x *Index) HeadCost(table int) int { return int(x.headCost[table]) }

// RowCost bounds the tokens of a sentence in a row of a table beyond its tokens in a passage; ok is false if they are
// not known.
func (x *Index) RowCost(s model.SentenceID) (n int, ok bool) {
	return int(x.rowCost[s]), x.rowCost[s] < maxCost
}

// NameCost bounds the tokens of an entity's name in a row of a table or in a list, with the mark behind it; ok is false
// if they are not known.
func (x *Index) NameCost(e model.EntityID) (n int, ok bool) {
	return int(x.nameCost[e]), x.nameCost[e] < maxCost
}
