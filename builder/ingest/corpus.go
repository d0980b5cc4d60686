package ingest

// Corpus is what one source holds.
type Corpus struct {
	Documents []Document // sorted by ID in byte order; JSON Lines keep their order
	Warnings  []Warning  // sorted by Path (byte order), then Line

	// Found counts the source files with a known extension, or the JSON lines
	// that are not blank: the documents and those skipped with a warning.
	Found int
	// Bytes is the size of what was read, before decoding.
	Bytes int64
}

// Warning tells of something that was left out, or that will surprise a reader,
// but does not stop the build.
type Warning struct {
	Path    string `json:"path"`           // slash path relative to the source root; for JSON Lines the file as it was named
	Line    int    `json:"line,omitempty"` // 1-based; 0 when the warning is about the whole file
	Message string `json:"message"`
	Skipped bool   `json:"skipped,omitempty"` // the file was left out, which Message says why
}
