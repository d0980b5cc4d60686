// Package noderag is NodeRAG (Xu et al. 2025, "NodeRAG: Structuring Graph-based RAG with Heterogeneous Nodes", arXiv
// 2504.11544, section 2.5) as a method of retrieval: search in a graph of seven types of nodes. A search enters the
// graph at two kinds of nodes: entities and overviews whose names have words of the query, and the texts most similar
// to it. A walk of two steps from there, shallow personalized PageRank, finds nodes near all entries. Entities and
// overviews among them lead to their attributes and elements. The found nodes are text of the corpus, and rank the
// passages. docs/studies.md has the figures.
//
//   - params.go declares the parameters
//   - section.go loads the method's part of a bundle; package heterograph decodes it
//   - rank.go ranks: entries.go finds the entries, words.go compares nodes with the query
//     by BM25, graph.go is the graph as it is walked, select.go chooses nodes, passages.go
//     ranks passages by them, and context.go fills contexts
package noderag
