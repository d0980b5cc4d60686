package document

import (
	"bytes"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// runeKind says how a character is treated in visible text.
type runeKind uint8

const (
	Visible   runeKind = iota // kept
	space                     // replaced by one space
	newline                   // a line break in preformatted text, elsewhere a space
	invisible                 // dropped
)

// KindOf returns the treatment of r.
//
// Control characters, soft hyphens, zero-width spaces, byte order marks and the marks that steer bidirectional text are
// dropped. An excerpt could contain only one mark of a pair, which would reverse the text around it. Zero-width joiner
// and non-joiner are kept, because Persian, Indic scripts and emoji need them.
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
		return space // such as the no-break space
	case r < 0xA0, r == '\u00AD', r == '\u180E',
		r == '\u200B', r == '\u200E', r == '\u200F',
		r >= '\u202A' && r <= '\u202E',
		r >= '\u2060' && r <= '\u206F',
		r == '\uFEFF', r >= '\uFFF9' && r <= '\uFFFB':
		return invisible
	}
	return Visible
}

// appendVerbatim appends s to dst with its white space, but without invisible characters.
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

// PlainText cleans s, a text without markup: lines keep their indentation and
// lose trailing spaces, and several blank lines become one.
func PlainText(s string) string {
	raw := appendVerbatim(make([]byte, 0, len(s)), s)
	clean, blank := raw[:0], 0 // reuses the memory of lines that were read
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

// OneLine cleans s and joins its lines: runs of white space become one space.
func OneLine(s string) string {
	var o Outline
	o.Words(s)
	return norm.NFC.String(string(o.Text))
}

// LangTag returns the language tag for a spelling of authors: "en_US" becomes "en-US".
func LangTag(s string) string {
	return strings.ReplaceAll(OneLine(s), "_", "-")
}
