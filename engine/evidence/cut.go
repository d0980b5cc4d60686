package evidence

import (
	"strings"
	"unicode/utf8"
)

// Cut returns the longest beginning of a text, ending with a word, that takes at
// most budget tokens in a context, what it takes at most, and what a longer
// one would take. tokens is the bound of the whole text, which is above the budget.
// If not even a word fits it ends with any character.
//
// Tokenizers split at white space first, so every word that is left out saves a
// token at least; and no text has more tokens than bytes.
func Cut(text string, tokens, budget int) (front string, cost, next int) {
	indent := len(text) - len(strings.TrimLeft(text, whiteSpace))
	next = tokens
	for end := len(text); end > indent; {
		cost = min(tokens+lineEnd(text[:end]), end+len("\n\n"))
		if cost <= budget {
			return text[:end], cost, next
		}
		next = min(next, cost)
		end = len(strings.TrimRight(text[:strings.LastIndexAny(text[:end], whiteSpace)+1], whiteSpace))
		tokens--
	}
	for end := indent; ; {
		_, size := utf8.DecodeRuneInString(text[end:])
		if cost = end + size + len("\n\n"); cost > budget || size == 0 {
			if end == indent {
				end = 0
			}
			return text[:end], end + len("\n\n"), min(next, cost)
		}
		end += size
	}
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
