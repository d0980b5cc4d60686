package text

import (
	"unicode"
	"unicode/utf8"
)

// minPart is the length in characters of the shortest part of a compound that is a
// word by itself.
const minPart = 2

// Parts returns the byte ranges of the words that a compound such as useEffect,
// HashMap or HTTPServer is made of; nil for a word that is none. A part begins at
// a capital behind a small letter or digit, and at the last of several capitals
// that a small letter follows, but for the s of URLs. Parts of one character belong to none. O(len(word)),
// and no allocation for words without inner capitals.
func Parts(word string) [][2]int {
	var parts [][2]int
	start, chars := 0, 0
	before, at := rune(0), 0 // the character before this one
	upper := false           // whether that one is a capital behind a capital
	cut := func(end, n int) {
		if n >= minPart {
			parts = append(parts, [2]int{start, end})
		}
		start = end
	}
	for i, r := range word {
		switch {
		case i == 0:
		case unicode.IsUpper(r) && !unicode.IsUpper(before):
			cut(i, chars)
			chars, upper = 0, false
		case unicode.IsLower(r) && upper && word[i:] != "s":
			cut(at, chars-1)
			chars, upper = 1, false
		default:
			upper = unicode.IsUpper(r) && unicode.IsUpper(before)
		}
		chars++
		before, at = r, i
	}
	if start == 0 {
		return nil
	}
	cut(len(word), chars)
	return parts
}

// Compound tells quickly whether a word may have parts: whether it has a capital
// behind its first character.
func Compound(word string) bool {
	for i := 1; i < len(word); i++ {
		if c := word[i]; 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf {
			return true
		}
	}
	return false
}
