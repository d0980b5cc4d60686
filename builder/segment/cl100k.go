package segment

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// cl100kPieces yields the pieces of a text that the encoding cl100k_base merges bytes
// within. A general regular expression engine takes nine tenths of the time of
// tiktoken-go; here its one expression is written out.
func cl100kPieces(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !utf8.ValidString(s) {
			s = string([]rune(s)) // one U+FFFD for each byte
		}
		for s != "" {
			end := cl100kPiece(s)
			if !yield(s[:end]) {
				return
			}
			s = s[end:]
		}
	}
}

// A class is what the expression distinguishes characters by.
type class uint8

const (
	other   class = iota // [^\s\p{L}\p{N}]
	letter               // \p{L}
	number               // \p{N}
	space                // \s but no newline
	newline              // [\r\n]
)

var asciiClass = func() (table [utf8.RuneSelf]class) {
	for c := range table {
		table[c] = classOf(rune(c))
	}
	return table
}()

func classOf(r rune) class {
	switch {
	case r == '\r' || r == '\n':
		return newline
	case unicode.IsSpace(r):
		return space
	case unicode.IsLetter(r):
		return letter
	case unicode.IsNumber(r):
		return number
	}
	return other
}

// classAt returns the class and length of the character of s at i; the length is
// 0 at the end.
func classAt(s string, i int) (class, int) {
	if i >= len(s) {
		return other, 0
	}
	if c := s[i]; c < utf8.RuneSelf {
		return asciiClass[c], 1
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	return classOf(r), n
}

// skip returns the end of the run of characters of class c at i.
func skip(s string, i int, c class) int {
	for {
		got, n := classAt(s, i)
		if n == 0 || got != c {
			return i
		}
		i += n
	}
}

// cl100kPiece returns the length of the first match of the expression in s,
// which is valid UTF-8 and not empty:
//
//	(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|
//	 ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
//
// The matches follow each other without gaps.
func cl100kPiece(s string) int {
	if n := contraction(s); n > 0 {
		return n
	}
	first, n := classAt(s, 0)
	second, m := classAt(s, n)
	switch {
	case first == letter:
		return skip(s, n, letter)
	case first == number:
		return threeNumbers(s)
	case first != newline && m > 0 && second == letter:
		return skip(s, n+m, letter)
	case first == other:
		return skip(s, skip(s, n, other), newline)
	case s[0] == ' ' && m > 0 && second == other:
		return skip(s, skip(s, n+m, other), newline)
	}
	return whiteSpace(s)
}

// contraction matches 's, 't, 're, 've, 'm, 'll and 'd in either case.
func contraction(s string) int {
	if len(s) < 2 || s[0] != '\'' {
		return 0
	}
	switch s[1] | 0x20 {
	case 's', 't', 'm', 'd':
		return 2
	case 'r', 'v':
		if len(s) > 2 && s[2]|0x20 == 'e' {
			return 3
		}
	case 'l':
		if len(s) > 2 && s[2]|0x20 == 'l' {
			return 3
		}
	}
	return 0
}

func threeNumbers(s string) int {
	i := 0
	for range 3 {
		c, n := classAt(s, i)
		if n == 0 || c != number {
			break
		}
		i += n
	}
	return i
}

// whiteSpace matches the white space at the start of s up to its last newline;
// without one, all of it at the end of the text, else all but the last character,
// which the piece behind may take; a single character is a piece.
func whiteSpace(s string) int {
	afterNewline, last, i := 0, 0, 0
	for {
		c, n := classAt(s, i)
		if n == 0 || c != space && c != newline {
			break
		}
		last = i
		i += n
		if c == newline {
			afterNewline = i
		}
	}
	switch {
	case afterNewline > 0:
		return afterNewline
	case i < len(s) && last > 0:
		return last
	}
	return i
}
