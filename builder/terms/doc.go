// Package terms numbers the terms of a corpus, indexes passages by them and reads synonyms.
// A term is a stem: all surface forms of a word are one term.
package terms
