package ingest

import (
	"cmp"
	"slices"
)

// Indexes and lists of modules have every word of a site, and tell nothing of it: a
// section that is mostly links weighs less, unless its author gave a weight.

const (
	linksShare  = 0.5 // of a section's text in links, from which on it is a list of them
	linksLeast  = 300 // bytes of a section that can be one
	linksWeight = 0.5
)

// countLink notes that the text of the last section grew by a link's.
func (w *htmlWalker) countLink(before int) {
	if grown, last := len(w.out.text)-before, len(w.out.sections)-1; w.links > 0 && grown > 0 && last >= 0 {
		for len(w.linked) <= last {
			w.linked = append(w.linked, 0)
		}
		w.linked[last] += grown
	}
}

// weighLinks adds the weights of lists of links to those of the page's author.
func (w *htmlWalker) weighLinks(sections []Section, weights []Weight) []Weight {
	own := weights
	for i, n := range w.linked {
		s := sections[i]
		if s.End-s.Start < linksLeast || float64(n) < linksShare*float64(s.End-s.Start) ||
			slices.ContainsFunc(own, func(x Weight) bool { return x.Start < s.End && s.Start < x.End }) {
			continue
		}
		weights = append(weights, Weight{s.Start, s.End, linksWeight})
	}
	slices.SortFunc(weights, func(a, b Weight) int { return cmp.Compare(a.Start, b.Start) })
	return weights
}
