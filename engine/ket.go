package engine

import (
	"mycel/engine/lexical"
	"mycel/engine/parts"
	"mycel/engine/skeleton"
	"mycel/engine/strategy"
	"mycel/engine/vector"
	"mycel/engine/wire"
)

// loadKET reads the part of KET-RAG. Of an index with vectors it has those of sentences,
// of entities, and of pieces where these are not the chunks.
func (s *shared) loadKET(b [][]byte) (err error) {
	x := &s.all
	k := &strategy.KETIndex{}
	k.Skeleton, err = skeleton.Decode(b[0], skeleton.Sizes{
		Chunks: x.Corpus.NumChunks(), Sentences: s.blocks.NumSentences(),
		Terms: x.Dictionary.NumTerms(), Entities: x.Entities.Len(),
	})
	if err != nil {
		return err
	}
	if err = k.LoadTexts(b[6]); err != nil {
		return err
	}
	terms := make([]uint32, x.Dictionary.NumTerms())
	for t := range terms {
		terms[t] = uint32(t)
	}
	k.Descriptions = lexical.NewPostings(parts.Reader{}, len(terms), k.NumEntities())
	if err = k.Descriptions.Load(terms, b[1]); err != nil {
		return err
	}
	if err = k.Descriptions.LoadLengths(b[2], 0); err != nil {
		return err
	}
	if x.Vectors != nil {
		if k.SentenceVectors, err = s.signs(b[3], s.blocks.NumSentences()); err != nil {
			return err
		}
		if k.EntityVectors, err = s.signs(b[4], k.NumEntities()); err != nil {
			return err
		}
		if k.Divided() {
			if k.PieceVectors, err = s.signs(b[5], k.NumPieces()); err != nil {
				return err
			}
		}
	}
	*x.KET = *k
	return nil
}

// signs reads a table of vectors in the space of the chunks'.
func (s *shared) signs(b []byte, rows int) (*vector.Table, error) {
	t := vector.NewTable(s.all.Vectors.Dims(), rows)
	return t, t.Load(b)
}

// unwanted refuses vectors that would have no others to compare with.
func unwanted(b []byte) error {
	if len(b) > 0 {
		return &wire.Error{What: "vectors in an index without"}
	}
	return nil
}
