package ingest

import (
	"encoding/xml"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mycel/builder/ingest/document"
	"mycel/files"
)

// leaveOutTaxonomies takes from the files of a site those on which Hugo lists pages by tag, by category and
// the like, and warns of them. Hugo puts a feed beside each list: that of a section has the section's
// pages, that of a taxonomy its terms, which have feeds themselves. A rule of the options that boosts a list
// keeps it. The feeds are no pages, and go.
func leaveOutTaxonomies(dir string, pages []string, o *document.Options) (kept []string, refused []document.Warning) {
	feeds := map[string]bool{} // folders with a feed that may be read
	pages = slices.DeleteFunc(pages, func(rel string) bool {
		isFeed := path.Base(rel) == feedName
		if isFeed {
			feeds[path.Dir(rel)] = true
		}
		return isFeed
	})
	var below []string // folders of taxonomies, with a slash at the end
	for _, rel := range pages {
		if folder := path.Dir(rel); path.Base(rel) == "index.html" && folder != "." && feeds[folder] && isTaxonomy(dir, folder, feeds) {
			below = append(below, folder+"/")
		}
	}
	for _, rel := range pages {
		isList := slices.ContainsFunc(below, func(folder string) bool { return strings.HasPrefix(rel, folder) })
		if !isList || o.Boosts(rel) {
			kept = append(kept, rel)
			continue
		}
		refused = append(refused, document.Warning{Path: rel, Message: "lists pages by tag, category or the like", Skipped: true})
	}
	return kept, refused
}

// feedName is the name of the feeds of Hugo.
const feedName = "index.xml"

// isTaxonomy tells whether the feed of a folder is Hugo's, and has folders with feeds alone.
func isTaxonomy(dir, folder string, feeds map[string]bool) bool {
	raw, err := files.Read(filepath.Join(dir, filepath.FromSlash(folder), feedName), document.MaxBytes)
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
		if path.Base(parent) != path.Base(folder) || !feeds[path.Join(folder, term)] {
			return false
		}
	}
	return true
}
