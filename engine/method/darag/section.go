package darag

import (
	"mycel/engine/bundle"
	"mycel/engine/method"
	"mycel/engine/method/darag/layers"
	"mycel/engine/param"
	"mycel/engine/vector"
)

// Method is DA-RAG as a method.
var Method = &method.Method{
	Name: "darag", Modes: []string{Mode}, Group: bundle.GroupDARAG,
	Summary: param.Text("DA-RAG: communities of passages and entities that hold together."), Source: param.Text("DA-RAG 2026"),
	Params: []*param.Param{
		paramTruss, paramCandidates, paramReportTokens, paramContextTokens, paramSourceTokens, paramMaxChecks, paramComponents, paramReach, method.SimilarityParam,
	},
	Load: decode,
	Open: func(s *method.Searcher) method.Ranker { return newRanker(s).Rank },
}

// Section is the part of DA-RAG: the layers, and in an index with vectors those of the entities' names and
// descriptions.
type Section struct {
	*layers.Index
	Vectors *vector.Table // nil for an index without vectors
}

// Of returns the part of DA-RAG of an index; nil if it is not loaded.
func Of(x *method.Index) *Section { return method.Own[*Section](x) }

// decode decodes and checks the sections.
func decode(x *method.Index, b [][]byte) (any, error) {
	layers, err := layers.Decode(b[0], layers.Sizes{
		Chunks: x.Corpus.NumChunks(), Entities: x.Entities.Len(), Edges: x.Edges, Sentences: x.Sentences,
	})
	if err != nil {
		return nil, err
	}
	s := &Section{Index: layers}
	if s.Vectors, err = x.Signs(b[1], x.Entities.Len()); err == nil {
		err = layers.LoadTexts(b[2], x.Entities.Len(), x.Edges)
	}
	return s, err
}
