// Package sprig ranks by SPRIG: seeded propagation for retrieval in graphs (arXiv 2602.23372). Passages and the
// entities that they mention are the two sides of a graph. Passages are ranked by personalized PageRank, from the
// entities that the query names, from the best passages of another retriever, or from both.
//
// The paper links entities by title aliases (EL). Entities are found in this way here, too: a page's title, also
// without a trailing "(…)", is an entity, in texts and in queries.
package sprig
