package segment

import (
	"unicode"
	"unicode/utf8"
)

// maxWord is the number of bytes at which a word is cut, because tiktoken-go takes time
// proportional to the square of the length of a word.
const maxWord = 1 << 7

// wordEnd returns the length of the first word of s, which is not empty. Words can be encoded one by one, because the
// expressions of all encodings end a match in two places: behind a letter if neither a letter, a mark nor an apostrophe
// follows; and before a space or tab if no white space stands before it. So a word begins with the white space and
// punctuation before it.
func wordEnd(s string) int {
	last := other
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		if i+n > maxWord {
			return i
		}
		c := classOf(r)
		switch {
		case i == 0:
		case last == letter && (c == other || c == space):
			return i
		case last != space && (r == ' ' || r == '\t'):
			return i
		}
		last = c
		i += n
	}
	return len(s)
}

// class is a kind of character that matters for the borders of words.
type class uint8

const (
	other class = iota
	letter
	space
	joiner // an apostrophe or mark, which may belong to the word before it
)

func classOf(r rune) class {
	switch {
	case 'a' <= r|0x20 && r|0x20 <= 'z':
		return letter
	case r == '\'':
		return joiner
	case unicode.IsSpace(r):
		return space
	case r < utf8.RuneSelf:
		return other
	case unicode.IsLetter(r):
		return letter
	case unicode.IsMark(r):
		return joiner
	}
	return other
}
