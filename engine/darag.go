package engine

import (
	"mycel/engine/bundle"
	"mycel/engine/darag"
	"mycel/engine/vector"
	"mycel/engine/wire"
)

// decodeDARAG reads the layers of mode da, and the vectors of their entities, which are
// in the space of those of the chunks.
func (s *shared) decodeDARAG(d *decoder) {
	x := &s.index
	d.optional(bundle.SectionDARAG, func(b []byte) (err error) {
		x.DARAG, err = darag.Decode(b, darag.Sizes{
			Chunks: x.Corpus.NumChunks(), Entities: x.Entities.Len(), Edges: x.Graph.NumEdges(), Sentences: s.blocks.NumSentences(),
		})
		return err
	})
	if d.err != nil || x.DARAG == nil || x.Vectors == nil {
		return
	}
	d.optional(bundle.SectionDARAGVectors, func(b []byte) (err error) {
		x.DARAGVectors, err = vector.Decode(b, x.Entities.Len())
		if err == nil && x.DARAGVectors.Dims() != x.Vectors.Dims() {
			err = &wire.Error{What: "other dimensions than the vectors of the chunks have"}
		}
		return err
	})
}
