package ingest

import (
	"strings"

	"golang.org/x/net/html"
)

// siteHeader returns the element around a heading with the name of the site, above the
// page's own, or nil. Some themes have both as h1: that the title begins with the page's
// and ends with the site's tells them apart.
func (s *htmlSurvey) siteHeader() *html.Node {
	for i, page := range s.headings {
		rest, ok := strings.CutPrefix(s.title, withoutPermalink(label(page)))
		if i == 0 || !ok {
			continue
		}
		for _, site := range s.headings[:i] {
			if name := label(site); name != "" && isSiteName(rest, name) {
				return apart(site, page)
			}
		}
	}
	return nil
}

// isSiteName reports whether rest, what follows the page's name in its title, is the
// name of the site.
func isSiteName(rest, name string) bool {
	for _, separator := range titleSeparators {
		if rest == separator+name {
			return true
		}
	}
	return false
}

// apart returns the outermost element around a that is not around b.
func apart(a, b *html.Node) *html.Node {
	around := map[*html.Node]bool{}
	for n := b; n != nil; n = n.Parent {
		around[n] = true
	}
	for a.Parent != nil && !around[a.Parent] {
		a = a.Parent
	}
	return a
}
