// Package text splits text into tokens and turns tokens into keys. Builder and engine both use it,
// so a query is read exactly as the documents were.
package text

//go:generate go run ./internal/foldgen

import (
	"unicode"
	"unicode/utf8"
)

// AppendKey appends the key of s to dst: each character in compatibility form (NFKC), lower case,
// without diacritics and vowel signs. Words are compared by their keys. Invalid UTF-8 becomes U+FFFD. O(len(s)).
func AppendKey(dst []byte, s string) []byte {
	start := len(dst)
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			dst = append(dst, c)
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

// appendFolded appends the key of one character. The key so far begins at dst[start]: a voiced
// kana or Hangul syllable that is written as a sequence joins the character before it, as in NFKC.
func appendFolded(dst []byte, start int, r rune) []byte {
	switch {
	case r == 0x3099 || r == 0x309a:
		return appendVoiced(dst, start, r)
	case 0x1161 <= r && r <= 0x11c2:
		return appendJamo(dst, start, r)
	case 0xac00 <= r && r <= 0xd7a3 || 0x4e00 <= r && r <= 0x9fff:
		return utf8.AppendRune(dst, r)
	}
	if key, ok := foldRune(r); ok {
		return append(dst, key...)
	}
	return utf8.AppendRune(dst, unicode.ToLower(r))
}

// appendVoiced joins a sound mark to the kana before it. In Unicode the voiced form of a kana is
// the next character, and the half-voiced form the one after.
func appendVoiced(dst []byte, start int, mark rune) []byte {
	base, n := utf8.DecodeLastRune(dst[start:])
	hira := base
	if 0x30a1 <= base && base <= 0x30f6 {
		hira -= 0x60
	}
	composed := rune(0)
	switch {
	case mark == 0x309a:
		if 0x306f <= hira && hira <= 0x307b && (hira-0x306f)%3 == 0 {
			composed = base + 2
		}
	case hira == 'う':
		composed = base + ('ゔ' - 'う')
	case 'か' <= hira && hira <= 'ち' && (hira-'か')%2 == 0,
		hira == 'つ', hira == 'て', hira == 'と',
		0x306f <= hira && hira <= 0x307b && (hira-0x306f)%3 == 0:
		composed = base + 1
	case 'ワ' <= base && base <= 'ヲ':
		composed = base + ('ヷ' - 'ワ')
	case base == 'ゝ' || base == 'ヽ':
		composed = base + 1
	}
	if composed == 0 {
		return utf8.AppendRune(dst, mark)
	}
	return utf8.AppendRune(dst[:len(dst)-n], composed)
}

// appendJamo joins a vowel or final consonant to the Hangul syllable begun
// before it (the Unicode standard's arithmetic, section 3.12).
func appendJamo(dst []byte, start int, r rune) []byte {
	prev, n := utf8.DecodeLastRune(dst[start:])
	switch {
	case 0x1100 <= prev && prev <= 0x1112 && r <= 0x1175:
		return utf8.AppendRune(dst[:len(dst)-n], 0xac00+((prev-0x1100)*21+(r-0x1161))*28)
	case 0xac00 <= prev && prev <= 0xd7a3 && (prev-0xac00)%28 == 0 && r >= 0x11a8:
		return utf8.AppendRune(dst[:len(dst)-n], prev+(r-0x11a7))
	}
	return utf8.AppendRune(dst, r)
}

// The generated table, unpacked: ascending characters and where their keys begin
// in foldTable.
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
