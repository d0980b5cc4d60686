package main

import (
	"path/filepath"

	"github.com/spf13/pflag"

	"mycel/builder"
)

// siteFlags say which of the pages are read and how. They have the names that they
// have in Pagefind where they mean the same.
type siteFlags struct {
	subdir string
	force  string
}

func (s *siteFlags) register(f *pflag.FlagSet, c *builder.Config) {
	o := &c.Ingest
	f.StringVar(&s.subdir, "output-subdir", "mycel", "`NAME` of the bundle's folder in the site, where there is no --output-path")
	f.StringVar(&o.Glob, "glob", "", "`PATTERN` of the paths that are read, such as guide/**/*.html (default: all)")
	f.StringVar(&o.RootSelector, "root-selector", "", "CSS `SELECTOR` of the content of HTML pages")
	f.StringArrayVar(&o.ExcludeSelectors, "exclude-selectors", nil, "CSS `SELECTOR` of elements to leave out")
	f.BoolVar(&o.FollowLinks, "follow-links", false, "follow symbolic links that lead out of a source folder")
	f.BoolVar(&c.Strict, "strict", false, "fail if a page, a line or a link cannot be read, instead of leaving it out with a warning")
	f.StringVar(&s.force, "force-language", "", "language of all pages as a BCP 47 `TAG`, whatever they declare")
	f.BoolVar(&o.KeepIndexURL, "keep-index-url", false, "keep index.html at the end of addresses")
	f.StringSliceVar(&o.MetaFields, "meta-fields", nil, "`FIELDS` of front matter shown with results (default description)")
	f.StringSliceVar(&o.FilterFields, "filter-fields", nil, "`FIELDS` of front matter to filter by (default tags,categories)")
	f.StringSliceVar(&o.SortFields, "sort-fields", nil, "`FIELDS` of front matter to sort by (default date)")
}

// apply completes the configuration: the bundle of one site lies in it.
func (s *siteFlags) apply(c *builder.Config) {
	if c.Output == "" && len(c.Site) == 1 && s.subdir != "" {
		c.Output = filepath.Join(c.Site[0], s.subdir)
	}
	if s.force != "" {
		c.Language, c.Ingest.Language = s.force, s.force
	}
}
