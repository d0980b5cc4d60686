package document

// Corpus is the content of one source.
//
// A file or line that cannot be read is left out, and a Faulty warning names it with its
// cause: text in no known encoding, broken front matter, a line without a JSON object, a
// link to nothing or out of the source, a named pipe. The rest of the source is read.
type Corpus struct {
	Documents []Document // sorted by ID in byte order; JSON Lines keep their order
	Warnings  []Warning  // sorted by Path (byte order), then Line

	// Found counts the source files and links with a known extension, or the JSON
	// lines that are not blank. Some are documents; the others were skipped with a warning.
	Found int
	// Bytes is the size of the sources, before decoding.
	Bytes int64

	// PassedOver lists files of documentation in unsupported formats, by extension, sorted.
	PassedOver map[string][]string
}

// Warning reports something that was left out or may surprise a reader, without stopping the build.
type Warning struct {
	Path    string `json:"path"`           // slash path relative to the source root; for JSON Lines the name of the file as given
	Line    int    `json:"line,omitempty"` // from 1; 0 when the warning is about the whole file
	Message string `json:"message"`
	Skipped bool   `json:"skipped,omitempty"` // the file or line was left out; Message has the reason
	Faulty  bool   `json:"faulty,omitempty"`  // it, or a part of it, cannot be read; its author and the settings did not ask to leave it out
}
