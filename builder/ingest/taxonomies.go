package ingest

import (
	"encoding/xml"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mycel/builder/ingest/document"
)

// leaveOutTaxonomies takes from the files of a site those on which Hugo lists pages by tag, by category and
// the like, and warns of them. Hugo puts a feed beside each list: that of a section has the section's
// pages, that of a taxonomy its terms, which have feeds themselves. A rule of the options that boosts a list
// keeps it.
func leaveOutTaxonomies(dir string, files []string, o *document.Options) (kept []string, refused []document.Warning) {
	var below []string // folders of taxonomies, with a slash at the end
	for _, rel := range files {
		if folder := path.Dir(rel); path.Base(rel) == "index.html" && folder != "." && isTaxonomy(dir, folder) {
			below = append(below, folder+"/")
		}
	}
	for _, rel := range files {
		isList := slices.ContainsFunc(below, func(folder string) bool { return strings.HasPrefix(rel, folder) })
		if !isList || o.Boosts(rel) {
			kept = append(kept, rel)
			continue
		}
		refused = append(refused, document.Warning{Path: rel, Message: "lists pages by tag, category or the like", Skipped: true})
	}
	return kept, refused
}

// isTaxonomy tells whether the feed of a folder is Hugo's, and has folders with feeds alone.
func isTaxonomy(dir, folder string) bool {
	at := filepath.Join(dir, filepath.FromSlash(folder))
	raw, err := os.ReadFile(filepath.Join(at, "index.xml"))
	if err != nil {
		return false
	}
	var feed struct {
		Generator string   `xml:"channel>generator"`
		Links     []string `xml:"channel>item>link"`
	}
	if xml.Unmarshal(raw, &feed) != nil || !strings.HasPrefix(feed.Generator, "Hugo") || len(feed.Links) == 0 {
		return false
	}
	for _, link := range feed.Links {
		if plain, err := url.PathUnescape(link); err == nil {
			link = plain
		}
		parent, term := path.Split(strings.TrimSuffix(link, "/"))
		if path.Base(parent) != path.Base(folder) || !isRegular(filepath.Join(at, term, "index.xml")) {
			return false
		}
	}
	return true
}

func isRegular(file string) bool {
	info, err := os.Lstat(file)
	return err == nil && info.Mode().IsRegular()
}
