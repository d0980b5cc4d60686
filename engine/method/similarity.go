package method

import "mycel/engine/param"

// SimilarityParam is shared by the methods that compare texts with the query.
var SimilarityParam = &param.Param{Name: "similarity", Kind: param.Choice, Words: []string{"mixed", "words", "dense"}, Meaning: param.Text("How texts are compared with the query: by words, by vectors, or by both. An index without vectors has only words.")}

// Similarity is the measure that replaces the cosine of dense vectors where a method compares texts with the query.
// An index without vectors has only words.
type Similarity uint8

const (
	SimilarityMixed Similarity = iota // denseShare of the vectors, the rest of the words; the default
	SimilarityWords                   // BM25 over the best node's
	SimilarityDense                   // the cosine of sign vectors; of a summary, their centroid's
)

// SimilarityOf returns the similarity that a request asks for.
//
//go:noinline
func SimilarityOf(s param.Settings) Similarity { return Similarity(s.Word(SimilarityParam)) }

// DenseShare is the vectors' part of SimilarityMixed.
const DenseShare = 0.7
