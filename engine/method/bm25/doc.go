// Package bm25 is keyword search: BM25 over chunks (Robertson & Zaragoza 2009, "The
// Probabilistic Relevance Framework"), and over the pages of documentation (pages.go).
package bm25
