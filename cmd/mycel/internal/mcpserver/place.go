package mcpserver

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"mycel"
	"mycel/cmd/mycel/internal/layout"
	"mycel/engine/answer"
	"mycel/engine/model"
)

// place names a document or section.
type place struct {
	ID    string `json:"id" jsonschema:"of the document or section, for fetch and related"`
	Title string `json:"title" jsonschema:"of the document, with the heading of the section behind it"`
	URL   string `json:"url" jsonschema:"where to read it; empty if the document has no address"`
}

func (s *server) placeOfHit(h *answer.Hit) place {
	return place{sectionID(h.Document, h.Anchor), layout.Label(h.Title, h.Heading), s.address(h.URL)}
}

// placesBelow lists the subsections in a hit.
func (s *server) placesBelow(h *answer.Hit) (out []place) {
	for _, n := range h.Nested {
		out = append(out, place{sectionID(h.Document, n.Anchor), layout.Label(h.Title, n.Heading), s.address(n.URL)})
	}
	return out
}

func (s *server) placeOfSource(at answer.Source) place {
	_, anchor, _ := strings.Cut(at.URL, "#")
	return place{sectionID(at.Document, anchor), layout.Label(at.Title, at.Heading), s.address(at.URL)}
}

// sectionID returns the name of a section for engine.Engine.Find. Without an anchor it is the
// document's id.
func sectionID(document, anchor string) string {
	if anchor == "" {
		return document
	}
	return document + "#" + anchor
}

// address makes an address of the bundle absolute, if the address of the site is known.
func (s *server) address(link string) string {
	if s.site == nil || link == "" {
		return link
	}
	at, err := s.site.Parse(link)
	if err != nil {
		return link
	}
	return at.String()
}

// textFragment introduces a quotation in an address: browsers scroll to it.
const textFragment = ":~:text="

// target is a document, or a section of it.
type target struct {
	name      string // name for engine.Engine.Find
	document  model.DocID
	section   model.SectionID
	isSection bool
}

// maxID is the length of the longest id, in bytes. Messages repeat ids.
const maxID = 2048

// find returns the document or section with an id. It also accepts addresses, which models confuse
// with ids.
func (s *server) find(ctx context.Context, b *mycel.Bundle, id string) (target, error) {
	if len(id) > maxID {
		return target{}, fmt.Errorf("id: got %d bytes, want at most %d", len(id), maxID)
	}
	for _, name := range s.names(id) {
		t, ok := target{name: name}, false
		var err error
		if t.document, t.section, t.isSection, ok, err = b.Find(ctx, name); ok || err != nil {
			return t, err
		}
	}
	return target{}, fmt.Errorf("id: no document or section is called %q; use an id or url of a result", id)
}

// names lists the possible meanings of an id, the likeliest first: the id itself, then
// an address relative to the site, then an address relative to its host.
func (s *server) names(id string) []string {
	short, _, _ := strings.Cut(id, textFragment)
	names := []string{id, strings.TrimSuffix(short, "#")}
	if s.site != nil {
		origin := url.URL{Scheme: s.site.Scheme, Host: s.site.Host}
		for _, prefix := range []string{s.site.String(), origin.String()} {
			if rest, ok := strings.CutPrefix(names[1], prefix); ok {
				names = append(names, rest)
			}
		}
	}
	return names
}
