package mycel

import (
	"bytes"
	"html"
	"strings"
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

// SetPreloads returns a search page whose head asks for files of the bundle as soon as it
// is read: the script, which stands behind that and may run before the rest is read, takes
// the answers. A page without a head is returned as it is.
func SetPreloads(page []byte, files []File) []byte {
	at := bytes.Index(page, []byte("</head>"))
	if at < 0 {
		return page
	}
	if script := bytes.Index(page[:at], []byte("<script")); script >= 0 {
		at = script
	}
	before := bytes.TrimRight(page[:at], " ")
	indent := page[len(before):at]
	var links strings.Builder
	for _, f := range files {
		links.WriteString(`    <link rel="preload" as="fetch" crossorigin href="./` + html.EscapeString(f.Path) + "\">\n")
	}
	return bytes.Join([][]byte{before, []byte(links.String()), indent, page[at:]}, nil)
}
