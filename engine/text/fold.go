// Package text splits text into tokens and turns tokens into keys. Builder and engine both use it,
// so a query is read exactly as the documents were.
package text

//go:generate go run ./internal/foldgen

import (
	"unicode"
	"unicode/utf8"
)

// AppendKey appends the key of s to dst: each character in compatibility form (NFKC), lower case,
// without diacritics, apostrophes and optional vowel signs, digits as those of ASCII, katakana as hiragana. Words are
// compared by their keys. s is composed text (NFC), as documents and queries are. Invalid UTF-8 becomes U+FFFD. O(len(s)).
func AppendKey(dst []byte, s string) []byte {
	start := len(dst)
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			if c != '\'' {
				dst = append(dst, c)
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		dst = appendFolded(dst, start, r)
	}
	return dst
}

// Key returns the key of s as a new string.
func Key(s string) string { return string(AppendKey(nil, s)) }

// appendFolded appends the key of one character. The key so far begins at dst[start]: the sound mark of a half-width kana
// joins the character before it.
func appendFolded(dst []byte, start int, r rune) []byte {
	switch {
	case r == halfVoiced || r == halfVoiced+1:
		return appendVoiced(dst, start, r)
	case 0xac00 <= r && r <= 0xd7a3 || 0x4e00 <= r && r <= 0x9fff:
		return utf8.AppendRune(dst, r)
	case 'ァ' <= r && r <= 'ヶ', r == 'ヽ', r == 'ヾ':
		return utf8.AppendRune(dst, r-('ァ'-'ぁ'))
	}
	if key, ok := foldRune(r); ok {
		return append(dst, key...)
	}
	return utf8.AppendRune(dst, unicode.ToLower(r))
}

// halfVoiced is the sound mark ﾞ; ﾟ follows it.
const halfVoiced = 0xff9e

// appendVoiced joins a sound mark to the kana before it. In Unicode the voiced form of a kana is
// the next character, and the half-voiced form the one after.
func appendVoiced(dst []byte, start int, mark rune) []byte {
	base, n := utf8.DecodeLastRune(dst[start:])
	voiced := mark == halfVoiced
	switch {
	case 'は' <= base && base <= 'ほ' && (base-'は')%3 == 0:
		base += 1 + mark - halfVoiced
	case voiced && base == 'う':
		base = 'ゔ'
	case voiced && ('か' <= base && base <= 'ち' && (base-'か')%2 == 0 || base == 'つ' || base == 'て' || base == 'と'):
		base++
	default:
		return utf8.AppendRune(dst, mark-halfVoiced+0x3099)
	}
	return utf8.AppendRune(dst[:len(dst)-n], base)
}

// The generated table, unpacked: ascending characters and where their keys begin in foldTable.
var (
	foldRunes [foldEntries]rune
	foldAt    [foldEntries]uint32
)

func init() {
	r, at := rune(0), 0
	for i := range foldRunes {
		var delta rune
		for shift := 0; ; shift += 7 {
			c := foldTable[at]
			at++
			delta |= rune(c&0x7f) << shift
			if c < 0x80 {
				break
			}
		}
		r += delta
		foldRunes[i], foldAt[i] = r, uint32(at)
		at += 1 + int(foldTable[at])
	}
}

func foldRune(r rune) (string, bool) {
	lo, hi := 0, len(foldRunes)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if foldRunes[mid] < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(foldRunes) || foldRunes[lo] != r {
		return "", false
	}
	at := foldAt[lo]
	return foldTable[at+1 : at+1+uint32(foldTable[at])], true
}
