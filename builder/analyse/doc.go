// Package analyse finds out what one document says by itself: its sentences and chunks, the keys of its words,
// candidates for entities, token counts, and signatures by which chunks are compared. A Page depends on its document
// and the options of the Analyser only, so it can be kept from one build to the next. It has numbers of its own for its
// strings until it joins the other pages.
package analyse
