package document

// MaxBytes is the length of the longest file, or line of JSON, that is read.
const MaxBytes = 256 << 20

// Options tune how a source is read. The zero value is the default of each field.
type Options struct {
	// BaseURL is put before every relative URL, joined by one slash:
	// "https://example.org/docs". Default "": URLs stay relative to the site root.
	// URLs that are absolute or begin with a slash are left alone.
	BaseURL string

	// URLStyle says how the path of a file becomes the URL of its page.
	// Default URLStyleHTML. JSON Lines name their URLs themselves.
	URLStyle URLStyle

	// MetaFields, FilterFields and SortFields name the fields of front matter, and of
	// the metadata of JSON Lines, that become Facets. Nil stands for description, for
	// tags and categories, and for date; an empty list for none.
	MetaFields, FilterFields, SortFields []string

	// RootSelector is the CSS selector of the main content of HTML pages, for sites
	// where Site would not find it; "" for none. ExcludeSelectors are those of elements
	// to be left out. A page without an element for RootSelector is left out.
	RootSelector     string
	ExcludeSelectors []string

	// Glob restricts the files of Site and Docs to those whose path matches it, such as
	// "guide/**/*.html"; "" for all.
	Glob string

	// Skip is the slash path of a folder below the source that is passed over, such as
	// the bundle of an earlier build; "" for none.
	Skip string

	// FollowLinks has Site and Docs follow symbolic links that lead out of the source, or
	// to a hidden part of it. Without it such links are left out with a warning.
	FollowLinks bool

	// KeepIndexURL makes URLs end in the name of an index file rather than in the
	// directory that it stands for.
	KeepIndexURL bool

	// Language is what documents are written in whatever they declare; "" for what
	// they declare.
	Language string

	// Date is the day of the build, as 2006-01-02: pages that are published later, or have expired, are left
	// out. Default "": dates are not compared, and the result depends on the sources alone.
	Date string

	// Pages says how some of the files are to be treated, by path. All rules that match
	// a file apply.
	Pages []PageRule

	// Store, if set, is asked for every document before its source is parsed. It must
	// know the other options.
	Store Store `json:"-"`

	Selectors selectors `json:"-"` // compiled

	// Progress, if set, is told how far the reading has come: files for Site and
	// Docs, bytes for JSONL. Calls never overlap, done never decreases, and the
	// last call of a run without error has done == total. It should return quickly.
	Progress func(done, total int) `json:"-"`
}

// Report calls Progress if there is one.
func (o Options) Report(done, total int) {
	if o.Progress != nil {
		o.Progress(done, total)
	}
}
