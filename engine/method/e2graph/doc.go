// Package e2graph ranks by E2GraphRAG: adaptive retrieval over a summary tree and an entity
// graph (Zhao et al. 2025, "E²GraphRAG: Streamlining Graph-based RAG for High Efficiency and
// Effectiveness", arXiv 2505.24226, section 3.2 and Algorithm 1).
//
// A query whose entities are near each other in the graph is local: the chunks that mention a near pair are the
// candidates, and the hop limit is tightened until few enough are left (local.go). Any other query is global: the
// collapsed tree answers it, ordered by the occurrences of the query's entities (global.go). Similarity to the query
// is in similarity.go.
package e2graph
