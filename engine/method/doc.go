// Package method is the contract of retrieval methods. Each method is a package below this one.
//
//   - Method declares a method: its modes and parameters, and how it opens an index.
//   - Request and Index are the input of a method.
//   - Ranking is its output: items, which are chunks or summaries, and the reasons of each.
//   - Register makes a method available. Packages search and all register groups of methods, so
//     that an engine links only the methods that it offers.
//   - Searcher does the work that methods share: scores by words, similarity by vectors, exact
//     matches, operators of queries, near duplicates, and keyword search behind a method's hits.
package method
