package document

// MaxBytes is the length of the longest file or JSON line, in bytes.
const MaxBytes = 256 << 20

// Options say how a source is read. The zero value is the default of each field.
type Options struct {
	// BaseURL is put before every relative URL, joined by one slash:
	// "https://example.org/docs". Default "": URLs stay relative to the site root.
	// URLs that are absolute or begin with a slash stay as they are.
	BaseURL string

	// URLStyle is the rule that turns the path of a file into the URL of its page.
	// Default URLStyleHTML. JSON Lines give their own URLs.
	URLStyle URLStyle

	// MetaFields, FilterFields and SortFields name the fields of front matter, and of
	// the metadata of JSON Lines, that become Facets. Nil stands for description, for
	// tags and categories, and for date; an empty list for none.
	MetaFields, FilterFields, SortFields []string

	// RootSelector is the CSS selector of the main content of HTML pages, for sites
	// where Site does not find it; "" for none. Pages without a matching element are
	// left out. ExcludeSelectors select elements that are left out.
	RootSelector     string
	ExcludeSelectors []string

	// Glob restricts the files of Site and Docs to those whose path matches it, such as
	// "guide/**/*.html"; "" for all.
	Glob string

	// Skip is the slash path of a folder in the source that is ignored, such as
	// the bundle of an earlier build; "" for none.
	Skip string

	// FollowLinks makes Site and Docs follow symbolic links that lead out of the source, or
	// to a hidden part of it. Otherwise such links are left out with a warning.
	FollowLinks bool

	// KeepIndexURL keeps the names of index files in URLs. Otherwise URLs end in the
	// directory.
	KeepIndexURL bool

	// Language is the language of all documents, whatever they declare; "" keeps the
	// declared one.
	Language string

	// Date is the day of the build, as 2006-01-02: pages that are published later, or have expired, are left
	// out. Default "": dates are ignored, so the result depends on the sources alone.
	Date string

	// Pages has rules for files by their paths. All rules that match a file
	// apply.
	Pages []PageRule

	// Store, if set, is asked for every document before its source is parsed. It must
	// distinguish documents by the other options.
	Store Store `json:"-"`

	Selectors selectors `json:"-"` // compiled

	// Progress, if set, receives the progress of reading: files for Site and
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
