// Package analyse analyses one document by itself: its sentences and chunks, the keys of its words, candidates for
// entities, token counts, and signatures by which chunks are compared. A Page depends only on its document and the
// options of the Analyser, so it can be kept from one build to the next. Its strings have numbers of their own until it
// joins the other pages.
package analyse
