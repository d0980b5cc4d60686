package evidence

import (
	"strings"
	"unicode/utf8"
)

// Cut returns the longest beginning of a text that ends with a word and takes at most budget tokens in a context; a
// bound of its tokens; and the budget with which a longer beginning would fit. tokens is a bound for the whole text,
// above the budget. If not even one word fits, the beginning may end with any character.
//
// The bound uses two facts: tokenizers split at white space first, so every word left out saves at
// least one token; and no text has more tokens than bytes.
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

// lineEnd bounds the tokens that line breaks after a text add to it. They join the punctuation at
// its end, which may then take a token a byte.
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
