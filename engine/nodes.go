package engine

import (
	"mycel/engine/bundle"
	"mycel/engine/heterograph"
	"mycel/engine/vector"
	"mycel/engine/wire"
)

// decodeNodes reads NodeRAG's graph.
func (s *shared) decodeNodes(d *decoder) {
	x := &s.index
	d.optional(bundle.SectionNodes, func(b []byte) (err error) {
		x.Nodes, err = heterograph.Decode(b, x.Corpus.NumChunks(), x.Entities.Len(), s.blocks.NumSentences())
		return err
	})
	if x.Nodes == nil || x.Vectors == nil {
		return
	}
	d.optional(bundle.SectionNodeVectors, func(b []byte) (err error) {
		first, _ := x.Nodes.Range(heterograph.Unit)
		_, end := x.Nodes.Range(heterograph.Unit)
		x.NodeVectors, err = vector.Decode(b, int(end-first)+x.Nodes.NumExtracts())
		if err == nil && x.NodeVectors.Dims() != x.Vectors.Dims() {
			err = &wire.Error{What: "vectors of nodes and of chunks have different dimensions"}
		}
		return err
	})
}
