package terms

import (
	"fmt"
	"testing"

	"mycel/builder/analyse"
	"mycel/engine/corpus"
	"mycel/engine/model"
	"mycel/internal/must"
)

// Of the links to a section those of different pages are kept first, then those with different texts, in
// their order.
func TestMostDifferent(t *testing.T) {
	var links []incoming
	add := func(page int, text string) {
		links = append(links, incoming{Link: corpus.Link{From: model.SectionID(len(links)), Text: text}, fromPage: page})
	}
	for range 3 {
		add(0, "the lock")
	}
	add(0, "Mutexes")
	for page := 1; page < 5; page++ {
		add(page, "The lock")
	}
	add(5, "locking")
	add(6, "guards")
	var got []model.SectionID
	for _, l := range mostDifferent(links) {
		got = append(got, l.From)
	}
	// One of each page, the new texts before "the lock" again; then page 0 again.
	must.Equal(t, got, []model.SectionID{0, 8, 9, 4, 5, 6, 7, 1})
}

// What the index has of the links of a site: a link to a section without text is one to the next text, and
// a link stands in the section with its words.
func TestEncodeLinks(t *testing.T) {
	pages := siteOf(t, map[string]string{
		"a.md": "# A\n\nStart.\n\n## Near\n\nSee [the part](b.md#part), [here](b.md#empty) and [here](b.md#empty).\n",
		"b.md": "# B\n\nStart.\n\n## Empty\n\n### Within\n\nText.\n\n## Part\n\nBack to [A](a.md).\n",
	})
	// Without an analysis the pages have no chunks.
	for _, p := range pages {
		p.Analysis = &analyse.Analysis{}
		for s, section := range p.Doc.Sections {
			if section.Start < section.End {
				p.Chunks = append(p.Chunks, analyse.Chunk{Section: s})
			}
			p.ChunkEnd = append(p.ChunkEnd, len(p.Chunks))
		}
	}
	var l corpus.Links
	must.OK(t, l.Load(FindLinks(pages).Encode(pages), 6))
	name := func(s uint32) string {
		for _, p := range pages {
			if int(s) < len(p.Doc.Sections) {
				return p.Doc.Sections[s].Heading
			}
			s -= uint32(len(p.Doc.Sections))
		}
		return ""
	}
	var got []string
	for i := range l.To {
		got = append(got, fmt.Sprintf("%s: %s, %s", name(l.From[i]), l.Text(i), name(l.To[i])))
	}
	must.Equal(t, got, []string{"Part: A, A", "Near: here, Within", "Near: the part, Part"})
	must.Be(t, FindLinks(pages[:1]).Encode(pages[:1]) == nil, "a page without links to others has links")
	pages[0].Doc.Sections, pages[1].Doc.Sections = pages[0].Doc.Sections[:1], pages[1].Doc.Sections[:1]
	must.Be(t, FindLinks(pages).Encode(pages) == nil, "a collection of passages has links")
}
