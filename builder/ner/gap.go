package ner

import (
	"strings"
	"unicode/utf8"
)

// gap is the kind of text between two neighbouring tokens.
type gap uint8

const (
	gapHard       gap = iota // anything else; also before the first token
	gapStart                 // as gapHard, and capitals may follow by position: a quote, a colon, a list mark
	gapNone                  // nothing (scripts without spaces)
	gapSpace                 // one space or line end
	gapHyphen                // - ‐ ‑ –
	gapApostrophe            // ' ’
	gapDot                   // "."
	gapDotSpace              // ". "
	gapAnd                   // "&" or " & "
	gapSlash                 // "/"
	gapUnderscore            // "_"
	gapComma                 // "," or ", "
)

// soft reports whether every entity may reach across the gap. Titles with a comma
// or other marks of their own reach across these too.
func (g gap) soft() bool { return g > gapStart && g < gapComma }

func gapOf(s string) gap {
	switch s {
	case "":
		return gapNone
	case " ", "\n", "\u00a0":
		return gapSpace
	case "-", "‐", "‑", "–":
		return gapHyphen
	case "'", "’":
		return gapApostrophe
	case ".":
		return gapDot
	case ". ":
		return gapDotSpace
	case "&", " & ":
		return gapAnd
	case "/":
		return gapSlash
	case "_":
		return gapUnderscore
	case ",", ", ", ",\n":
		return gapComma
	}
	// Brackets, and the marks inside code such as Vec::new, do not ask for a capital behind them; everything else may.
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '(', ')', '[', ']', ',', '<', '/':
		case ':':
			if i+1 < len(s) && s[i+1] == ':' {
				i++
				continue
			}
			return gapStart
		default:
			if clitic(s) {
				return gapHard
			}
			return gapStart
		}
	}
	return gapHard
}

// clitic reports whether the gap is a possessive or another tail of the word before
// it, which the scanner leaves out of all tokens: "'s ".
func clitic(s string) bool {
	mark, n := utf8.DecodeRuneInString(s)
	word, spaced := strings.CutSuffix(s[n:], " ")
	return spaced && (mark == '\'' || mark == '’') && strings.Trim(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz") == ""
}
