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

// leaveOutTaxonomies removes the pages on which Hugo lists pages by tag, by category and the like, and warns
// of them. Hugo puts a feed beside each list. The feed of a section has the section's pages; the feed of a
// taxonomy has its terms, which have feeds too. A rule of the options that boosts a list keeps it. Feeds are
// no pages, so they are removed.
func leaveOutTaxonomies(dir string, pages []string, o *document.Options) (kept []string, refused []document.Warning) {
	feeds := map[string]bool{} // folders with a feed that may be read
	pages = slices.DeleteFunc(pages, func(rel string) bool {
		isFeed := path.Base(rel) == feedName
		if isFeed {
			feeds[path.Dir(rel)] = true
		}
		return isFeed
	})
	var below []string // folders of taxonomies, each with a slash at the end
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

// feedName is the name of Hugo's feeds.
const feedName = "index.xml"

// isTaxonomy reports whether Hugo wrote the feed of a folder, and all its links lead to folders with feeds.
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
