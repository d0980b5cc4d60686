package ner

import (
	"unicode"
	"unicode/utf8"
)

// shape is the set of kinds of characters in a token.
type shape uint8

const (
	shapeCapital    shape = 1 << iota // the first character is a capital
	shapeInner                        // a capital after the first character, or a sign as in C++
	shapeLower                        // a lower-case letter
	shapeLetter                       // a letter, with or without case
	shapeDigit                        // a digit
	shapeDigitFirst                   // the first character is a digit
)

func shapeOf(s string) shape {
	var sh shape
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			sh |= shapeOfRune(r, i == 0)
			i += n
			continue
		}
		switch {
		case 'a' <= c && c <= 'z':
			sh |= shapeLower | shapeLetter
		case 'A' <= c && c <= 'Z':
			sh |= shapeLetter
			if i == 0 {
				sh |= shapeCapital
			} else {
				sh |= shapeInner
			}
		case '0' <= c && c <= '9':
			sh |= shapeDigit
			if i == 0 {
				sh |= shapeDigitFirst
			}
		case (c == '+' || c == '#') && sh&shapeCapital != 0: // C++, F#
			sh |= shapeInner
		}
		i++
	}
	return sh
}

func shapeOfRune(r rune, first bool) shape {
	switch {
	case unicode.IsUpper(r) || unicode.IsTitle(r):
		if first {
			return shapeCapital | shapeLetter
		}
		return shapeInner | shapeLetter
	case unicode.IsLower(r):
		return shapeLower | shapeLetter
	case unicode.IsLetter(r):
		return shapeLetter
	case unicode.IsNumber(r):
		if first {
			return shapeDigit | shapeDigitFirst
		}
		return shapeDigit
	}
	return 0
}

// capital reports whether the token carries a capital anywhere.
func (s shape) capital() bool { return s&(shapeCapital|shapeInner) != 0 }

// cased reports whether the token is in a script with capitals.
func (s shape) cased() bool { return s&(shapeCapital|shapeInner|shapeLower) != 0 }

// plain reports whether the token is a word in lower case.
func (s shape) plain() bool {
	return s&shapeLower != 0 && s&(shapeCapital|shapeInner|shapeDigit) == 0
}

func (s shape) number() bool { return s&shapeDigit != 0 && s&shapeLetter == 0 }

// shout reports whether the token is a word of two or more capitals.
func (s shape) shout() bool {
	return s&(shapeCapital|shapeInner|shapeLower|shapeDigit) == shapeCapital|shapeInner
}

// proven reports whether the shape alone makes the token a code: capitals inside a word, digits
// after letters (x86), or capitals after digits (3D). 10km, 1990s and 20th are not codes.
func (s shape) proven() bool {
	switch {
	case s&shapeDigit != 0 && s&shapeLetter != 0:
		return s&shapeDigitFirst == 0 || s&(shapeInner|shapeLower) == shapeInner
	case s&shapeInner != 0:
		return !s.shout()
	}
	return false
}

// code reports whether a token alone is a code.
func (s shape) code() bool { return s.proven() || s.shout() }
