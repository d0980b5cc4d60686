package segment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cutLong returns starts with the sentences of more than maxTokens tokens cut.
// The last sentence ends at end.
func cutLong(starts []int, text string, end int, count func(string) int, maxTokens int) []int {
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
			start += fittingPart(text[start:stop], count, maxTokens)
		}
	}
	return parts
}

// fittingPart returns the length of the first part of sentence, which is not
// empty: all of it if it has at most limit tokens. White space around a part is
// not counted; what is behind a part belongs to it.
func fittingPart(sentence string, count func(string) int, limit int) int {
	if len(sentence) <= limit { // a token has at least one byte
		return len(sentence)
	}
	lead := skipSpace(sentence, 0)
	body := trimSpaceRight(sentence[lead:])
	n := longestPrefix(body, count, limit)
	if n == len(body) {
		return len(sentence)
	}
	// A border may cost a token more than a cut inside the word behind it: what
	// counts is the part itself.
	for n = lastBorder(body, n); n > 0; n = lastBorder(body, n-1) {
		if count(trimSpaceRight(body[:n])) <= limit {
			return lead + n
		}
	}
	_, n = utf8.DecodeRuneInString(body)
	return skipSpace(sentence, lead+n)
}

// longestPrefix returns the length of the longest prefix of s with at most limit
// tokens, as far as bisection finds it: the number of tokens grows with the
// length but for a token here and there. It reads only about twice as much of s.
func longestPrefix(s string, count func(string) int, limit int) int {
	const usual = 8 // bytes per token; more than all but the densest text has
	fits, tooLong := 0, 0
	for n := min(len(s), usual*limit); tooLong == 0; n = min(len(s), 2*n) {
		n = runeStart(s, n)
		switch {
		case count(s[:n]) > limit:
			tooLong = n
		case n == len(s):
			return n
		default:
			fits = n
		}
	}
	for {
		n := runeStart(s, (fits+tooLong)/2)
		if n <= fits {
			return fits
		}
		if count(s[:n]) <= limit {
			fits = n
		} else {
			tooLong = n
		}
	}
}

// runeStart returns the greatest i <= n at which a character of s begins, or n at
// the end of s and among bytes that are not UTF-8.
func runeStart(s string, n int) int {
	for i := n; i > n-utf8.UTFMax && 0 <= i && i < len(s); i-- {
		if utf8.RuneStart(s[i]) {
			return i
		}
	}
	return n
}

// lastBorder returns the last place to cut s at that leaves at most n bytes,
// white space behind them aside: behind ';' or a line end if there is one, else
// behind white space, else between characters; 0 if there is none. s begins and
// ends with other characters than white space, and so do the parts.
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
