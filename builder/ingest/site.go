package ingest

import (
	"context"
	"slices"
	"strings"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/html"
)

// Site reads the built web site in dir: the main content of all .html and .htm files, without navigation.
//
// The main content is the first <main>, else the first element with role "main", else the only <article>, else the body
// without the page's header and footer. Navigation, asides that are not admonitions, search boxes, form controls,
// tables of contents, scripts and hidden elements are left out. Hidden tab panels are kept.
//
// If a page is read as a whole body, lines and headings at its ends that most such pages repeat
// are left out too.
//
// The title is the first h1 of the main content, else <title>, else the file name. A page with several h1 has the
// <title>, unless that contains the first. A <title> that begins with the first heading loses the name of the site
// after it. A section's anchor is the id of its heading, of an element inside or just before it, or of the <section>,
// <div> or <article> that it opens.
//
// If the author marks elements as content, these are the content instead, and pages without a mark are skipped with a
// warning. html/attributes.go has all attributes.
//
// Some pages are skipped with a warning: pages that ask robots not to index them, pages on which Hugo lists others by
// tag, redirects, pages without any text, an index.html that repeats another page of its folder, and a page that
// repeats several smaller pages. Files are UTF-8, UTF-16 with a byte order mark, or in the encoding that a <meta>
// element declares. A directory that does not exist is an error; one without HTML gives an empty Corpus. [Corpus]
// describes the treatment of unreadable pages, such as pages nested deeper than the parser's 512 elements.
func Site(ctx context.Context, dir string, o document.Options) (*document.Corpus, error) {
	if err := o.Prepare(); err != nil {
		return nil, err
	}
	files, refused, err := listFiles(dir, func(name string) bool { return document.IsHTMLFile(name) || name == feedName }, o.FollowLinks)
	if err != nil {
		return nil, err
	}
	files, lists := leaveOutTaxonomies(dir, files, &o)
	refused = append(refused, lists...)
	c, err := readFiles(ctx, dir, files, refused, o, nil, func(rel string, raw []byte) (document.Document, error) {
		return html.Parse(rel, raw, o)
	})
	if err != nil {
		return nil, err
	}
	compare(c)
	return c, nil
}

// compare leaves out text that HTML pages repeat.
func compare(c *document.Corpus) {
	leaveOutFrame(c)
	leaveOutSiteNames(c)
	leaveOutCopies(c)
	leaveOutCollections(c)
	weighEntries(c)
	slices.SortStableFunc(c.Warnings, func(a, b document.Warning) int { return strings.Compare(a.Path, b.Path) })
	leaveOutSiteDescriptions(c)
}
