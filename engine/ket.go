package engine

import (
	"errors"

	"mycel/engine/bundle"
	"mycel/engine/lexical"
	"mycel/engine/skeleton"
	"mycel/engine/strategy"
	"mycel/engine/vector"
)

// decodeKET reads the sections of KET-RAG. Which there are follows from the others: of
// an index with vectors those of sentences, of entities, and of pieces where these are
// not the chunks; else the postings over the entities.
func (s *shared) decodeKET(d *decoder) {
	x := &s.index
	if d.err != nil || !d.file.Has(bundle.SectionKET) {
		return
	}
	k := &strategy.KETIndex{}
	d.section(bundle.SectionKET, func(b []byte) (err error) {
		k.Skeleton, err = skeleton.Decode(b, skeleton.Sizes{
			Chunks: x.Corpus.NumChunks(), Sentences: s.blocks.NumSentences(),
			Terms: x.Dictionary.NumTerms(), Entities: x.Entities.Len(),
		})
		return err
	})
	d.section(bundle.SectionKETDescriptions, func(b []byte) (err error) {
		k.Descriptions, err = lexical.DecodePostings(b, x.Dictionary.NumTerms(), k.NumEntities(), 0)
		return err
	})
	if x.Vectors != nil {
		s.decodeTable(d, bundle.SectionKETSentences, &k.SentenceVectors, func() int { return s.blocks.NumSentences() })
		s.decodeTable(d, bundle.SectionKETEntities, &k.EntityVectors, func() int { return k.NumEntities() })
		if d.err == nil && k.Divided() {
			s.decodeTable(d, bundle.SectionKETPieces, &k.PieceVectors, func() int { return k.NumPieces() })
		}
	}
	if d.err == nil {
		x.KET = k
	}
}

// decodeTable reads a table of vectors in the space of the chunks'.
func (s *shared) decodeTable(d *decoder, name string, table **vector.Table, rows func() int) {
	d.section(name, func(b []byte) (err error) {
		t, err := vector.Decode(b, rows())
		if err == nil && t.Dims() != s.index.Vectors.Dims() {
			return errDims
		}
		*table = t
		return err
	})
}

// errDims says that vectors cannot be compared.
var errDims = errors.New("other dimensions than the vectors of the chunks")
