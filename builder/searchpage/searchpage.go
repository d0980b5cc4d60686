// Package searchpage writes the data of a bundle into its pages: the search page, and the page of the map.
package searchpage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"mycel/manifest"
)

// Attributes of the search page and the page of the map.
const (
	siteRoot = "data-site-root" // the place from which result links start, relative to the page
	siteName = "data-site-name" // the name of the site; empty if it is unknown
)

// SiteRoot returns the place from which result links of a search page start, relative to the page; "./" for a page
// without the attribute.
func SiteRoot(page []byte) string {
	if root, found := attribute(page, siteRoot); found {
		return root
	}
	return "./"
}

// SetSiteRoot returns a search page whose result links start from root. A page
// without the attribute is returned as it is.
func SetSiteRoot(page []byte, root string) []byte { return setAttribute(page, siteRoot, root) }

// SiteName returns the name of the site that a search page shows, "" for none.
func SiteName(page []byte) string {
	name, _ := attribute(page, siteName)
	return name
}

// SetSiteName returns a search page that shows the name of the site. It returns a page without the attribute
// unchanged.
func SetSiteName(page []byte, name string) []byte { return setAttribute(page, siteName, name) }

// attribute returns the value of the first attribute of a name, which stands in double quotes.
func attribute(page []byte, name string) (value string, found bool) {
	_, rest, found := bytes.Cut(page, []byte(name+`="`))
	quoted, _, closed := bytes.Cut(rest, []byte(`"`))
	return html.UnescapeString(string(quoted)), found && closed
}

// setAttribute sets the value of the first attribute of a name, where the page has it.
func setAttribute(page []byte, name, value string) []byte {
	start := []byte(name + `="`)
	before, rest, found := bytes.Cut(page, start)
	_, after, closed := bytes.Cut(rest, []byte(`"`))
	if !found || !closed {
		return page
	}
	return bytes.Join([][]byte{before, start, []byte(html.EscapeString(value)), []byte(`"`), after}, nil)
}

// Language returns the language of the search page for a bundle in the language tag, and the words of that language, a
// JSON object. If the browser's files lack the language, it returns English and nil: the page has the English words
// itself.
func Language(tag string, files fs.FS) (language string, words []byte) {
	all := dictionaries(files)
	for rest := strings.ToLower(tag); rest != ""; rest = rest[:max(strings.LastIndexByte(rest, '-'), 0)] {
		language = rest
		if slices.Contains([]string{"zh-tw", "zh-hk", "zh-mo"}, rest) { // regions that write traditional characters
			language = "zh-hant"
		}
		if packed := all[language]; packed != nil && language != "en" {
			if words, err := manifest.NewFile("words.gz", packed, "").Unpack(packed); err == nil {
				return language, words
			}
		}
	}
	return "en", nil
}

// dictionaries returns the compressed words of each language, from the file that site/pack writes: a line of JSON with
// the sizes in bytes, and then the words of each language, ordered by name.
func dictionaries(files fs.FS) map[string][]byte {
	names, _ := fs.Glob(files, "client/ui/strings.*.pack")
	if len(names) != 1 {
		return nil
	}
	content, _ := fs.ReadFile(files, names[0])
	head, rest, _ := bytes.Cut(content, []byte("\n"))
	var lengths map[string]int
	if json.Unmarshal(head, &lengths) != nil {
		return nil
	}
	all := map[string][]byte{}
	for _, language := range slices.Sorted(maps.Keys(lengths)) {
		n := min(max(lengths[language], 0), len(rest))
		all[language], rest = rest[:n], rest[n:]
	}
	return all
}

// SetLanguage returns a page in another language than English, with the words of that language, a JSON object; nil if
// the page has the words.
func SetLanguage(page []byte, language string, words []byte) []byte {
	language = html.EscapeString(language)
	page = bytes.Replace(page, []byte(`<html lang="en"`), []byte(`<html lang="`+language+`"`), 1)
	if words == nil {
		return page
	}
	words = bytes.ReplaceAll(words, []byte("<"), []byte(`\u003c`)) // or it could end the script
	script := fmt.Appendf(nil, `<script type="application/json" lang="%s">%s</script></head>`, language, words)
	return bytes.Replace(page, []byte("</head>"), script, 1)
}

// mapLink begins the link of a search page to the map of the bundle, which is hidden.
const mapLink = `<a id="map" `

// ShowMap returns a search page that links to the map of its bundle. It returns a page without the link unchanged.
func ShowMap(page []byte) []byte {
	before, rest, found := bytes.Cut(page, []byte(mapLink))
	link, after, closed := bytes.Cut(rest, []byte(` hidden`))
	if !found || !closed || bytes.ContainsAny(link, "<>") {
		return page
	}
	return bytes.Join([][]byte{before, []byte(mapLink), link, after}, nil)
}

// NameFirst returns the client's entry, which lies in a folder of the bundle, with the names of files that the client
// needs at its start. The entry requests them together with the manifest, and does not wait for it
// (js/src/files/prefetch.js).
func NameFirst(entry []byte, files []manifest.File) []byte {
	var paths []string
	for _, f := range files {
		paths = append(paths, "../"+f.Path)
	}
	names, _ := json.Marshal(paths) // strings
	return fmt.Appendf(bytes.Clone(entry), "globalThis.mycelFirst=%s.map(p=>new URL(p,import.meta.url).href);\n", names)
}

// SetPreloads returns a search page whose head requests files of the bundle as soon as it is read. The script stands
// behind these links and may run before the rest is read; it uses the answers. The head also requests the modules that
// the script will import. A page without a head is returned unchanged.
func SetPreloads(page []byte, files []manifest.File, modules ...string) []byte {
	var links strings.Builder
	for _, f := range files {
		links.WriteString(`    <link rel="preload" as="fetch" href="./` + html.EscapeString(f.Path) + "\">\n")
	}
	for _, m := range modules {
		links.WriteString(`    <link rel="modulepreload" href="./` + html.EscapeString(m) + "\">\n")
	}
	at := bytes.Index(page, []byte("</head>"))
	if at < 0 {
		return page
	}
	if script := bytes.Index(page[:at], []byte("<script")); script >= 0 {
		at = script
	}
	before := bytes.TrimRight(page[:at], " ")
	indent := page[len(before):at]
	return bytes.Join([][]byte{before, []byte(links.String()), indent, page[at:]}, nil)
}
