// Package ketrag is KET-RAG (Huang et al. 2025, "KET-RAG: A Cost-Efficient Multi-Granular Indexing Framework for
// Graph-RAG", arXiv 2502.09304, section 5) as a method of retrieval. Two channels fill a context of lambda tokens. The
// skeleton fills theta · lambda tokens with the entities nearest to the query, their relations, and pieces of text that
// have these. The other tokens go to pieces of the keywords nearest to the query; the nearness of a keyword is the mean
// of its sentences'. Nearness is that of vectors or, without vectors, BM25 as a share of the best. docs/ketrag.md has
// the differences from the paper, and the figures.
//
//   - params.go declares the parameters
//   - section.go loads the method's part of a bundle; package skeleton decodes it
//   - rank.go ranks; tables.go is the first channel, keywords.go the second, scores.go
//     compares with the query
package ketrag
