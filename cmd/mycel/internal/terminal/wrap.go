package terminal

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"

	"mycel/engine/model"
)

// Wrap breaks text at white space into lines of at most width columns. A longer
// word is a line of its own. matches are ascending byte ranges in text.
func Wrap(text string, matches []model.Span, width int, bold bool) []string {
	var lines []string
	var line strings.Builder
	columns := 0
	for _, w := range words(text) {
		word := text[w.Start:w.End]
		n := uniseg.StringWidth(Printable(word))
		if line.Len() > 0 && columns+1+n > width {
			lines = append(lines, line.String())
			line.Reset()
			columns = 0
		}
		if line.Len() > 0 {
			line.WriteByte(' ')
			columns++
		}
		line.WriteString(Emphasise(word, within(matches, w), bold))
		columns += n
	}
	if line.Len() > 0 {
		lines = append(lines, line.String())
	}
	return lines
}

// words returns the byte ranges of the words in text.
func words(text string) []model.Span {
	var spans []model.Span
	start := -1
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			if start >= 0 {
				spans = append(spans, model.Span{Start: uint32(start), End: uint32(i)})
			}
			start = -1
		case start < 0:
			start = i
		}
	}
	if start >= 0 {
		spans = append(spans, model.Span{Start: uint32(start), End: uint32(len(text))})
	}
	return spans
}

// within returns the parts of spans inside w, relative to its start.
func within(spans []model.Span, w model.Span) []model.Span {
	var out []model.Span
	for _, s := range spans {
		start, end := max(s.Start, w.Start), min(s.End, w.End)
		if start < end {
			out = append(out, model.Span{Start: start - w.Start, End: end - w.Start})
		}
	}
	return out
}

// Emphasise returns s without control characters, with its matches in bold if
// asked.
func Emphasise(s string, matches []model.Span, bold bool) string {
	if !bold {
		return Printable(s)
	}
	var out strings.Builder
	at := uint32(0)
	for _, m := range matches {
		out.WriteString(Printable(s[at:m.Start]))
		out.WriteString(BoldOn)
		out.WriteString(Printable(s[m.Start:m.End]))
		out.WriteString(BoldOff)
		at = m.End
	}
	out.WriteString(Printable(s[at:]))
	return out.String()
}

// The escape sequences of bold and normal intensity (ECMA-48, SGR).
const (
	BoldOn  = "\x1b[1m"
	BoldOff = "\x1b[22m"
)
