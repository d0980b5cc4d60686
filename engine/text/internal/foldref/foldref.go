// Package foldref defines the folding of characters into keys with golang.org/x/text. The engine's generated table is
// made from this reference and tested against it; the engine itself does not import it.
package foldref

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters lists characters without a decomposition that have another usual spelling, or are left out: variants of ASCII
// letters, the forms of an Arabic letter in other languages and at the end of a word, chandrabindu, apostrophes, and
// signs that only join or separate the letters of a word.
var letters = strings.NewReplacer(
	"ß", "ss", "ø", "o", "ł", "l", "đ", "d", "æ", "ae", "œ", "oe", "ı", "i", "ς", "σ",
	"ٱ", "ا", "ى", "ي", "ی", "ي", "ة", "ه", "ە", "ه", "ہ", "ه", "ک", "ك",
	"ँ", "ं", "'", "", "’", "", "ʼ", "",
	"\u00ad", "", "\u200c", "", "\u200d", "",
)

// Rune returns the key of one character: NFKC, lower case, diacritics removed.
func Rune(r rune) string { return String(string(r)) }

// String returns the key of a string: NFKC, lower case, diacritics removed,
// composed again (so that kana and Hangul keep their usual form), digits of ASCII, hiragana for katakana.
func String(s string) string {
	s = strings.ToLower(norm.NFKC.String(s))
	s = strings.Map(func(r rune) rune {
		if Diacritic(r) {
			return -1
		}
		return digit(r)
	}, norm.NFKD.String(s))
	return strings.Map(hiragana, letters.Replace(norm.NFC.String(strings.ToLower(s))))
}

// Diacritic reports whether r is a mark that readers leave out when they type: a mark of Latin, Greek or Cyrillic, a
// vowel sign or an accent of Hebrew, Arabic or Syriac, the hamza of an alef, the line that lengthens an Arabic word, or
// the nukta of India. It returns false for marks that write a vowel (Devanagari, Thai) or make another letter (kana).
func Diacritic(r rune) bool {
	switch {
	case r == 0x0640:
		return true
	case 0x0591 <= r && r <= 0x074a, 0x0898 <= r && r <= 0x08ff:
		return unicode.Is(unicode.Mn, r)
	case 0x0900 <= r && r <= 0x0cff && r&0x7f == 0x3c: // the same place in the block of each script
		return unicode.Is(unicode.Mn, r)
	case 0x0300 <= r && r <= 0x036f, 0x1ab0 <= r && r <= 0x1aff, 0x1dc0 <= r && r <= 0x1dff,
		0x20d0 <= r && r <= 0x20ff, 0xfe20 <= r && r <= 0xfe2f:
		return true
	}
	return false
}

// digit returns the ASCII digit of the same value. Digits come in runs from 0 to 9.
func digit(r rune) rune {
	if !unicode.Is(unicode.Nd, r) {
		return r
	}
	n := rune(0)
	for unicode.Is(unicode.Nd, r-n-1) {
		n++
	}
	return '0' + n%10
}

// hiragana returns the hiragana of a katakana.
func hiragana(r rune) rune {
	if 'ァ' <= r && r <= 'ヶ' || r == 'ヽ' || r == 'ヾ' {
		return r - ('ァ' - 'ぁ')
	}
	return r
}
