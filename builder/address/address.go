// Package address compares addresses of pages and sections as hosts and site generators do: links, redirects and
// former addresses are written in many ways, and lead to one place.
package address

import (
	"net/url"
	"path"
	"slices"
	"strings"
)

var (
	endings = []string{".html", ".htm", ".md", ".mdx", ".markdown", ".txt"}
	indexes = []string{"index", "readme", "_index"}
)

// Page returns the key of a page's address: without scheme, host, query, fragment, slashes at its ends, percent
// signs, ending, and the name of an index file. It ignores case, because hosts differ in it.
func Page(address string) string {
	address, _, _ = strings.Cut(address, "#")
	address, _, _ = strings.Cut(address, "?")
	if _, rest, ok := strings.Cut(address, "://"); ok {
		_, address, _ = strings.Cut(rest, "/")
	}
	address = strings.ToLower(strings.Trim(path.Clean("/"+Decoded(address)), "/"))
	for _, ending := range endings {
		if rest, ok := strings.CutSuffix(address, ending); ok {
			address = rest
			break
		}
	}
	if dir, name := path.Split(address); slices.Contains(indexes, name) {
		return strings.TrimSuffix(dir, "/")
	}
	return address
}

// Section returns the key of a fragment. Generators write the id of one heading with hyphens or underscores, with
// one for each space or one for all, and in either case.
func Section(fragment string) string {
	words := strings.FieldsFunc(strings.ToLower(Decoded(fragment)), func(c rune) bool { return c == '-' || c == '_' })
	return strings.Join(words, "-")
}

// Beside returns the key of a relative address that stands on the page at address page.
func Beside(page, relative string) string {
	if u, err := url.Parse(page); err == nil {
		page = u.Path
	}
	dir, _ := path.Split(page)
	return Page(path.Join("/"+dir, relative))
}

// Decoded returns an address or a fragment with its percent-encoded characters decoded.
func Decoded(address string) string {
	if plain, err := url.PathUnescape(address); err == nil {
		return plain
	}
	return address
}

// MayBePage tells whether an address may belong to a page: it does not end like the name of an image or of another
// file.
func MayBePage(address string) bool {
	ending := strings.ToLower(path.Ext(address))
	return !isWord(ending) || slices.Contains(endings, ending)
}

// isWord tells whether an ending is a dot and letters; that of v1.2 is not.
func isWord(ending string) bool {
	return len(ending) > 1 && !strings.ContainsFunc(ending[1:], func(c rune) bool { return c < 'a' || c > 'z' })
}
