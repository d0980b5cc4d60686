package engine

import (
	"mycel/engine/heterograph"
	"mycel/engine/wire"
)

// loadNodes reads NodeRAG's graph, and the vectors of its units, attributes and elements
// in an index with vectors.
func (s *shared) loadNodes(b [][]byte) error {
	x := &s.all
	g, err := heterograph.Decode(b[0], x.Corpus.NumChunks(), x.Entities.Len(), s.blocks.NumSentences())
	if err != nil {
		return err
	}
	if x.Vectors == nil {
		err = unwanted(b[1])
	} else {
		first, end := g.Range(heterograph.Unit)
		signs, wrong := s.all.Signs(b[1], int(end-first)+g.NumExtracts())
		*x.NodeVectors, err = *signs, wrong
	}
	if err == nil {
		err = g.LoadTexts(b[2])
	}
	if err == nil {
		*x.Nodes = *g
	}
	return err
}

// unwanted refuses vectors that would have no others to compare with.
func unwanted(b []byte) error {
	if len(b) > 0 {
		return &wire.Error{What: "vectors in an index without"}
	}
	return nil
}
