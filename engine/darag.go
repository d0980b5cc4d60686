package engine

import "mycel/engine/darag"

// loadDARAG reads the layers of mode da, and the vectors of what describes entities and
// chunks in an index with vectors.
func (s *shared) loadDARAG(b [][]byte) error {
	x := &s.all
	layers, err := darag.Decode(b[0], darag.Sizes{
		Chunks: x.Corpus.NumChunks(), Entities: x.Entities.Len(), Edges: s.header.Counts.Edges, Sentences: s.blocks.NumSentences(),
	})
	if err != nil {
		return err
	}
	if x.Vectors == nil {
		err = unwanted(b[1])
	} else {
		rows := x.Entities.Len()
		if len(b[1]) > rows*x.Vectors.Dims()/8 { // chunks are described, too
			rows += x.Corpus.NumChunks()
		}
		signs, wrong := s.signs(b[1], rows)
		*x.DARAGVectors, err = *signs, wrong
	}
	if err == nil {
		err = layers.LoadTexts(b[2], x.Entities.Len(), s.header.Counts.Edges)
	}
	if err == nil {
		*x.DARAG = *layers
	}
	return err
}
