package ingest

import (
	"cmp"
	"strings"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/html"
)

// leaveOutSiteNames removes the name of the site from titles that begin or end with it, as doxygen and Texinfo write
// them. The name is in at least framePages <title>s, and in half of all <title>s or of those used as titles.
func leaveOutSiteNames(c *document.Corpus) {
	shared := map[string]bool{} // beginnings and ends
	for _, all := range []bool{true, false} {
		pages, starts, ends := 0, map[string]int{}, map[string]int{}
		for i := range c.Documents {
			if d := &c.Documents[i]; d.HTML && d.Named != "" && (all || d.Title == d.Named) {
				start, end := html.TitleAffixes(d.Named)
				pages++
				starts[start]++
				ends[end]++
			}
		}
		for _, counts := range []map[string]int{starts, ends} {
			for affix, n := range counts {
				shared[affix] = shared[affix] || affix != "" && n >= framePages && 2*n >= pages
			}
		}
	}
	for i := range c.Documents {
		d := &c.Documents[i]
		if !d.HTML || d.Title != d.Named {
			continue
		}
		title := d.Title
		start, end := html.TitleAffixes(title)
		if shared[end] {
			title = strings.TrimSuffix(title, end)
		}
		if rest, ok := strings.CutPrefix(title, start); ok && rest != "" && shared[start] {
			title = rest
		}
		if title != d.Title {
			d.Title = title
			d.ChangeMark("title " + title)
		}
	}
}

// SiteName returns the name of the site that half of the HTML pages declare (og:site_name). Otherwise it is the name
// at an end of half of the <title>s; "" if there is none. The title of the home page may be the name alone.
func SiteName(docs []document.Document) string {
	pages, titled, declared, names := 0, 0, map[string]int{}, map[string]int{}
	for i := range docs {
		d := &docs[i]
		if !d.HTML {
			continue
		}
		pages++
		if d.Site != "" {
			declared[d.Site]++
		}
		if d.Named == "" {
			continue
		}
		titled++
		start, end := html.TitleAffixes(d.Named)
		for _, affix := range []string{start, end} {
			if affix != "" {
				names[html.AffixName(affix)]++
			}
		}
	}
	return cmp.Or(mostShared(declared, pages, 1), mostShared(names, titled, framePages))
}

// mostShared returns the name of most pages; "" if fewer than half of the pages or than least have it.
func mostShared(names map[string]int, pages, least int) string {
	best, count := "", least-1
	for name, n := range names {
		if 2*n >= pages && (n > count || n == count && name < best) {
			best, count = name, n
		}
	}
	return best
}
