package document

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// CodeKind is the kind of a part of a text other than prose.
type CodeKind uint8

const (
	Inline CodeKind = iota // code in a line of prose
	Fenced                 // a listing
	Output                 // printed by a program
	numCodeKinds
)

// Code is a part of a text that is not prose.
type Code struct {
	Start, End int // byte range in Document.Text
	Kind       CodeKind
}

// outputLanguages are languages of code blocks with the output of programs.
var outputLanguages = map[string]bool{
	"console": true, "text": true, "txt": true, "plaintext": true, "plain": true, "output": true, "log": true, "ansi": true, "none": true,
}

// KindOfListing returns the kind of a code block by its language, which may be "".
func KindOfListing(language string) CodeKind {
	if outputLanguages[strings.ToLower(language)] {
		return Output
	}
	return Fenced
}

// StartCode begins inline code. It can nest, and has no effect in preformatted text.
func (o *Outline) StartCode() {
	if o.inline == 0 {
		o.before = len(o.code)
	}
	o.inline++
}

// EndCode ends the code that StartCode began.
func (o *Outline) EndCode() { o.inline-- }

// mark marks the text from start on as code. The words of an element are one part. Neighbouring
// elements are one part if no text lies between them.
func (o *Outline) mark(start int, kind CodeKind) {
	end := len(o.Text)
	if n := len(o.code); n > 0 && o.code[n-1].Kind == kind &&
		(o.code[n-1].End == start || kind == Inline && n > o.before && string(o.Text[o.code[n-1].End:start]) == " ") {
		o.code[n-1].End = end
	} else if start < end {
		o.code = append(o.code, Code{start, end, kind})
	}
}

// CodeRanges returns the parts of the finished text that are code.
func (o *Outline) CodeRanges() []Code {
	text := string(o.Text)
	if norm.NFC.IsNormalString(text) {
		return o.code
	}
	for i := range o.code {
		c := &o.code[i]
		c.Start, c.End = len(norm.NFC.String(text[:c.Start])), len(norm.NFC.String(text[:c.End]))
	}
	return o.code
}

// LongestRun returns the length of the longest run of backticks.
func LongestRun(code string) int {
	longest, run := 0, 0
	for i := range len(code) {
		if code[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
