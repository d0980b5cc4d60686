// Package address compares addresses of pages and sections as hosts and generators of sites do: links,
// redirects and former addresses are written in many ways, and lead to one place.
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

// Page returns the key of a page's address: without scheme, host, query and fragment, slashes at its ends,
// percent signs, ending, and the name of an index file. Hosts differ in whether case counts, so it does not.
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

// Section returns the key of a fragment. Generators make ids of the same heading with hyphens or underscores, one
// for each space or one for all, and in either case.
func Section(fragment string) string {
	words := strings.FieldsFunc(strings.ToLower(Decoded(fragment)), func(c rune) bool { return c == '-' || c == '_' })
	return strings.Join(words, "-")
}

// Beside returns the key of a relative address on the page at an address.
func Beside(page, relative string) string {
	if u, err := url.Parse(page); err == nil {
		page = u.Path
	}
	dir, _ := path.Split(page)
	return Page(path.Join("/"+dir, relative))
}

// Decoded is an address or a fragment with the characters for which percent signs stand.
func Decoded(address string) string {
	if plain, err := url.PathUnescape(address); err == nil {
		return plain
	}
	return address
}

// MayBePage tells whether a page may be at an address: it does not end like the name of an image or of another file.
func MayBePage(address string) bool {
	ending := strings.ToLower(path.Ext(address))
	return !isWord(ending) || slices.Contains(endings, ending)
}

// isWord tells whether an ending is a dot and letters: v1.2 has none.
func isWord(ending string) bool {
	return len(ending) > 1 && !strings.ContainsFunc(ending[1:], func(c rune) bool { return c < 'a' || c > 'z' })
}
