package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Least characters of a part of a compound that counts as a word. A shorter part is a filler such as the is of isEmpty,
// or belongs to a name without parts, such as mRNA, pH or HeLa.
const (
	minPart  = 3
	minUpper = 4 // of a part in capitals, such as the JSON of parseJSON
)

// Part is a word within a token, or a word that two tokens make.
type Part struct {
	Start, End int    // bytes in the text
	Text       string // without a hyphen
}

// Parts returns the words in the current token (see the function Parts), and the word that it makes with the token
// before it if a hyphen joins exactly these two: email for e-mail. Any other single letter before a hyphen is a name,
// as in v-for. Most tokens have no parts; for them it allocates nothing.
func (s *Scanner) Parts() (parts []Part) {
	for _, p := range Parts(s.Text()) {
		parts = append(parts, Part{s.start + p[0], s.start + p[1], s.src[s.start+p[0] : s.start+p[1]]})
	}
	if s.joined && !s.chained {
		first, second, next := s.src[s.before[0]:s.before[1]], s.Text(), s.src[s.end:]
		chain, _ := utf8.DecodeRuneInString(strings.TrimLeft(next, "-\u2010\u2011"))
		if !(IsHyphen(next[:min(len(next), 1)]) && IsWord(chain)) && len(first)+len(second) <= maxJoined && (len(first) > 1 || first == "e" || first == "E") && hasLetter(first+second) {
			parts = append(parts, Part{s.before[0], s.end, first + second})
		}
	}
	return parts
}

// maxJoined is the most bytes of a word that two tokens make.
const maxJoined = 32

// IsHyphen reports whether s is a single hyphen.
func IsHyphen(s string) bool { return s == "-" || s == "\u2010" || s == "\u2011" }

// hasLetter reports whether s has a letter, but no character of a script without spaces.
func hasLetter(s string) bool {
	found := false
	for _, r := range s {
		if Unspaced(r) {
			return false
		}
		found = found || unicode.IsLetter(r)
	}
	return found
}

// Parts returns the byte ranges of the words in a compound such as useEffect, HashMap or HTTPServer, or nil if the word
// is not a compound. A part begins at a capital after a lower-case letter or digit, and at the last of several capitals
// if a lower-case letter follows it, except the s of a plural. A number and its unit are parts, too, and a name and its
// version: 100ms, TLS1.3. O(len(word)); it allocates nothing for words without parts.
func Parts(word string) [][2]int {
	small := 0
	for small < len(word) && 'a' <= word[small] && word[small] <= 'z' {
		small++
	}
	if small == len(word) {
		return nil
	}
	if n := numberBorder(word); n > 0 {
		return [][2]int{{0, n}, {n, len(word)}}
	}
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

// maxUnit is the most letters of a unit.
const maxUnit = 4

// numberBorder returns the offset in a word at which a number meets its unit, or a name its version; 0 for other words.
func numberBorder(word string) int {
	n := 0
	for n < len(word) && isNumber(word[n]) {
		n++
	}
	if n > 0 {
		unit := word[n:]
		if len(unit) > maxUnit || strings.ContainsFunc(unit, func(r rune) bool { return !unicode.IsLetter(r) }) || unit == "" {
			return 0
		}
		return n
	}
	for n < len(word) && isASCIILetter(word[n]) {
		n++
	}
	version := word[n:]
	if n == 0 || n == 1 && word[0]|0x20 == 'v' || strings.IndexByte(version, '.') < 1 {
		return 0
	}
	for i := range len(version) {
		if !isNumber(version[i]) {
			return 0
		}
	}
	return n
}

func isNumber(c byte) bool { return '0' <= c && c <= '9' || c == '.' || c == ',' }

// partEnd returns the length of the first part of s.
func partEnd(s string) int {
	before, behind, at := other, other, 0 // cases of the previous character and the one before it; position of the previous
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
