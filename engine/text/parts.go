package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shortest part of a compound that counts as a word, in characters. A shorter part is a
// filler such as the is of isEmpty, or belongs to a name without parts, such as mRNA, pH
// or HeLa.
const (
	minPart  = 3
	minUpper = 4 // of a part in capitals, such as the JSON of parseJSON
)

// Parts returns the byte ranges of the words in a compound such as useEffect, HashMap or
// HTTPServer, or nil if the word is not a compound. A part begins at a capital after a lower-case
// letter or digit, and at the last of several capitals if a lower-case letter follows it, except
// the s of a plural. O(len(word)); it allocates nothing for words without parts.
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

// partEnd returns the length of the first part of s.
func partEnd(s string) int {
	before, behind, at := other, other, 0 // case of the previous character and of the one before it; position of the previous
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

// letterCase is the case of a character.
type letterCase uint8

const (
	other letterCase = iota
	upper
	lower // or a letter without case, as in most scripts
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

// isPart reports whether a part of a compound is long enough to count as a word.
func isPart(s string) bool {
	least := minPart
	_, n := utf8.DecodeRuneInString(s)
	if second, _ := utf8.DecodeRuneInString(s[n:]); caseOf(second) == upper {
		least = minUpper
		s = strings.TrimSuffix(s, "s")
	}
	return utf8.RuneCountInString(s) >= least
}

// Compound reports quickly whether a word may have parts: whether a capital, or a character
// outside ASCII, follows its first character.
func Compound(word string) bool {
	for i := 1; i < len(word); i++ {
		if c := word[i]; 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf {
			return true
		}
	}
	return false
}
