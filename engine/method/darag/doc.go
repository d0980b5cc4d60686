// Package darag is DA-RAG, dynamic attributed community search (2026), as a method of retrieval. It retrieves
// communities: densely connected parts of a graph that are about the query. It searches three layers, from coarse to
// fine: the chunks, the relations of the entities that the first community's chunks mention, and the similarities of
// these entities. docs/darag.md lists the differences from the paper, the substitutes for its language model, and the
// figures to expect.
//
//   - params.go declares the parameters
//   - section.go loads the method's part of a bundle; package layers decodes it
//   - rank.go ranks; graphs.go makes the working graphs of the layers, search.go chooses
//     communities, relevance.go compares with the query
//   - report.go and context.go fill a context for a language model
//
// Package ktruss searches for communities. No code here reads texts: the places of a word tell which sentences have
// it.
package darag
