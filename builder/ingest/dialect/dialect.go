// Package dialect turns the Markdown of site tools into Markdown that a CommonMark parser reads. It removes
// the syntax of tools and keeps the text that readers see.
//
// Tools process their syntax in four steps, and so does this package:
//
//  1. Lines that name other files are replaced by these files ([Expand]).
//  2. Templates, shortcodes and similar tags are processed anywhere in the text (templates.go).
//  3. Lines that begin blocks are processed: containers, directives, imports, components (lines.go,
//     components.go).
//  4. Marks within a line are read by the parser with its own marks ([Extension], inline.go).
//
// The tests have all syntaxes, the tools that write them, and an example of each. Code blocks and code spans
// keep their text, except where a tool includes files in code. Unknown syntax is counted ([Residue]).
package dialect

import (
	"strings"

	"mycel/builder/ingest/document"
)

// Page has the properties of a page that rules depend on.
type Page struct {
	Path   string // slash path of the file below the source
	IsMDX  bool
	Tool   Tool // tool that makes the site, "" if unknown
	Slugs  *document.SlugRule
	Folder string                   // name of the source's folder; paths of included files may begin with it
	Files  Files                    // nil for none
	Link   func(name string) string // slash path of the file for a wiki link, "" if unknown; nil knows no file
}

// Translate returns src, a text without front matter, as Markdown for the parser. It costs O(len(src)).
func Translate(src string, p Page) string {
	src = runTemplates(src, p)
	src = readLines(src, p)
	src = mapProse(src, p.IsMDX, func(prose string) string { return dropComponents(prose, p.IsMDX) })
	if p.IsMDX {
		src = dropIndent(src)
	}
	return src
}

// escaper escapes characters that a Markdown parser would read as marks.
var escaper = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "<", "\\<", "{", "\\{", "#", "\\#")
