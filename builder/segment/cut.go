package segment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokens counts the tokens of texts; *Counter does.
type Tokens interface {
	// Count returns the number of tokens of s, at most one per byte.
	Count(s string) int
	// Prefix returns the length of a beginning of s with about limit tokens, cut between
	// characters: len(s) only if s has no more.
	Prefix(s string, limit int) int
}

// cutLong returns starts with sentences of more than maxTokens tokens cut into parts. The last sentence ends at end.
func cutLong(starts []int, text string, end int, t Tokens, maxTokens int) []int {
	if maxTokens <= 0 {
		return starts
	}
	parts := make([]int, 0, len(starts))
	for i, start := range starts {
		stop := end
		if i+1 < len(starts) {
			stop = starts[i+1]
		}
		for start < stop {
			parts = append(parts, start)
			start += fittingPart(text[start:stop], t, maxTokens)
		}
	}
	return parts
}

// fittingPart returns the length of the first part of sentence, which is not empty: all of it if it has at most limit
// tokens. White space around a part does not count towards the limit; the white space after a part belongs to it.
func fittingPart(sentence string, t Tokens, limit int) int {
	if len(sentence) <= limit { // a token has at least one byte
		return len(sentence)
	}
	lead := skipSpace(sentence, 0)
	body := trimSpaceRight(sentence[lead:])
	n := t.Prefix(body, limit)
	if n == len(body) {
		return len(sentence)
	}
	// A cut at a border may cost a token more than a cut inside the next word, so the part itself is counted.
	for n = lastBorder(body, n); n > 0; n = lastBorder(body, n-1) {
		if t.Count(trimSpaceRight(body[:n])) <= limit {
			return lead + n
		}
	}
	_, n = utf8.DecodeRuneInString(body)
	return skipSpace(sentence, lead+n)
}

// runeStart returns the greatest i <= n at which a character of s begins; n itself at the end of s
// and among bytes that are not UTF-8.
func runeStart(s string, n int) int {
	for i := n; i > n-utf8.UTFMax && 0 <= i && i < len(s); i-- {
		if utf8.RuneStart(s[i]) {
			return i
		}
	}
	return n
}

// lastBorder returns the last position at which s can be cut so that the part before it, without white space at its
// end, has at most n bytes: after ';' or a line end, else after white space, else between characters; 0 if there is
// none. s neither begins nor ends with white space, and nor do the parts.
func lastBorder(s string, n int) int {
	word, character := 0, 0
	for i := skipSpace(s, runeStart(s, n)); i > 0; i = runeStart(s, i-1) {
		if r, _ := utf8.DecodeRuneInString(s[i:]); unicode.IsSpace(r) {
			continue
		}
		if character == 0 {
			character = i
		}
		left := trimSpaceRight(s[:i])
		if len(left) == i {
			continue
		}
		if strings.HasSuffix(left, ";") || strings.Contains(s[len(left):i], "\n") {
			return i
		}
		if word == 0 {
			word = i
		}
	}
	if word > 0 {
		return word
	}
	return character
}
