// Package dialect turns the Markdown of site tools into the Markdown that a CommonMark parser reads: what
// tools add to it goes, and what readers see of it stays.
//
// Tools read their additions at four times, and so does this package:
//
//  1. Lines that name other files are replaced by these ([Expand]).
//  2. Templates, shortcodes and their like run over the text, whatever it is (templates.go).
//  3. Lines that begin blocks: containers, directives, imports, components (lines.go, components.go).
//  4. Marks in a line, which the parser reads with its own ([Extension], inline.go).
//
// The tests have all syntaxes, the tools that write them, and an example of each. Code blocks and code spans
// stay as they are, but for files that a tool includes in code. What no rule knows is counted ([Residue]).
package dialect

import (
	"strings"

	"mycel/builder/ingest/document"
)

// Page is what rules depend on besides the text.
type Page struct {
	Path   string // slash path of the file below the source
	IsMDX  bool
	Tool   Tool // that makes the site, "" if it is not known
	Slugs  *document.SlugRule
	Folder string                   // name of the source's folder, by which files below it may be named
	Files  Files                    // nil for none
	Link   func(name string) string // slash path of the file that a wiki link names, "" for none; nil knows no file
}

// Translate returns src, a text without front matter, for the parser. It costs O(len(src)).
func Translate(src string, p Page) string {
	src = runTemplates(src, p)
	src = readLines(src, p)
	src = mapProse(src, p.IsMDX, func(prose string) string { return dropComponents(prose, p.IsMDX) })
	if p.IsMDX {
		src = dropIndent(src)
	}
	return src
}

// escaper makes text of what a Markdown parser would take for marks.
var escaper = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "<", "\\<", "{", "\\{", "#", "\\#")
