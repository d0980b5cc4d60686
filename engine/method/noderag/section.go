package noderag

import (
	"mycel/engine/bundle"
	"mycel/engine/method"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/param"
	"mycel/engine/vector"
)

// Method is NodeRAG as a method.
var Method = &method.Method{
	Name: "noderag", Modes: []string{Mode}, Group: bundle.GroupNodes,
	Summary: param.Text("NodeRAG: a walk in a graph of seven types of nodes."), Source: param.Text("arXiv 2504.11544"),
	Params: []*param.Param{paramEntries, paramAlpha, paramSteps, paramTexts, paramNames, paramRelations, paramOverviews, paramFormat, method.SimilarityParam},
	Load:   decode,
	Open: func(s *method.Searcher) method.Ranker {
		h := newSearch(s)
		return func(r *method.Request) *method.Ranking { return h.start(r).rank() }
	},
}

// Section is the data of NodeRAG in an index.
type Section struct {
	Graph   *heterograph.Graph // not embedded: its methods would be methods of the section, too
	Vectors *vector.Table      // of the units, attributes and elements; nil for an index without vectors
}

// Of returns the part of NodeRAG of an index; nil if it is not loaded.
func Of(x *method.Index) *Section { return method.Own[*Section](x) }

// decode decodes and checks the sections. In an index with vectors they hold the vectors of units, attributes and
// elements.
func decode(x *method.Index, b [][]byte) (own any, err error) {
	n := &Section{}
	n.Graph, err = heterograph.Decode(b[0], x.Corpus.NumChunks(), x.Entities.Len(), x.Sentences)
	if err != nil {
		return nil, err
	}
	first, end := n.Graph.Range(heterograph.Unit)
	if n.Vectors, err = x.Signs(b[1], int(end-first)+n.Graph.NumExtracts()); err != nil {
		return nil, err
	}
	return n, n.Graph.LoadTexts(b[2])
}
