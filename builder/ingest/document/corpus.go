package document

// Corpus is what one source holds.
//
// A file or line that cannot be read is left out, and a Faulty warning names it with its
// cause: text in no known encoding, broken front matter, a line without a JSON object, a
// link to nothing or out of the source, a named pipe. The rest of the source is read.
type Corpus struct {
	Documents []Document // sorted by ID in byte order; JSON Lines keep their order
	Warnings  []Warning  // sorted by Path (byte order), then Line

	// Found counts the source files and links with a known extension, or the JSON
	// lines that are not blank: the documents and those skipped with a warning.
	Found int
	// Bytes is the size of the sources, before decoding.
	Bytes int64

	// PassedOver has the files of documentation in formats that are not read, by extension, sorted.
	PassedOver map[string][]string
}

// Warning tells of something that was left out, or that will surprise a reader, but does not stop the build.
type Warning struct {
	Path    string `json:"path"`           // slash path relative to the source root; for JSON Lines the file as it was named
	Line    int    `json:"line,omitempty"` // 1-based; 0 when the warning is about the whole file
	Message string `json:"message"`
	Skipped bool   `json:"skipped,omitempty"` // the file or line was left out; Message says why
	Faulty  bool   `json:"faulty,omitempty"`  // it cannot be read: left out for that, and not because its author or a setting says so, or read without a part
}
