package varint

import "strings"

// window is how far behind the last place a string is looked for, in bytes: what is
// written in the order of the text is found at once, and nothing costs a long text.
const window = 1 << 12

// find returns where s begins in text, near at; −1 if it is not there.
func find(text string, at int, s string) int {
	if len(s) < 2 || at > len(text) {
		return -1
	}
	if i := strings.Index(text[at:min(len(text), at+window)], s); i >= 0 {
		return at + i
	}
	return -1
}
