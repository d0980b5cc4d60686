// Package trees grows the summary trees of documents, or of a corpus (E²GraphRAG, section
// 3.1), names their summaries, and encodes them.
package trees
