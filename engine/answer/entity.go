package answer

import (
	"math/bits"
	"strings"

	"mycel/engine/bundle"
	"mycel/engine/entity"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/rank"
)

// mostScanned is the number of passages that are read to find a sentence with the entity and a neighbour.
const mostScanned = 64

// About describes an entity: its neighbours and the passages that mention it.
type About struct {
	Name     string
	Type     string      // a word of entity.Kinds
	Near     []Reason    // its neighbours in the graph, nearest first: Path is the name of a neighbour, From a sentence with both
	Passages []Neighbour // Score is the number of mentions; the only reason has a sentence
	Missing  []parts.ID
	Waiting  bool // parts of the index are missing: the answer has nothing else
}

// Lacking returns the parts that are missing.
func (e *About) Lacking() []parts.ID { return e.Missing }

// AppendJSON appends the entity as JSON.
func (e *About) AppendJSON(dst []byte) []byte {
	w := jsonWriter{dst}
	w.open('{')
	w.missing(e.Missing, e.Waiting)
	w.key("name").str(e.Name)
	w.key("type").str(e.Type)
	w.reasons("near", e.Near)
	w.objects("passages", len(e.Passages), func(i int) {
		p := &e.Passages[i]
		w.source(&p.Source)
		w.key("score").float(p.Score)
		w.reasons("reasons", p.Reasons)
	})
	w.close('}')
	return w.dst
}

// NewEntity describes an entity: the k passages that mention it most, each with a sentence, and its k nearest
// neighbours in the graph, each with a sentence that names both. The answer is not final while parts are missing. It
// reads the rows of mostScanned passages.
func NewEntity(t *Tables, id model.EntityID, k int) *About {
	x, e := t.Index, uint32(id)
	out := &About{Name: x.Entities.Name(id), Type: entity.Kinds[x.Entities.Kind(id)]}
	x.HasPart(bundle.GroupGraph)
	var near, chunks []rank.Item
	ids, weights := x.Graph.Neighbours(e)
	for i, n := range ids {
		near = append(near, rank.Item{ID: n, Score: float32(weights[i])})
	}
	rank.Sort(near, rank.Compare)
	near = near[:min(len(near), k)]
	for _, n := range near {
		out.Near = append(out.Near, Reason{Kind: "related", Path: namesOf(x, []model.EntityID{model.EntityID(n.ID)}), Weight: n.Score})
	}
	for _, c := range x.EntityChunks.Append(nil, e) {
		chunks = append(chunks, rank.Item{ID: c, Score: float32(x.EntityChunks.Count(e, c))})
	}
	rank.Sort(chunks, rank.Compare)
	for i, c := range chunks[:min(len(chunks), mostScanned)] {
		own := x.Places(c.ID, e) &^ 1
		if i < k {
			out.Passages = append(out.Passages, Neighbour{Source: sourceOf(x, x.Corpus.ChunkSection(model.ChunkID(c.ID))), Score: c.Score, Reasons: []Reason{{Kind: "mention", From: t.sentenceOf(c.ID, own)}}})
		}
		for n := range near {
			if both := own & x.Places(c.ID, near[n].ID); both != 0 && out.Near[n].From == nil {
				out.Near[n].From = t.sentenceOf(c.ID, both)
			}
		}
	}
	return out
}

// sentenceOf returns the section of a chunk with the first sentence of the mask; without a sentence if the mask is 0.
func (t *Tables) sentenceOf(chunk uint32, mask uint64) *From {
	from := fromSection(t.Index, t.Index.Corpus.ChunkSection(model.ChunkID(chunk)))
	text, ok := t.OfChunk(model.ChunkID(chunk))
	if n := bits.TrailingZeros64(mask); ok && n <= len(text.Sentences) {
		from.Sentence = strings.TrimSpace(text.Text[text.Sentences[n-1]:text.End(n-1)])
	}
	return from
}
