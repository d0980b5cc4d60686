package html

import "mycel/builder/ingest/document"

// Indexes and lists of modules have every word of a site, and tell nothing of it: a
// section that is mostly links weighs less, unless its author gave a weight. So does each section
// of a page that is mostly items with links, such as an archive or the page of a tag, however short.

const (
	linksShare = 0.5 // of a section's text in links, from which on it is a list of them
	linksLeast = 300 // bytes of a section that can be one
)

// countLink notes that the text of the last section grew by a link's.
func (w *walker) countLink(before int) {
	if grown, last := len(w.out.Text)-before, len(w.out.Sections)-1; w.links > 0 && grown > 0 && last >= 0 {
		for len(w.linked) <= last {
			w.linked = append(w.linked, 0)
		}
		w.linked[last] += grown
		if w.items > 0 {
			w.listed += grown
		}
	}
}

// weighLinks gives less weight to lists of links.
func (w *walker) weighLinks(d *document.Document) {
	all := 0
	for _, s := range d.Sections {
		all += s.End - s.Start
	}
	isList := w.listed > 0 && float64(w.listed) >= linksShare*float64(all)
	for i, s := range d.Sections {
		mostly := i < len(w.linked) && float64(w.linked[i]) >= linksShare*float64(s.End-s.Start)
		if isList || mostly && s.End-s.Start >= linksLeast {
			d.WeighList(s)
		}
	}
}
