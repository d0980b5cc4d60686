package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lengths in characters of the shortest parts of a compound that are words by
// themselves. What is shorter is an article of code, such as the is of isEmpty, or
// belongs to a name that has no parts, such as mRNA, pH or HeLa.
const (
	minPart  = 3
	minUpper = 4 // of one in capitals, such as the JSON of parseJSON
)

// Parts returns the byte ranges of the words that a compound such as useEffect,
// HashMap or HTTPServer is made of; nil for a word that is none. A part begins at
// a capital behind a small letter or digit, and at the last of several capitals
// that a small letter follows, but for the s of a plural. O(len(word)), and no
// allocation for words without parts.
func Parts(word string) [][2]int {
	var parts [][2]int
	for start := 0; start < len(word); {
		end := start + partEnd(word[start:])
		if end-start == len(word) {
			return nil
		}
		if isPart(word[start:end]) {
			parts = append(parts, [2]int{start, end})
		}
		start = end
	}
	return parts
}

// partEnd returns the length of the part that s begins with.
func partEnd(s string) int {
	before, behind, at := other, other, 0 // the two characters before this one, and the position of the nearer
	for i, r := range s {
		c := caseOf(r)
		switch {
		case i == 0:
		case c == upper && before != upper:
			return i
		case c == lower && before == upper && behind == upper && s[i:] != "s":
			return at
		}
		behind, before, at = before, c, i
	}
	return len(s)
}

// letterCase is upper or lower of letters that are one of them.
type letterCase uint8

const (
	other letterCase = iota
	upper
	lower // or neither, as in most scripts
)

// caseOf is kept out of line for the size of the browser's engine.
//
//go:noinline
func caseOf(r rune) letterCase {
	switch {
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r):
		return lower
	}
	return other
}

// isPart tells whether a part of a compound is long enough for a word.
func isPart(s string) bool {
	least := minPart
	_, n := utf8.DecodeRuneInString(s)
	if second, _ := utf8.DecodeRuneInString(s[n:]); caseOf(second) == upper {
		least = minUpper
		s = strings.TrimSuffix(s, "s")
	}
	return utf8.RuneCountInString(s) >= least
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
