package ketrag

import (
	"mycel/engine/bundle"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/method/ketrag/skeleton"
	"mycel/engine/param"
	"mycel/engine/parts"
	"mycel/engine/rank"
	"mycel/engine/vector"
)

// Method is KET-RAG as a method.
var Method = &method.Method{
	Name: "ketrag", Modes: []string{Mode}, Group: bundle.GroupKET,
	Summary: param.Text("KET-RAG: a skeleton of entities, and keywords near the query."), Source: param.Text("arXiv 2502.09304"),
	Params: []*param.Param{paramChannels, paramTheta, paramEntities, paramKeywords, paramMaxDF, method.SimilarityParam},
	Load:   decode,
	Open:   func(s *method.Searcher) method.Ranker { return newSearch(s).rank },
}

// Section is the data of KET-RAG in an index.
type Section struct {
	*skeleton.Skeleton
	Descriptions    *lexical.Postings // over the entities, of "name: description"
	SentenceVectors *vector.Table     // nil for an index without vectors
	EntityVectors   *vector.Table     // of "name: description"; likewise
	PieceVectors    *vector.Table     // nil where every chunk is one piece: the chunk's vector is its vector
}

// Of returns the part of KET-RAG of an index; nil if it is not loaded.
func Of(x *method.Index) *Section { return method.Own[*Section](x) }

// decode decodes and checks the sections. In an index with vectors they hold the
// vectors of sentences, of entities, and of pieces unless each chunk is one piece.
func decode(x *method.Index, b [][]byte) (own any, err error) {
	k := &Section{}
	k.Skeleton, err = skeleton.Decode(b[0], skeleton.Sizes{
		Chunks: x.Corpus.NumChunks(), Sentences: x.Sentences, Terms: x.Dictionary.NumTerms(), Entities: x.Entities.Len(),
	})
	if err != nil {
		return nil, err
	}
	if err = k.LoadTexts(b[5]); err != nil {
		return nil, err
	}
	terms := rank.Numbers(x.Dictionary.NumTerms())
	k.Descriptions = lexical.NewPostings(parts.Reader{}, len(terms), k.NumEntities())
	if err = k.Descriptions.Load(terms, b[1]); err != nil || x.Vectors == nil {
		return k, err
	}
	if k.SentenceVectors, err = x.Signs(b[2], x.Sentences); err != nil {
		return nil, err
	}
	if k.EntityVectors, err = x.Signs(b[3], k.NumEntities()); err == nil && k.Divided() {
		k.PieceVectors, err = x.Signs(b[4], k.NumPieces())
	}
	return k, err
}
