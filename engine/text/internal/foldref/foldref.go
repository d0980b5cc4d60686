// Package foldref defines the folding of characters into keys by means of
// golang.org/x/text. It is the reference that the engine's generated table is
// made from and tested against; the engine itself does not import it.
package foldref

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters lists letters that have no decomposition but a usual ASCII spelling.
var letters = strings.NewReplacer(
	"ß", "ss", "ø", "o", "ł", "l", "đ", "d", "æ", "ae", "œ", "oe", "ı", "i", "ς", "σ",
)

// Rune returns the key of one character: NFKC, lower case, diacritics removed.
func Rune(r rune) string { return String(string(r)) }

// String returns the key of a string: NFKC, lower case, diacritics removed,
// composed again (so that kana and Hangul keep their usual form).
func String(s string) string {
	s = strings.ToLower(norm.NFKC.String(s))
	s = strings.Map(func(r rune) rune {
		if Diacritic(r) {
			return -1
		}
		return r
	}, norm.NFKD.String(s))
	return letters.Replace(norm.NFC.String(strings.ToLower(s)))
}

// Diacritic reports whether r is a mark that readers leave out when they type: one of the Latin, Greek and Cyrillic
// kind, a vowel sign or an accent of Hebrew, Arabic and Syriac, or the line that makes an Arabic word longer. Marks
// without which no vowel is written (Devanagari, Thai), or that make another letter (kana, hamza), are not.
func Diacritic(r rune) bool {
	switch {
	case r == 0x0640:
		return true
	case 0x0591 <= r && r <= 0x074a, 0x0898 <= r && r <= 0x08ff:
		return unicode.Is(unicode.Mn, r) && !(0x0653 <= r && r <= 0x0655)
	case 0x0300 <= r && r <= 0x036f, 0x1ab0 <= r && r <= 0x1aff, 0x1dc0 <= r && r <= 0x1dff,
		0x20d0 <= r && r <= 0x20ff, 0xfe20 <= r && r <= 0xfe2f:
		return true
	}
	return false
}
