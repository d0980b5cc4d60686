package segment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// trimSpaceRight returns s without the white space at its end.
func trimSpaceRight(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) }

// isBracket reports whether r is a quotation mark or bracket, which may stand between
// the end of a sentence and its white space, or before the first word.
func isBracket(r rune) bool {
	switch r {
	case '"', '\'', '(', ')', '[', ']', '{', '}':
		return true
	}
	return r >= utf8.RuneSelf && unicode.In(r, unicode.Pe, unicode.Pf, unicode.Pi, unicode.Ps)
}

// beginsLower reports whether the first character of s after white space, quotation marks and
// brackets is a lower-case letter.
func beginsLower(s string) bool {
	for _, r := range s {
		if !isBracket(r) && !unicode.IsSpace(r) {
			return unicode.IsLower(r)
		}
	}
	return false
}

// isWordCharacter reports whether r is a letter, digit or mark.
func isWordCharacter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// skipSpace returns the end of the white space of s at i.
func skipSpace(s string, i int) int {
	return len(s) - len(strings.TrimLeftFunc(s[i:], unicode.IsSpace))
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// beginsDigit reports whether s begins with an ASCII digit.
func beginsDigit(s string) bool { return s != "" && isDigit(s[0]) }
