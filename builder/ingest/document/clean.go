package document

import (
	"bytes"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// runeKind says what becomes of a character in visible text.
type runeKind uint8

const (
	Visible   runeKind = iota // kept as it is
	space                     // stands for one space
	newline                   // ends a line where white space counts, else a space
	invisible                 // dropped
)

// KindOf classifies r.
//
// Dropped are control characters, soft hyphens, zero-width spaces, byte order marks and the marks that steer
// bidirectional text: excerpts are cut out of the text, and a mark that has lost its partner would turn the page around
// it. Zero-width joiner and non-joiner stay: Persian, Indic scripts and emoji are spelt with them.
func KindOf(r rune) runeKind {
	switch {
	case r == '\n':
		return newline
	case r == ' ' || r == '\t':
		return space
	case r < ' ' || r == 0x7F:
		if r == '\r' || r == '\f' || r == '\v' {
			return space
		}
		return invisible
	case r < 0x80:
		return Visible
	case r == '\u0085' || r == '\u2028' || r == '\u2029':
		return newline
	case unicode.IsSpace(r):
		return space // no-break space among them
	case r < 0xA0, r == '\u00AD', r == '\u180E',
		r == '\u200B', r == '\u200E', r == '\u200F',
		r >= '\u202A' && r <= '\u202E',
		r >= '\u2060' && r <= '\u206F',
		r == '\uFEFF', r >= '\uFFF9' && r <= '\uFFFB':
		return invisible
	}
	return Visible
}

// appendVerbatim appends s to dst with its white space as it is, without the characters that nobody sees.
func appendVerbatim(dst []byte, s string) []byte {
	start := 0
	for i, r := range s {
		kind := KindOf(r)
		if kind == Visible || r == '\n' || r == ' ' || r == '\t' {
			continue
		}
		dst = append(dst, s[start:i]...)
		start = i + len(string(r))
		switch kind {
		case space:
			dst = append(dst, ' ')
		case newline:
			dst = append(dst, '\n')
		}
	}
	return append(dst, s[start:]...)
}

// PlainText cleans s, text that has no markup: lines keep their indentation and
// lose trailing spaces, and any number of blank lines becomes one.
func PlainText(s string) string {
	raw := appendVerbatim(make([]byte, 0, len(s)), s)
	clean, blank := raw[:0], 0 // in the memory of lines that were read already
	for line := range bytes.SplitSeq(raw, []byte("\n")) {
		line = bytes.TrimRight(line, " \t")
		if len(line) == 0 {
			blank++
			continue
		}
		if len(clean) > 0 {
			clean = append(clean, "\n\n"[:1+min(blank, 1)]...)
		}
		clean = append(clean, line...)
		blank = 0
	}
	return norm.NFC.String(string(clean))
}

// OneLine cleans s and makes it a single line: runs of white space become one space.
func OneLine(s string) string {
	var o Outline
	o.Words(s)
	return norm.NFC.String(string(o.Text))
}

// LangTag makes a language tag of what authors write: "en_US" is "en-US".
func LangTag(s string) string {
	return strings.ReplaceAll(OneLine(s), "_", "-")
}
