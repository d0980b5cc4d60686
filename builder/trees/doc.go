// Package trees grows the summary trees of documents, or of a corpus (Zhao et al. 2025, section
// 3.1), names their summaries, and encodes them.
package trees
