package mycel

import (
	"bytes"
	"html"
)

// siteRoot is how the search page of a bundle names the place that result links
// start from, relative to itself.
const siteRoot = `data-site-root="`

// SetSiteRoot returns a search page whose result links start from root. A page
// without the attribute is returned as it is.
func SetSiteRoot(page []byte, root string) []byte {
	before, rest, found := bytes.Cut(page, []byte(siteRoot))
	_, after, closed := bytes.Cut(rest, []byte(`"`))
	if !found || !closed {
		return page
	}
	return bytes.Join([][]byte{before, []byte(siteRoot), []byte(html.EscapeString(root)), []byte(`"`), after}, nil)
}
