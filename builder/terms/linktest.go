package terms

import (
	"slices"

	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
)

// LinkText is the text of a page's links to others.
type LinkText struct {
	Text string
	From string   // id of the page with the link
	To   []string // addresses of the sections to which other pages have links with this text; for first sections those of their pages
}

// heldOut is the step between the pages with links that are held out. The links of the others still name pages.
const heldOut = 5

// HoldOut removes the links from every fifth page with links whose texts describe their targets, in the order of
// docs, and returns these texts. A text is returned once, with the first of these pages.
func HoldOut(docs []document.Document) (texts []LinkText) {
	pages := make([]*analyse.Page, len(docs))
	for i := range docs {
		pages[i] = &analyse.Page{Doc: &docs[i]}
	}
	refs := references(pages)
	targets := map[string][]string{}
	var held []int // pages
	linking, last := 0, -1
	for _, r := range refs {
		text := called(docs[r.from].Links[r.link].Text)
		if address := sectionAddress(&docs[r.to], r.section); !slices.Contains(targets[text], address) {
			targets[text] = append(targets[text], address)
		}
		if r.from != last {
			last = r.from
			if linking++; linking%heldOut == 0 {
				held = append(held, r.from)
			}
		}
	}
	for _, r := range refs {
		text := docs[r.from].Links[r.link].Text
		if to := targets[called(text)]; to != nil && slices.Contains(held, r.from) {
			texts = append(texts, LinkText{text, docs[r.from].ID, to})
			targets[called(text)] = nil
		}
	}
	for _, page := range held {
		docs[page].Links = nil
	}
	return texts
}

// sectionAddress returns the address of a section; the first section has that of its page.
func sectionAddress(d *document.Document, section int) string {
	if anchor := d.Sections[section].Anchor; section > 0 && anchor != "" {
		return d.URL + "#" + anchor
	}
	return d.URL
}
