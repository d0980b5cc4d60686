// Package ketrag is KET-RAG (Huang et al. 2025, "KET-RAG: A Cost-Efficient
// Multi-Granular Indexing Framework for Graph-RAG", arXiv 2502.09304, section 5) as a
// method of retrieval. Two channels fill a context of lambda tokens. Of theta · lambda
// the first tells what the skeleton knows: the entities nearest to the query, their
// relations, and pieces of text that have these. The rest goes to pieces that the
// keywords nearest to the query lead to; a keyword is as near as the mean of its
// sentences. Nearness is that of vectors, or BM25 over the best BM25 without them.
// docs/ketrag.md has what is the paper's, what is ours, and the figures.
//
//   - params.go declares the parameters, options.go gives them types
//   - section.go loads the method's part of a bundle; package skeleton decodes it
//   - rank.go ranks; tables.go is the first channel, keywords.go the second, scores.go
//     compares with the query
package ketrag
