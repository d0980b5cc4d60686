package ner

import "unicode"

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

func shapeOf(s string) (sh shape) {
	for i, r := range s {
		switch {
		case unicode.IsLower(r):
			sh |= shapeLower | shapeLetter
		case unicode.IsUpper(r) || unicode.IsTitle(r):
			sh |= shapeLetter
			if i == 0 {
				sh |= shapeCapital
			} else {
				sh |= shapeInner
			}
		case unicode.IsLetter(r):
			sh |= shapeLetter
		case unicode.IsNumber(r):
			sh |= shapeDigit
			if i == 0 {
				sh |= shapeDigitFirst
			}
		case (r == '+' || r == '#') && sh&shapeCapital != 0: // C++, F#
			sh |= shapeInner
		}
	}
	return sh
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
