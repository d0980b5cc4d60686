package html

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
			if name, ok := siteName(rest); ok && name != "" && name == label(site) {
				return apart(site, page)
			}
		}
	}
	return nil
}

// siteName returns the name of the site in rest, what follows the page's name in its title;
// ok is false if no separator is there.
func siteName(rest string) (name string, ok bool) {
	for _, separator := range titleSeparators {
		if name, ok = strings.CutPrefix(rest, separator); ok {
			return name, true
		}
	}
	return "", false
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
