package evidence

import (
	"strings"
	"unicode/utf8"
)

// Cut returns the longest beginning of a text, ending with a word, that takes at
// most budget tokens in a context, what it takes at most, and what one word more
// would take. tokens is the bound of the whole text, which is above the budget. If
// not even a word fits it ends with any character.
//
// Tokenizers split at white space first, so every word that is left out saves a
// token at least; and no text has more tokens than bytes.
func Cut(text string, tokens, budget int) (front string, cost, next int) {
	front, next = text, tokens
	for {
		if cost = min(tokens+lineEnd(front), len(front)+len("\n\n")); cost <= budget {
			return front, cost, next
		}
		next = cost
		space := strings.LastIndexAny(front, whiteSpace)
		if space < 0 {
			break
		}
		front = strings.TrimRight(front[:space], whiteSpace)
		tokens--
	}
	n := max(0, min(len(front), budget-len("\n\n")))
	for n > 0 && n < len(front) && !utf8.RuneStart(front[n]) {
		n--
	}
	return front[:n], n + len("\n\n"), n + len("\n\n") + 1
}

// lineEnd bounds what line breaks behind a text add to it. They join the punctuation
// at its end, which may then take a token a byte.
func lineEnd(text string) int {
	n := len("\n\n")
	for i := len(text); i > 0; i-- {
		if c := text[i-1]; c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c <= ' ' {
			break
		}
		n++
	}
	return n
}
