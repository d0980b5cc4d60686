package ingest

// Options tune how a source is read. The zero value is the default of each field.
type Options struct {
	// BaseURL is put before every relative URL, joined by one slash:
	// "https://example.org/docs". Default "": URLs stay relative to the site root.
	// URLs that are absolute or begin with a slash are left alone.
	BaseURL string

	// URLStyle says how the path of a file becomes the URL of its page.
	// Default URLStyleHTML. JSON Lines name their URLs themselves.
	URLStyle URLStyle

	// Progress, if set, is told how far the reading has come: files for Site and
	// Docs, bytes for JSONL. Calls never overlap, done never decreases, and the
	// last call of a run without error has done == total. It should return quickly.
	Progress func(done, total int)
}

// report calls Progress if there is one.
func (o Options) report(done, total int) {
	if o.Progress != nil {
		o.Progress(done, total)
	}
}
