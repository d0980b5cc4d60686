package ingest

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"
)

// CodeKind says what a part of a text is, if it is no prose.
type CodeKind uint8

const (
	Inline CodeKind = iota // code in a line of prose
	Fenced                 // a listing
	Output                 // what a program has printed
	numCodeKinds
)

// Code is a part of a text that is not prose.
type Code struct {
	Start, End int // byte range in Document.Text
	Kind       CodeKind
}

// outputLanguages are the languages of code blocks that show what a program has printed.
var outputLanguages = map[string]bool{
	"console": true, "text": true, "txt": true, "plaintext": true, "plain": true, "output": true, "log": true, "ansi": true, "none": true,
}

// kindOfListing returns the kind of a code block in a language, "" if it names none.
func kindOfListing(language string) CodeKind {
	if outputLanguages[strings.ToLower(language)] {
		return Output
	}
	return Fenced
}

// kindOfPre returns the kind of preformatted text in HTML, by the language that renderers
// leave in a class of it, of the code in it or of an element around it.
func kindOfPre(n *html.Node) CodeKind {
	around := []*html.Node{n.FirstChild, n, n.Parent}
	if n.Parent != nil {
		around = append(around, n.Parent.Parent)
	}
	for _, e := range around {
		if e == nil || e.Type != html.ElementNode {
			continue
		}
		for class := range strings.FieldsSeq(attr(e, "class")) {
			for _, prefix := range []string{"language-", "lang-", "highlight-"} {
				if name, ok := strings.CutPrefix(class, prefix); ok {
					return kindOfListing(name)
				}
			}
		}
	}
	return Fenced
}

// startCode says that what follows is inline code. It can nest, and has no effect in
// preformatted text.
func (o *outline) startCode() { o.inline++ }

// endCode ends what startCode began.
func (o *outline) endCode() { o.inline-- }

// mark marks the text from start on as code.
func (o *outline) mark(start int, kind CodeKind) {
	end := len(o.text)
	if n := len(o.code); n > 0 && o.code[n-1].Kind == kind && o.code[n-1].End == start {
		o.code[n-1].End = end
	} else if start < end {
		o.code = append(o.code, Code{start, end, kind})
	}
}

// codeRanges returns the parts of the finished text that are code.
func (o *outline) codeRanges() []Code {
	text := string(o.text)
	if norm.NFC.IsNormalString(text) {
		return o.code
	}
	for i := range o.code {
		c := &o.code[i]
		c.Start, c.End = len(norm.NFC.String(text[:c.Start])), len(norm.NFC.String(text[:c.End]))
	}
	return o.code
}
